import { hash } from 'node:crypto';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { instant, int, row } from '#server/db/columns.ts';
import { isValidCertificate } from '#server/db/progress.ts';
import { many } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { unwritten } from '#server/channels/mail/queries.ts';
import { byMailbox, listMailReaders } from '#server/channels/mail/readers.ts';
import { isQuiet, lastEvening } from '#server/channels/mail/reminder-times.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import type { Look } from '#server/jobs/look-in-background.ts';

const everyMs = 10 * 60_000;

const decidedRow = row({ student_id: int, decided_at: instant });

/**
 * Writes the mails about decided homework and tests, and about new certificates: one an evening for each mailbox, from
 * eight o'clock on by its reader's clock, or after the night. What was decided later is in the next one. Returns the number of new mails.
 */
export const tellDecisions = (pool: pg.Pool, mailer: Mailer, now = new Date()): Promise<number> =>
  inTransaction(pool, async (tx) => {
    // The evenings of all clocks, and the day before each.
    const decided = await many(
      tx,
      decidedRow,
      sql`
        select h.student_id, h.decided_at
        from homework h
        where h.decided_at > ${now}::timestamptz - interval '50 hours'
        union all
        select x.student_id, x.decided_at
        from tests x
        where x.decided_at > ${now}::timestamptz - interval '50 hours' and x.canceled_at is null
        union all
        select t.student_id, t.issued_at
        from certificates t
        where t.issued_at > ${now}::timestamptz - interval '50 hours' and ${isValidCertificate}
      `,
    );
    const students = Map.groupBy(decided, ({ student_id }) => student_id);
    const readers = await listMailReaders(tx, sql`select unnest(${[...students.keys()]}::bigint[])`);
    const mails = byMailbox(readers).flatMap(({ mailbox, readers: behind }): Mail[] => {
      const { person_id, email_id, timezone } = behind[0]!;
      const { from, until } = lastEvening(now, timezone);
      const isOfDay = ({ decided_at }: { readonly decided_at: string }) =>
        Date.parse(decided_at) > from.getTime() && Date.parse(decided_at) <= until.getTime();
      const own = behind.filter((one) => students.get(one.person_id)?.some(isOfDay));
      if (own.length === 0 || isQuiet(now, timezone)) return [];
      return [
        {
          kind: 'homework_decided',
          to: email_id,
          person_id,
          dedupeKey: `homework_decided:${hash('sha256', mailbox, 'hex').slice(0, 32)}:${until.toISOString().slice(0, 10)}`,
          data: {
            mailbox,
            students: own.map((one) => one.person_id),
            from: from.toISOString(),
            until: until.toISOString(),
          },
        },
      ];
    });
    return mailer.enqueueMany(tx, await unwritten(tx, mails, ({ dedupeKey }) => dedupeKey));
  });

/** For decided homework. */
export const decisionsLook = (pool: pg.Pool, mailer: Mailer): Look => ({
  look: () => tellDecisions(pool, mailer),
  everyMs,
  failure: 'no look for decided homework',
});
