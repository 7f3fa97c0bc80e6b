import { utils, write, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { atHeader, readLines } from './sheet.ts';

const exact = { rowsMax: 100, isExact: true };

function book(sheet: WorkSheet, bookType: 'xlsx' | 'biff8' = 'xlsx'): Uint8Array {
  const made: WorkBook = utils.book_new();
  utils.book_append_sheet(made, sheet, 'Sheet1');
  return new Uint8Array(write(made, { type: 'array', bookType }) as ArrayBuffer);
}

function cellsOf(read: ReturnType<typeof readLines>) {
  if (read.kind === 'fault') throw new Error(read.fault);
  return read.lines.map(({ cells }) => cells);
}

const linesOf = (count: number) =>
  new TextEncoder().encode(Array.from({ length: count }, (_, row) => `pay_${row},1`).join('\n'));

describe('read exactly', () => {
  for (const bookType of ['xlsx', 'biff8'] as const) {
    test(`a formula stays a formula, and a date keeps its time, in ${bookType}`, () => {
      const sheet = utils.aoa_to_sheet(
        [
          [1, 2, new Date(Date.UTC(2026, 2, 5, 14, 30)), new Date(Date.UTC(2026, 2, 5)), 1200.5],
          [3, 4, 'shown', 5, 0.1],
        ],
        { UTC: true },
      );
      // `bf` is the same formula in the bytes of the older format.
      sheet['C2'] = { t: 'n', v: 3, f: '1+2', bf: [7, 0, 0x1e, 1, 0, 0x1e, 2, 0, 3] };
      const [first, second] = cellsOf(readLines(book(sheet, bookType), exact));
      expect(first).toEqual(['1', '2', '2026-03-05 14:30:00', '2026-03-05', '1200.5']);
      expect(second?.[2]).toBe('=1+2');
    });
  }

  test('a number that has lost figures does not pass for a payment id', () => {
    const sheet = utils.aoa_to_sheet([[1.25e19, 123456789012345, '12345678901234567890']]);
    expect(cellsOf(readLines(book(sheet), exact))).toEqual([
      ['1.25e+19', '123456789012345', '12345678901234567890'],
    ]);
  });
});

test('too many rows are refused, whatever stands above the column names', () => {
  expect(readLines(linesOf(121), exact)).toEqual({ kind: 'fault', fault: 'tooMany' });
  expect(readLines(linesOf(120), exact).kind).toBe('lines');
});

test('says how far it is, from the beginning on', () => {
  const shares: number[] = [];
  readLines(linesOf(5000), { rowsMax: 5000 }, (share) => shares.push(share));
  expect(shares).toEqual([0, 0.4, 0.8]);
});

test('the column names are the line that holds most known ones', () => {
  const lines = [['March'], ['ID', 'Amount'], ['ID', 'x']].map((cells, index) => ({ row: index + 1, cells }));
  const known = (cells: readonly string[]) =>
    cells.filter((cell) => cell === 'ID' || cell === 'Amount').length;
  expect(atHeader(lines, known)).toEqual({ header: ['ID', 'Amount'], lines: [lines[2]] });
  expect(atHeader(lines, () => 0)).toEqual({ header: ['March'], lines: lines.slice(1) });
});
