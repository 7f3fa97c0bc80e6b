import { expect, onTestFinished, test } from 'vitest';
import { providerNow, showProvider } from '#web/lib/provider.ts';
import { officeDayOf, paidWhen } from './paid-when.ts';

test('a payment whose time is known says it, one of a day alone invents none', () => {
  expect(paidWhen('2026-11-20T02:18:41.000Z')).toBe('20-Nov-2026 07:48:41 am');
  expect(paidWhen('2026-11-19T18:30:01.000Z')).toBe('20-Nov-2026 12:00:01 am');
  expect(paidWhen('2026-11-19T18:30:00.000Z')).toBe('20-Nov-2026');
});

test('days and times are those of the provider', () => {
  const before = providerNow();
  showProvider({ ...before, zone: 'America/Chicago' });
  onTestFinished(() => showProvider(before));
  expect(paidWhen('2026-11-28T06:00:00.000Z')).toBe('28-Nov-2026');
  expect(paidWhen('2026-11-28T05:59:59.000Z')).toBe('27-Nov-2026 11:59:59 pm');
  expect(officeDayOf('2026-11-28T05:59:59.000Z')).toBe('2026-11-27');
});
