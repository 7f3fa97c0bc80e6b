import type { EventLetterKind } from '@gurukul/contract/mails';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { eventMail } from '#server/mail/letters.ts';
import type { ToldEvent, ToldStudent } from '#server/mail/letters.ts';
import type { Mailer } from '#server/mail/mailer.ts';

/*
 * Who is told what: docs/decisions/0021. A letter is written once per event, student and kind, whoever asks for it and
 * however often; letters and the change they tell of are committed together.
 */

/** Nobody needs to hear about an event that has ended. */
export const isOver = ({ ends_at }: Pick<ToldEvent, 'ends_at'>, now: Date): boolean =>
  Date.parse(ends_at) <= now.getTime();

/** Living students `p` whose ids a query gives, once each. */
const listStudents = (db: Db, ids: Sql): Promise<ToldStudent[]> =>
  many<ToldStudent>(
    db,
    sql`
      select p.id as person_id, p.email_id, p.fullname, p.timezone, p.region
      from people p
      where p.id in (${ids})
        and p.deleted_at is null
      order by p.id
    `,
  );

/** Writes to these students, unless the event has ended; how many letters were new. */
export async function tell(
  tx: Db,
  mail: Mailer,
  kind: EventLetterKind,
  event: ToldEvent,
  studentIds: Sql,
): Promise<number> {
  if (isOver(event, new Date())) return 0;
  const students = await listStudents(tx, studentIds);
  return mail.enqueueMany(
    tx,
    students.map((student) => eventMail(kind, event, student)),
  );
}

/** Whom the publishing of an event concerns: the present students of its course, and whoever is registered. */
export const concernedBy = ({ event_id }: Pick<ToldEvent, 'event_id'>): Sql => sql`
  select n.student_id
  from events e
  join enrolments n on n.course_id = e.course_id and n.ended_on is null
  where e.id = ${event_id}
  union
  select r.student_id
  from event_registrations r
  where r.event_id = ${event_id} and r.removed_at is null
`;

export const theseStudents = (ids: readonly number[]): Sql => sql`select unnest(${ids}::bigint[])`;
