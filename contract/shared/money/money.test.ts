import { expect, it } from 'vitest';
import { fromMils, inCurrency, isNothing, sumOf, toMils, writtenIn } from './money.ts';

it.each([
  ['1250.5', 1_250_500n, 'INR', '1250.50'],
  ['0.005', 5n, 'KWD', '0.005'],
  ['-0.05', -50n, null, '-0.05'],
  ['0', 0n, 'JPY', '0'],
  ['-7', -7000n, 'JPY', '-7'],
])('%s is %d thousandths, %s %s', (amount, mils, currency, text) => {
  expect([toMils(amount), fromMils(mils, currency)]).toEqual([mils, text]);
});

it.each([
  ['1.5', 'INR', '1.50', '1.50'],
  ['1.200', 'INR', '1.20', null],
  ['1.205', null, null, null],
  ['12.00', 'JPY', '12', '12'],
  ['12.000', 'JPY', '12', null],
  ['12.5', 'JPY', null, null],
  ['1.2', 'KWD', '1.200', '1.200'],
])('%s of %s is %s, and as somebody wrote it %s', (amount, currency, exact, written) => {
  expect([inCurrency(amount, currency), writtenIn(amount, currency)]).toEqual([exact, written]);
});

it('adds without losing cents', () => {
  expect(sumOf(['0.10', '0.20', '-0.05'], 'USD')).toBe('0.25');
  expect(['0.00', '0.01'].map(isNothing)).toEqual([true, false]);
});
