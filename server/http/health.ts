import type { FastifyInstance } from 'fastify';
import type { Pool, QueryConfig } from 'pg';
import { fail } from './problem.ts';

// A load balancer asks every few seconds and must not still be waiting at the next time. The driver gives the question
// up after this time, which its types do not know.
const question: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: 2_000 };

/** Healthy means: the database answers. */
export function answerHealth(app: FastifyInstance, pool: Pool): void {
  app.get('/api/health', async (request) => {
    try {
      await pool.query(question);
    } catch (cause) {
      request.log.warn({ err: cause }, 'the database does not answer');
      throw fail('busy', { cause });
    }
    return { status: 'ok' };
  });
}
