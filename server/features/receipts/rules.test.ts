import { describe, expect, test } from 'vitest';
import { dayIn, daysOf, fileNameOf, numberOf, seriesOf, yearOf } from './rules.ts';

describe('the year of receipts', () => {
  test.each([
    ['2026-03-31', 4, '2025-26'],
    ['2026-04-01', 4, '2026-27'],
    ['2099-12-31', 4, '2099-00'],
    ['2025-12-31', 1, '2025'],
    ['2026-01-01', 1, '2026'],
    ['2026-06-30', 7, '2025-26'],
    ['2026-12-01', 12, '2026-27'],
  ])('of %s, beginning in month %i, is %s', (day, start, year) => {
    expect(yearOf(day, start)).toBe(year);
    const { from, to } = daysOf(year, start);
    expect(from <= day && day <= to).toBe(true);
    expect([yearOf(from, start), yearOf(to, start)]).toEqual([year, year]);
  });

  test('goes by the clock of the provider', () => {
    expect(dayIn('Asia/Kolkata', new Date('2026-03-31T18:29:59Z'))).toBe('2026-03-31');
    expect(dayIn('Asia/Kolkata', new Date('2026-03-31T18:30:00Z'))).toBe('2026-04-01');
    expect(dayIn('America/New_York', new Date('2026-01-01T04:59:59Z'))).toBe('2025-12-31');
    expect(dayIn('America/New_York', new Date('2026-01-01T05:00:00Z'))).toBe('2026-01-01');
  });
});

test('a number has its series, of donations another one', () => {
  const number = numberOf({ series: seriesOf('donation'), year: '2025-26', number: 7 });
  expect([number, fileNameOf(number), seriesOf('fee')]).toEqual([
    'D/2025-26/7',
    'receipt-D-2025-26-7.pdf',
    'R',
  ]);
});
