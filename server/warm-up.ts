import { calls } from '@gurukul/contract/index';
import type { Pool } from 'pg';
import * as z from 'zod';

/**
 * What the first requests would otherwise wait for: connections, all that the pool may have, and the schemas of the
 * calls, which become code when they are first used. A balancer that finds the portal listening then finds it at its
 * usual speed. A connection that cannot be had is no reason not to start: whoever needs one is told.
 */
export async function warmUp(pool: Pool): Promise<void> {
  const opening = Array.from({ length: pool.options.max }, () => pool.connect());
  for (const { call } of calls()) {
    z.safeParse(call.input, {});
    z.safeParse(call.output, {});
  }
  for (const opened of await Promise.allSettled(opening)) {
    if (opened.status === 'fulfilled') opened.value.release();
  }
}
