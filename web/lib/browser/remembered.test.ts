import { beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../../test/memory-storage.ts';
import { remembered } from './remembered.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage());
});

test('nobody is remembered at first, and nobody after forgetting', () => {
  expect(remembered.email).toBe('');
  remembered.keep('asha@example.org');
  expect(remembered.email).toBe('asha@example.org');
  remembered.forget();
  expect(remembered.email).toBe('');
});

test('after five days the address is gone', () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T10:00:00Z') });
  try {
    remembered.keep('asha@example.org');
    vi.setSystemTime('2026-03-06T09:59:00Z');
    expect(remembered.email).toBe('asha@example.org');
    vi.setSystemTime('2026-03-06T10:01:00Z');
    expect(remembered.email).toBe('');
  } finally {
    vi.useRealTimers();
  }
});
