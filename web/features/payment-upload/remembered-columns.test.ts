import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/memory-storage.ts';
import { rememberedColumns } from './remembered-columns.ts';
import { planUploadColumns, withColumn } from './columns.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
});

const header = ['Txn ID', 'First name', 'Last name', 'Settled', ''];
const choice = withColumn(withColumn(planUploadColumns(header).choice, 'amount', [4]), 'status', [3]);

test('a file with the same headings in any case is read as the last one', () => {
  expect(rememberedColumns.of(header)).toBeNull();
  rememberedColumns.keep(header, planUploadColumns(header).choice);
  rememberedColumns.keep(header, choice);
  expect(rememberedColumns.of(['TXN-ID', ...header.slice(1)])).toEqual(choice);
  expect(rememberedColumns.of([...header, 'Remarks'])).toBeNull();
  expect(rememberedColumns.of(header.toReversed())).toBeNull();
});

test('the eight kinds of file that came last are remembered', () => {
  for (let kind = 0; kind < 9; kind++) rememberedColumns.keep([...header, `Kind ${kind}`], choice);
  expect(rememberedColumns.of([...header, 'Kind 0'])).toBeNull();
  expect(rememberedColumns.of([...header, 'Kind 1'])).toEqual(choice);
});

test('what was kept otherwise is not believed', () => {
  rememberedColumns.keep(header, choice);
  const [key] = [localStorage.key(0)!];
  const kept = localStorage.getItem(key)!;
  localStorage.setItem(key, kept.replace(/,3,/, ',x,'));
  expect(rememberedColumns.of(header)).toBeNull();
  localStorage.setItem(key, kept);
  expect(rememberedColumns.of(header, 4)).toBeNull();
});

test('a currency that was chosen for a kind of file stays with its columns', () => {
  expect(rememberedColumns.currencyOf(header)).toBe('');
  rememberedColumns.keep(header, choice);
  rememberedColumns.keepCurrency(header, 'USD');
  expect(rememberedColumns.currencyOf(header)).toBe('USD');
  rememberedColumns.keep(header, planUploadColumns(header).choice);
  expect(rememberedColumns.currencyOf(['TXN-ID', ...header.slice(1)])).toBe('USD');
  expect(rememberedColumns.currencyOf([...header, 'Remarks'])).toBe('');
  rememberedColumns.keepCurrency(header, '');
  expect(rememberedColumns.currencyOf(header)).toBe('');
  localStorage.setItem(localStorage.key(0)!, `${localStorage.getItem(localStorage.key(0)!)}\tGOLD`);
  expect(rememberedColumns.currencyOf(header)).toBe('');
});

test('what was chosen before files had refunds is planned anew', () => {
  rememberedColumns.keep(header, choice);
  const key = localStorage.key(0)!;
  localStorage.setItem(key, localStorage.getItem(key)!.replace(/,,$/, ''));
  expect(rememberedColumns.of(header)).toBeNull();
});
