import type pg from 'pg';
import { checkEndsSoon } from '@gurukul/contract/shared/person/checks';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { unwritten } from '#server/channels/mail/queries.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import { date, int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import { officeToday } from '#server/time/office-clock.ts';

const everyMs = 60 * 60_000;
/** In days, for a server that was off. The mails of these days stay, and so say what was written. */
const lateBy = 7;

const endingRow = row({ check_id: int, person_id: int, check: text, valid_until: date });

/** Writes to teachers whose checks end in sixty days, once each. Returns the number of new mails. */
export const remindOfChecks = (pool: pg.Pool, mailer: Mailer): Promise<number> =>
  inTransaction(pool, async (tx) => {
    const ending = await many(
      tx,
      endingRow,
      sql`
        select c.id as check_id, c.person_id, c.kind as "check", c.valid_until
        from checks c
        join present_staff p on p.id = c.person_id and 'teacher' in (p.main_role, p.as_role)
        where c.id in (select * from ending_checks())
          and c.valid_until - ${officeToday} between ${checkEndsSoon - lateBy}::integer and ${checkEndsSoon}::integer
        order by c.id
      `,
    );
    if (ending.length === 0) return 0;
    const readers = await listMailReaders(
      tx,
      sql`select unnest(${ending.map(({ person_id }) => person_id)}::bigint[])`,
    );
    const mails = ending.flatMap(({ check_id, person_id, check, valid_until }): Mail[] => {
      const to = readers.find((reader) => reader.person_id === person_id);
      const dedupeKey = `check_ends:${check_id}:${valid_until}`;
      const data = { check: oneLine(check), valid_until };
      return to === undefined ? [] : [{ kind: 'check_ends', to: to.email_id, person_id, dedupeKey, data }];
    });
    return mailer.enqueueMany(tx, await unwritten(tx, mails, ({ dedupeKey }) => dedupeKey));
  });

/** For checks that end. */
export const checksLook = (pool: pg.Pool, mailer: Mailer): Look => ({
  look: () => remindOfChecks(pool, mailer),
  everyMs,
  failure: 'no look for checks that end',
});
