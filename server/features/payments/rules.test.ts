import { expect, test } from 'vitest';
import { countOf, totalsOf } from './rules.ts';

const sums = [
  { currency: 'INR', status: 'success', amount: '100.00', count: 2 },
  { currency: 'INR', status: 'refunded', amount: '30.00', count: 1 },
  { currency: 'USD', status: 'success', amount: '5.00', count: 4 },
];

test('the totals of each currency have what the ledgers say', () => {
  const ledgers = [
    { currency: 'INR', open: '7.00', waived: '1.00', refunded: '2.00' },
    { currency: 'KWD', open: '0.5', waived: '0', refunded: '0' },
  ];
  expect(totalsOf(sums, ledgers)).toEqual([
    { currency: 'INR', received: '100.00', open: '7.00', waived: '1.00', refunded: '32.00' },
    { currency: 'USD', received: '5.00', open: '0.00', waived: '0.00', refunded: '0.00' },
    { currency: 'KWD', received: '0.000', open: '0.500', waived: '0.000', refunded: '0.000' },
  ]);
  expect(totalsOf(sums.slice(2))).toHaveLength(1);
});

test('a status leaves its payments', () => {
  expect([countOf(sums), countOf(sums, 'Success'), countOf(sums, 'failed')]).toEqual([7, 6, 0]);
});
