import type { FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { addressFrom } from './require-https.ts';

/** Names a request that is no call for the trail of its transaction. Its person and action are named later. */
export const nameRequest = (tx: Db, request: FastifyRequest) =>
  run(
    tx,
    sql`
      select set_config('gurukul.request', ${request.id}, true),
        set_config('gurukul.from', ${addressFrom(request)}, true), set_config('gurukul.key', '', true),
        set_config('gurukul.change', '', true)
    `,
  );
