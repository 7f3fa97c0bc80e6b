import type { FastifyInstance } from 'fastify';
import type { Pool, QueryConfig } from 'pg';
import { createSidePool } from '../db/pool.ts';
import { fail } from './problem.ts';

// A load balancer asks every few seconds and must not still be waiting at the next time. The driver gives the question
// up after this time, which its types do not know.
const question: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: 2_000 };

/**
 * Healthy means: the database answers. It is asked over a connection that nothing else uses, so that a pool which is busy
 * does not pass for a database which is away; whoever asks while it is being asked gets the same answer.
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
    return { status: 'ok' };
  });
}
