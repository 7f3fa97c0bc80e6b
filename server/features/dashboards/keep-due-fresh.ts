import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { refreshDue, refreshedAtOnce } from './today-queries.ts';

const everyMs = 2000;

/**
 * Refreshes the cache of due items while the app listens, for speed only: a reader computes stale courses itself. When
 * several processes try at once, one does it.
 */
export function keepDueFresh(app: FastifyInstance, pool: pg.Pool): void {
  let timer: NodeJS.Timeout | undefined;
  let isRefreshing = false;
  async function refresh(): Promise<void> {
    if (isRefreshing) return;
    isRefreshing = true;
    try {
      let refreshed = refreshedAtOnce;
      // More than once after a large import.
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
