import { payServices } from '@gurukul/contract/checkouts';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import type { JobLog } from '#server/jobs/open.ts';
import { ServiceAway } from './ask.ts';
import type { PayConfig } from './gateway.ts';
import { gatewayOf } from './gateway.ts';
import type { News } from './news.ts';
import { takeNews } from './take.ts';

const endedRow = row({ reference: text, service: oneOf(payServices), service_id: text.nullable() });

/**
 * Asks the service once about each page that has ended and of which no message came: a webhook may be set up wrongly, and
 * a payment is one all the same. While the service is away, the page waits for the next time.
 */
export async function lookAtEnded(
  pool: pg.Pool,
  mail: Mailer,
  config: PayConfig,
  warn: (error: unknown) => void,
): Promise<void> {
  const ended = await many(
    pool,
    endedRow,
    sql`
      select k.reference, k.service, k.service_id from checkouts k
      where k.state = 'open' and k.ends_at < now()
      order by k.ends_at
      limit 20
    `,
  );
  for (const { reference, service, service_id: id } of ended) {
    try {
      const gateway = id === null ? null : await gatewayOf(pool, config, service);
      const told = id === null ? null : await gateway?.look(id);
      const over: News = {
        eventId: `ended ${reference}`,
        at: new Date(),
        ended: { reference, state: 'expired' },
      };
      await inTransaction(pool, async (tx) => takeNews(tx, mail, service, told ?? over));
    } catch (error) {
      warn(error);
      if (error instanceof ServiceAway) return;
    }
  }
}

const everyMs = 60_000;

/** For pages of payment services that have ended. */
export const endedPagesLook = (pool: pg.Pool, mail: Mailer, config: PayConfig, log: JobLog): Look => ({
  look: async () => {
    await lookAtEnded(pool, mail, config, (error) =>
      log.warn({ err: error }, 'an ended page could not be looked at'),
    );
    return false;
  },
  everyMs,
  failure: 'looking at ended pages failed',
});
