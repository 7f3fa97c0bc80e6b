import type { ClientConfig, Pool } from 'pg';
import { createPool } from '../../server/db/pool.ts';

/** Connections of the owner of the tables, who lays down millions of rows: nothing is given up that the portal would. */
export const ownerPool = (connection: ClientConfig): Pool =>
  createPool(connection, {
    poolSize: 4,
    poolWaitSeconds: 60,
    statementTimeoutSeconds: 3600,
    lockTimeoutSeconds: 3600,
    idleInTransactionSeconds: 3600,
  });
