import type { onResponseHookHandler } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { run } from '../../db/rows.ts';
import { networkOf } from '../limits/network.ts';

/** The network of requests that named a key and did not prove that they have it. Anybody can send those. */
export const unprovenNetwork = '';

const itemsOf = (body: unknown): number =>
  typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items)
    ? body.items.length
    : 0;

/** Counts a request of an intake key, by day and network. The answer does not wait for it. */
export const noteIntakeUse =
  (pool: pg.Pool): onResponseHookHandler =>
  async (request, reply) => {
    const { intakeUse } = request;
    if (intakeUse === null) return;
    const { keyId, isProven } = intakeUse;
    const isRefused = reply.statusCode >= 400;
    const network = isProven ? networkOf(request.ip) : unprovenNetwork;
    try {
      await run(
        pool,
        sql`
          insert into intake_uses as u (key_id, day, network, requests, refused, items)
          values (${keyId}, (now() at time zone 'UTC')::date, ${network}, 1, ${isRefused ? 1 : 0},
            ${isRefused ? 0 : itemsOf(request.body)})
          on conflict on constraint intake_uses_pkey do update
          set requests = u.requests + 1, refused = u.refused + excluded.refused, items = u.items + excluded.items
        `,
      );
      if (isRefused) return;
      await run(
        pool,
        sql`
          update intake_keys
          set last_used_at = now(), last_network = ${network}
          where id = ${keyId}
            and (last_used_at is null or last_used_at < now() - interval '1 minute'
              or last_network is distinct from ${network})
        `,
      );
    } catch (error) {
      request.log.warn({ err: error }, 'the use of an intake key is not counted');
    }
  };
