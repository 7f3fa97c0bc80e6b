import { release } from '@gurukul/contract/shared/release';
import type { FastifyInstance } from 'fastify';
import type { Pool, QueryConfig } from 'pg';
import { createSidePool } from '../db/pool.ts';
import { fail } from './problem.ts';

// In milliseconds. A load balancer asks every few seconds, so the query must end before the next one. The driver
// supports the option, but its types do not have it.
const question: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: 2_000 };

/**
 * Healthy means that the database answers. The query uses a connection of its own, so that a busy pool does not look
 * like a dead database. Requests that arrive while a query runs share its answer.
 */
export function answerHealth(app: FastifyInstance, pool: Pool): void {
  const own = createSidePool(pool, 1);
  app.addHook('onClose', async () => own.end());
  let asked: Promise<unknown> | null = null;
  const ask = () => (asked ??= own.query(question).finally(() => (asked = null)));
  app.get('/api/health', async (request) => {
    try {
      await ask();
    } catch (cause) {
      request.log.warn({ err: cause }, 'the database does not answer');
      throw fail('busy', { cause });
    }
    return { status: 'ok', version: release };
  });
}
