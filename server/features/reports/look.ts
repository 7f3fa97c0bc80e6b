import type pg from 'pg';
import { inTransaction } from '#server/db/tx.ts';
import { lookInBackground } from '#server/jobs/look-in-background.ts';
import type { JobLog } from '#server/jobs/open.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { findReceiver } from './make-file.ts';
import { nextAfter } from './periods.ts';
import { addressOf, isSuspended, lastDueDay, putOff, stopReport, takeDue } from './queries.ts';
import { sendOpenCases } from './send-open-cases.ts';

const everyMs = 60_000;

/**
 * Writes the mail of one schedule whose day has come on the provider's clock, and says whether there was one. Mail and
 * next day are one transaction, so each day has one mail, also when a process is killed. Days that were missed have none.
 */
export async function sendOneReport(pool: pg.Pool, mailer: Mailer, now = new Date()): Promise<boolean> {
  const until = await lastDueDay(pool, now);
  return inTransaction(pool, async (tx) => {
    const due = await takeDue(tx, until);
    if (due === null) return false;
    const { id, receiver_id, role, report, rhythm } = due;
    if ((await findReceiver(tx, receiver_id, role)) === null) {
      // A suspended receiver may come back: the report rests until then.
      await ((await isSuspended(tx, receiver_id))
        ? putOff(tx, id, nextAfter(until, rhythm))
        : stopReport(tx, id));
      return true;
    }
    await mailer.enqueue(tx, {
      kind: 'report',
      to: await addressOf(tx, receiver_id),
      dedupeKey: `report:${id}:${due.next_on}`,
      person_id: receiver_id,
      data: { receiver_id, role, report, rhythm, day: due.next_on },
    });
    await putOff(tx, id, nextAfter(until, rhythm));
    return true;
  });
}

/** Looks for reports and for the weekly mails of open cases every minute, until the returned function stops it. */
export const sendReportsInBackground = (pool: pg.Pool, mailer: Mailer, log: JobLog): (() => Promise<void>) =>
  lookInBackground(
    {
      look: async () => (await sendOpenCases(pool, mailer)) || (await sendOneReport(pool, mailer)),
      everyMs,
      failure: 'no look for reports that are due',
    },
    log,
  );
