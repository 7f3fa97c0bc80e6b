import { expect, test } from 'vitest';
import { paidWhen } from './paid-when.ts';

test('a payment whose time is known says it, one of a day alone invents none', () => {
  expect(paidWhen('2026-11-20T02:18:41.000Z')).toBe('20-Nov-2026 07:48:41 am');
  expect(paidWhen('2026-11-19T18:30:01.000Z')).toBe('20-Nov-2026 12:00:01 am');
  expect(paidWhen('2026-11-19T18:30:00.000Z')).toBe('20-Nov-2026');
});
