import type pg from 'pg';
import sql from 'sql-template-tag';
import { bool, date, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { withOpenCases } from '#server/channels/mail/still-true.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { nextAfter } from './periods.ts';
import { lastDueDay } from './queries.ts';

const dueRow = row({ day: date, is_on: bool });
const ownerRow = row({ id: int, email_id: text });

/** A mail for each owner who has a case that waits. */
async function mailsOf(tx: Db, day: string): Promise<Mail[]> {
  const owners = await many(
    tx,
    ownerRow,
    sql`
      select p.id, p.email_id
      from present_staff p
      where p.email_id <> '' and p.id in (
        select x.owner_id from cases x where x.state = 'open' and x.owner_id is not null
      )
      order by p.id
    `,
  );
  const mails: Mail[] = [];
  for (const { id, email_id } of owners) {
    const data = { owner_id: id };
    // The cases are read again when the mail leaves.
    if ((await withOpenCases(tx, data)) === null) continue;
    mails.push({
      kind: 'open_cases',
      to: email_id,
      person_id: id,
      dedupeKey: `open_cases:${id}:${day}`,
      data,
    });
  }
  return mails;
}

/**
 * Writes the weekly mails of open cases when their Monday has come on the provider's clock, and says whether it had. Mails
 * and next Monday are one transaction, so each Monday is looked at once, also when a process is killed. A provider without the mail has
 * its next Monday too, so that none leaves in the middle of a week when it is switched on.
 */
export async function sendOpenCases(pool: pg.Pool, mailer: Mailer, now = new Date()): Promise<boolean> {
  const until = await lastDueDay(pool, now);
  return inTransaction(pool, async (tx) => {
    // A second process waits here, and then finds that the Monday is over.
    const due = await maybeOne(
      tx,
      dueRow,
      sql`
        select v.weekly_cases_on as day, v.weekly_cases as is_on
        from provider v
        where v.weekly_cases_on <= ${until}::date
        for no key update
      `,
    );
    if (due === null) return false;
    if (due.is_on) await mailer.enqueueMany(tx, await mailsOf(tx, due.day));
    await run(tx, sql`update provider set weekly_cases_on = ${nextAfter(until, 'weekly')}::date`);
    return true;
  });
}
