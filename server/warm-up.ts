import { calls } from '@gurukul/contract/index';
import type { Pool } from 'pg';
import * as z from 'zod';

/**
 * Prepares work that the first requests would wait for: it opens all connections of the pool and compiles the schemas
 * of the calls. So a balancer finds a listening portal at its usual speed. A missing connection is no reason not to
 * start, because a request that needs one gets its refusal.
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
