import type pg from 'pg';
import type { Connection } from '../db/pool.ts';
import { createPool, usualLimits } from '../db/pool.ts';

/**
 * A pool for tests of anything but the limits. On a busy machine a large statement of a test takes longer than any
 * request may, and so does the wait for a new connection or a lock.
 */
export const patientPool = (connection: Connection): pg.Pool =>
  createPool(connection, {
    ...usualLimits,
    poolWaitSeconds: 60,
    statementTimeoutSeconds: 60,
    lockTimeoutSeconds: 60,
  });
