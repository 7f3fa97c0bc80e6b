import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { countedAtOnce, countWhatChanged } from './queries.ts';
import { keepWhatIsDue, lookedAtAtOnce } from './today-queries.ts';

const everyMs = 2000;

/**
 * Counts what was written while the app listens, and looks what is due there. Nothing depends on it but speed: whoever
 * looks at a dashboard does so by himself where it was not done yet. Several processes may do it at once; then one of
 * them does.
 */
export function keepCounted(app: FastifyInstance, pool: pg.Pool): void {
  let timer: NodeJS.Timeout | undefined;
  let isCounting = false;
  async function count(): Promise<void> {
    if (isCounting) return;
    isCounting = true;
    try {
      let counted = countedAtOnce;
      let lookedAt = lookedAtAtOnce;
      // After a large import more than once.
      while (counted === countedAtOnce || lookedAt === lookedAtAtOnce) {
        if (timer === undefined) return;
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        counted = await countWhatChanged(pool);
        // oxlint-disable-next-line no-await-in-loop
        lookedAt = await keepWhatIsDue(pool);
      }
    } catch (error) {
      app.log.warn({ err: error }, 'counting for the dashboards failed');
    } finally {
      isCounting = false;
    }
  }
  app.addHook('onListen', async () => {
    timer = setInterval(() => void count(), everyMs).unref();
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    timer = undefined;
  });
}
