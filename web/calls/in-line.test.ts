import { expect, it, vi } from 'vitest';
import { ApiError } from './errors.ts';
import { inLine } from './in-line.ts';

const busy = new ApiError({ status: 503, code: 'busy', message: 'The portal is busy, please try again' });

it('sends again what a busy portal refused, until it is done', async () => {
  const attempt = vi.fn().mockRejectedValueOnce(busy).mockRejectedValueOnce(busy).mockResolvedValue('in');
  await expect(inLine(attempt, [0, 0, 0])).resolves.toBe('in');
  expect(attempt).toHaveBeenCalledTimes(3);
});

it('gives up after the last pause', async () => {
  const attempt = vi.fn().mockRejectedValue(busy);
  await expect(inLine(attempt, [0, 0])).rejects.toBe(busy);
  expect(attempt).toHaveBeenCalledTimes(3);
});

it('leaves every other refusal as it is', async () => {
  const wrong = new ApiError({ status: 401, message: 'Invalid credentials' });
  const attempt = vi.fn().mockRejectedValue(wrong);
  await expect(inLine(attempt, [0])).rejects.toBe(wrong);
  expect(attempt).toHaveBeenCalledTimes(1);
});
