import { describe, expect, it } from 'vitest';
import { readSigned } from './amounts.ts';

describe('an amount', () => {
  it.each([
    ['1000.00', 'INR', 1_000_000n],
    ['1.0', 'INR', 1000n],
    ['1000', 'INR', 1_000_000n],
    ['-20.05', 'USD', -20_050n],
    ['(20.05)', 'USD', -20_050n],
    ['20.05-', 'USD', -20_050n],
    ['1,24,551.00', 'INR', 124_551_000n],
    ['1,124,551.00', 'USD', 1_124_551_000n],
    ['₹ 1,24,551.00 Cr', 'INR', 124_551_000n],
    ['98,500.00 Dr', 'INR', -98_500_000n],
    ['', 'INR', 0n],
    ['-', 'INR', 0n],
    ['1200', 'JPY', 1_200_000n],
    ['1200.00', 'JPY', 1_200_000n],
    ['1.205', 'KWD', 1205n],
    ['9999999999.99', 'INR', 9_999_999_999_990n],
  ])('%s %s', (text, currency, mils) => {
    expect(readSigned(text, currency)).toEqual({ mils, problem: null });
  });

  it.each([
    ['97100', 'INR', 971_000n],
    ['1200', 'JPY', 1_200_000n],
    ['1205', 'KWD', 1205n],
  ])('%s of the smallest unit of %s', (text, currency, mils) => {
    expect(readSigned(text, currency, 'minor')).toEqual({ mils, problem: null });
  });

  it.each([
    ['=A1+B1', 'column_formula'],
    ['@SUM(A1)', 'column_formula'],
    ['1234567890123', 'amount_large'],
    ['1.200', 'amount_decimals'],
    ['1.205', 'amount_decimals'],
    ['1,20', 'amount_comma'],
    ['1.2E+5', 'amount_unreadable'],
    ['#REF!', 'amount_unreadable'],
    ['twelve', 'amount_unreadable'],
    ['1.5', 'amount_decimals_of', 'JPY'],
    ['97100.5', 'amount_unreadable', 'INR', 'minor'],
  ])('%s is none: %s', (text, code, currency = 'INR', unit: string = 'major') => {
    expect(readSigned(text, currency, unit === 'minor' ? 'minor' : 'major')).toMatchObject({
      mils: null,
      problem: { code },
    });
  });
});
