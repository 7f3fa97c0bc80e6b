import { expect, test } from 'vitest';
import { formatTime } from '#web/lib/format/format.ts';
import { ApiError } from './errors.ts';

const tooMany = {
  status: 429,
  code: 'too_many',
  message: 'Too many requests, please wait a moment',
} as const;

test('a refusal says when the request will work again, if that is known and more than a minute away', () => {
  const later = new Date(Date.now() + 40 * 60_000).toISOString();
  const error = new ApiError({ ...tooMany, retry_at: later });
  expect(error.message).toBe(`${tooMany.message}: it works again at ${formatTime(later)}`);
  const soon = new Date(Date.now() + 20_000).toISOString();
  expect(new ApiError({ ...tooMany, retry_at: soon }).message).toBe(tooMany.message);
  expect(new ApiError(tooMany).message).toBe(tooMany.message);
});
