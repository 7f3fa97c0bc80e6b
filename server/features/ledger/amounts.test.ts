import { expect, test } from 'vitest';
import { inParts, shownSums, stored, takenFrom } from './amounts.ts';

test.each([
  ['100.00', 'INR', 3, ['33.34', '33.33', '33.33']],
  ['1000', 'JPY', 3, ['334', '333', '333']],
  ['1.000', 'KWD', 3, ['0.334', '0.333', '0.333']],
  ['90.00', 'INR', 2, ['45.00', '45.00']],
  ['0.02', 'INR', 2, ['0.01', '0.01']],
  ['0.01', 'INR', 2, null],
])('%s %s in %i parts', (price, currency, count, parts) => {
  expect(inParts(price, currency, count)).toEqual(parts);
});

test('amounts have the decimals of their currency', () => {
  expect(stored('5.5', 'INR', 'amount')).toBe('5.50');
  expect(() => stored('5.505', 'INR', 'amount')).toThrow(/./u);
  const none = { waived: '0', received: '0', refunded: '0', open: '0', credit: '0' };
  expect(shownSums({ currency: 'KWD', charged: '1.5', ...none })).toMatchObject({
    charged: '1.500',
    credit: '0.000',
  });
});

test.each([
  [5n, [3n, 4n], [3n, 2n]],
  [7n, [3n, 4n, 1n], [3n, 4n, 0n]],
  [9n, [3n, 4n], [3n, 4n]],
])('%s is taken from %s', (amount, each, parts) => {
  expect(takenFrom(amount, each)).toEqual(parts);
});
