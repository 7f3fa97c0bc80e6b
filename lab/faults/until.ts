import { setTimeout as wait } from 'node:timers/promises';

/** Polls until the condition is true. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { withinMs = 60_000, everyMs = 50 } = {},
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs / 1000} s: ${what}`);
    await wait(everyMs);
  }
}
