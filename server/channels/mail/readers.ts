import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, int, row, text } from '#server/db/columns.ts';
import { deadMailboxes } from './marked-addresses.ts';
import { payersFirst } from '#server/db/payer.ts';
import { many } from '#server/db/rows.ts';
import { mapInSlices } from '#server/slices.ts';
import { readingZone } from '#server/time/reading-zone.ts';
import { whereaboutsColumns, whereaboutsShape } from '#server/time/whereabouts.ts';

/** Whom a mail goes to, and the clock by which they read times. */
export interface MailReader {
  readonly person_id: number;
  /** Of the person, else of a guardian who may see, and never that of a guardian who may not. Empty: there is none. */
  readonly email_id: string;
  readonly fullname: string;
  /** IANA zone. */
  readonly timezone: string;
}

const storedReader = row({
  person_id: int,
  email_id: text,
  fullname: text,
  ...whereaboutsShape,
  provider_zone: text,
  came_back: bool,
});

/** With why there is no address: mails to all that could be written to came back. */
export interface FoundReader extends MailReader {
  readonly came_back: boolean;
}

/** The address of the person `p` is that of a guardian who may not see: mostly the parent who once signed them up. */
const isOfBarred = sql`exists (
  select from guardians g
  join people barred on barred.id = g.guardian_id and barred.deleted_at is null
  where g.student_id = p.id and not g.may_see
    and lower(p.email_id) in (
      select lower(barred.email_id)
      union all
      select lower(c.value) from contacts c where c.person_id = barred.id and c.kind = 'email'
    )
)`;

/** Guardians `g` of the person `p`, the people `y`, who may be written to in their place. */
const writtenGuardians = sql`
  from guardians g
  join people y on y.id = g.guardian_id and y.deleted_at is null
  where g.student_id = p.id and g.may_see and y.email_id <> ''
`;

/** The people whose ids a query gives, without deleted ones, once each, by id. Nobody is written to at a dead address. */
export async function listMailReaders(db: Db, ids: Sql): Promise<FoundReader[]> {
  const people = await many(
    db,
    storedReader,
    sql`
      select
        p.id as person_id, p.fullname, ${whereaboutsColumns}, (select v.time_zone from provider v) as provider_zone,
        coalesce(case when own.is_written and not own.is_dead then p.email_id end, (
          select y.email_id
          ${writtenGuardians} and lower(y.email_id) not in ${deadMailboxes}
          order by ${payersFirst}
          limit 1
        ), '') as email_id,
        own.is_written and own.is_dead or exists (
          select ${writtenGuardians} and lower(y.email_id) in ${deadMailboxes}
        ) as came_back
      from people p
      cross join lateral (
        select p.email_id <> '' and not ${isOfBarred} as is_written, lower(p.email_id) in ${deadMailboxes} as is_dead
      ) own
      where p.id in (${ids}) and p.deleted_at is null and (p.suspended_at is null or p.also_studies)
      order by p.id
    `,
  );
  return mapInSlices(people, ({ person_id, email_id, fullname, provider_zone, came_back, ...where }) => {
    const { zone: timezone } = readingZone(where, provider_zone);
    return { person_id, email_id, fullname, timezone, came_back: came_back && email_id === '' };
  });
}

/** Everybody behind a mailbox. They share one mail; the first of them says its clock and language. */
export interface MailboxReaders<Reader extends MailReader = MailReader> {
  /** In lower case. */
  readonly mailbox: string;
  readonly readers: readonly Reader[];
}

/** The readers by mailbox, without those who have none. */
export const byMailbox = <Reader extends MailReader>(readers: readonly Reader[]): MailboxReaders<Reader>[] =>
  Array.from(
    Map.groupBy(
      readers.filter(({ email_id: email }) => email !== ''),
      ({ email_id: email }) => email.toLowerCase(),
    ),
    ([mailbox, behind]) => ({ mailbox, readers: behind }),
  );
