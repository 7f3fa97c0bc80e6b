import { expect, test } from 'vitest';
import { reportingSum } from './reporting-sum.ts';

const rates = [
  { currency: 'USD', rate: '83.25', as_of: '2026-03-05' },
  { currency: 'KWD', rate: '270.12345678', as_of: '2026-03-01' },
];

test('the sums of all currencies are converted exactly and rounded once', () => {
  const totals = [
    { currency: 'INR', received: '1000.10' },
    { currency: 'USD', received: '10.01' },
    { currency: 'KWD', received: '1.001' },
    { currency: 'JPY', received: '500' },
    { currency: null, received: '99.00' },
  ];
  // 1000.10 + 833.3325 + 270.39358023…
  expect(reportingSum(totals, 'INR', rates)).toEqual({
    amount: '2103.83',
    currency: 'INR',
    days: ['2026-03-01', '2026-03-05'],
    without: ['JPY'],
  });
});

test('a reporting currency without decimals is rounded to whole units', () => {
  const yen = [{ currency: 'INR', rate: '1.75', as_of: '2026-03-05' }];
  expect(reportingSum([{ currency: 'INR', received: '1.00' }], 'JPY', yen)?.amount).toBe('2');
  expect(reportingSum([{ currency: 'INR', received: '1.42' }], 'JPY', yen)?.amount).toBe('2');
  expect(reportingSum([{ currency: 'INR', received: '1.43' }], 'JPY', yen)?.amount).toBe('3');
});

test.each([
  ['without a reporting currency', [{ currency: 'USD', received: '1.00' }], null],
  ['where all is in it', [{ currency: 'INR', received: '1.00' }], 'INR'],
  ['where nothing came', [], 'INR'],
])('there is none %s', (_, totals, reporting) => {
  expect(reportingSum(totals, reporting, rates)).toBeNull();
});
