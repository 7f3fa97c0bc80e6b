import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import { countRows, recordReport } from '#server/security-log/of-calls.ts';
import type { Serving } from '#server/security-log/of-calls.ts';
import { findReceiver, reportKeys } from './make-file.ts';
import { nextAfter } from './periods.ts';
import { addressOf, isSuspended, lastDueDay, putOff, stopReport, takeDue } from './queries.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import { sendOpenCases } from './send-open-cases.ts';

const everyMs = 60_000;

/**
 * Writes the mail of one schedule whose day has come on the provider's clock, and says whether there was one. Mail, entry
 * in the security log and next day are one transaction, so each day has one mail, also when a process is killed. Days that
 * were missed have none.
 */
export async function sendOneReport({ pool, mail, config }: Serving, now = new Date()): Promise<boolean> {
  const until = await lastDueDay(pool, now);
  const sent = await inTransaction(pool, async (tx) => {
    const due = await takeDue(tx, until);
    if (due === null) return null;
    const { id, receiver_id, role, report, rhythm, next_on: day, most, author } = due;
    const receiver = await findReceiver(tx, receiver_id, role);
    if (receiver === null) {
      // A suspended receiver may come back: the report rests until then.
      await ((await isSuspended(tx, receiver_id))
        ? putOff(tx, id, nextAfter(until, rhythm))
        : stopReport(tx, id));
      return { personId: receiver_id, rows: 0 };
    }
    const { length } = await reportKeys(tx, receiver, report, { rhythm, day });
    // Of a list that is too long nothing leaves but its length.
    const rows = most !== null && length > most ? 0 : length;
    await mail.enqueue(tx, {
      kind: 'report',
      to: await addressOf(tx, receiver_id),
      dedupeKey: `report:${id}:${day}`,
      person_id: receiver_id,
      data: {
        receiver_id,
        role,
        report,
        rhythm,
        day,
        most,
        ...(author === null ? {} : { author: oneLine(author) }),
      },
    });
    await recordReport(tx, { personId: receiver_id, from: '', report: id, rows });
    await putOff(tx, id, nextAfter(until, rhythm));
    return { personId: receiver_id, rows };
  });
  if (sent === null) return false;
  await countRows({ pool, mail, config }, sent.personId, sent.rows);
  return true;
}

/** Every minute, for reports and for the weekly mails of open cases. */
export const reportsLook = (serving: Serving): Look => ({
  look: async () => (await sendOpenCases(serving.pool, serving.mail)) || (await sendOneReport(serving)),
  everyMs,
  failure: 'no look for reports that are due',
});
