import type { ClientConfig, Pool } from 'pg';
import { createPool } from '../../server/db/pool.ts';

/** Connections of the tables' owner, for millions of rows, without the portal's time limits. */
export const ownerPool = (connection: ClientConfig): Pool =>
  createPool(connection, {
    poolSize: 4,
    poolWaitSeconds: 60,
    statementTimeoutSeconds: 3600,
    lockTimeoutSeconds: 3600,
    idleInTransactionSeconds: 3600,
  });

/** As autovacuum does within a minute: plans that were made for an empty trail read all of it. */
export const analyzeTrail = (owner: Pool) => owner.query('analyze audit_entries, changes');
