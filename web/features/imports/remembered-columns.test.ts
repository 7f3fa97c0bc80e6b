import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/memory-storage.ts';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
});

const fields = ['id', 'name', 'amount'] as const;
const header = ['Txn ID', 'First name', 'Last name', 'Settled', ''];
const choice = { id: [0], name: [1, 2], amount: [4] };
const of = (headings: readonly string[], door = 'payments', width = 5) =>
  rememberedColumns(
    door,
    { header: headings, lines: [{ row: 2, cells: Array.from({ length: width }, () => 'x') }] },
    fields,
  );

test('a file with the same headings in any case is read as the last one, at its own door', () => {
  expect(of(header)).toEqual({ choice: null, currency: '' });
  rememberColumns('payments', header, { choice: { id: [3] } });
  rememberColumns('payments', header, { choice });
  expect(of(['TXN-ID', ...header.slice(1)]).choice).toEqual(choice);
  for (const other of [[...header, 'Remarks'], header.toReversed()]) expect(of(other).choice).toBeNull();
  expect(of(header, 'students').choice).toBeNull();
});

test('a currency that was chosen for a kind of file stays with its columns', () => {
  rememberColumns('payments', header, { currency: 'USD' });
  expect(of(header)).toEqual({ choice: null, currency: 'USD' });
  rememberColumns('payments', header, { choice });
  expect(of(header)).toEqual({ choice, currency: 'USD' });
  rememberColumns('payments', header, { currency: '' });
  expect(of(header)).toEqual({ choice, currency: '' });
});

test('the kinds of file that came last are remembered', () => {
  for (let kind = 0; kind < 25; kind++) rememberColumns('payments', [...header, `Kind ${kind}`], { choice });
  expect(of([...header, 'Kind 0']).choice).toBeNull();
  expect(of([...header, 'Kind 1']).choice).toEqual(choice);
});

test('what was kept otherwise is not believed', () => {
  rememberColumns('payments', header, { choice });
  const kept = localStorage.getItem(localStorage.key(0)!)!;
  for (const [from, to] of [
    ['amount=4', 'amount=x'],
    ['amount=4', 'amount=40'],
    ['id=0,name=1+2,amount=4', 'GOLD'],
  ] as const) {
    localStorage.setItem(localStorage.key(0)!, kept.replace(from, to));
    expect(of(header).choice).toBeNull();
  }
});
