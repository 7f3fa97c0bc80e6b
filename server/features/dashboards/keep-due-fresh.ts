import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { refreshDue, refreshedAtOnce } from './today-queries.ts';

const everyMs = 2000;

/**
 * Refreshes the cache of what is due while the app listens. Nothing depends on it but speed: a reader computes stale
 * courses itself. Several processes may try at once; then one of them does it.
 */
export function keepDueFresh(app: FastifyInstance, pool: pg.Pool): void {
  let timer: NodeJS.Timeout | undefined;
  let isRefreshing = false;
  async function refresh(): Promise<void> {
    if (isRefreshing) return;
    isRefreshing = true;
    try {
      let refreshed = refreshedAtOnce;
      // After a large import more than once.
      while (refreshed === refreshedAtOnce) {
        if (timer === undefined) return;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        refreshed = await refreshDue(pool);
      }
    } catch (error) {
      app.log.warn({ err: error }, 'refreshing what is due failed');
    } finally {
      isRefreshing = false;
    }
  }
  app.addHook('onListen', async () => {
    timer = setInterval(() => void refresh(), everyMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    timer = undefined;
  });
}
