import { expect, test } from 'vitest';
import { createPace, stretch } from './pace.ts';

test('the busier the process, the slower the mails, up to a limit', () => {
  expect(stretch(0)).toBe(1);
  expect(stretch(0.5)).toBe(4);
  expect(stretch(1)).toBe(30);
  expect(stretch(0.3)).toBeGreaterThan(2);
});

test('mails requested at once leave one after the other', async () => {
  const pace = createPace(200);
  const started = performance.now();
  await Promise.all(Array.from({ length: 21 }, pace));
  // Twenty times five milliseconds, or more where the machine is busy.
  expect(performance.now() - started).toBeGreaterThan(95);
});

test('without a pace nobody waits', async () => {
  const pace = createPace(undefined);
  await Promise.all(Array.from({ length: 100 }, pace));
});
