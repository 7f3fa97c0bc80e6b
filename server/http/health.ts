import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { one } from '../db/rows.ts';
import { fail } from './problem.ts';

/** Healthy means: the database answers. */
export function answerHealth(app: FastifyInstance, pool: pg.Pool): void {
  app.get('/api/health', async (request) => {
    try {
      await one(pool, sql`select 1 as answer`);
    } catch (cause) {
      request.log.warn({ err: cause }, 'the database does not answer');
      throw fail('busy', { cause });
    }
    return { status: 'ok' };
  });
}
