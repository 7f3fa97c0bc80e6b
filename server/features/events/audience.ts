import type { EventAudience } from '@gurukul/contract/events';
import { invitingKinds } from '@gurukul/contract/mails';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, int, row, text } from '#server/db/columns.ts';
import { many, one } from '#server/db/rows.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { MailReader } from '#server/channels/mail/readers.ts';

/* The recipients of mails about an event, as queries for the ids of students. See docs/decisions/0021. */

interface AnEvent {
  readonly event_id: number;
}

export const theseStudents = (ids: readonly number[]): Sql => sql`select unnest(${ids}::bigint[])`;

export const registeredFor = ({ event_id }: AnEvent): Sql =>
  sql`select r.student_id from event_registrations r where r.event_id = ${event_id} and r.removed_at is null`;

/** Everybody registered, and the present students of the course where the condition on `events e` holds. */
const registeredOr = (event: AnEvent, courseToo: Sql): Sql => sql`
  select n.student_id
  from events e
  join enrolments n on n.course_id = e.course_id and n.ended_on is null
  where e.id = ${event.event_id} and ${courseToo}
  union
  ${registeredFor(event)}
`;

/** The present students of the course, and everybody registered. */
const ofCourse = (event: AnEvent): Sql => registeredOr(event, sql`true`);

/** The audience of a published event: the same, or those who are registered alone. */
export const concernedBy = (event: AnEvent): Sql => registeredOr(event, sql`not e.is_for_registered`);

/** Whether event `e` is for the registered; before its first mail, whether somebody is. */
export const isForRegistered = sql`case when e.announced_at is null then exists (
  select from event_registrations r where r.event_id = e.id and r.removed_at is null
) else e.is_for_registered end`;

/** The last mail about the event that each student got, or may have got. */
const lastHeard = ({ event_id }: AnEvent): Sql => sql`
  select distinct on (m.person_id) m.person_id, m.kind
  from mails m
  where m.event_id = ${event_id} and (m.sent_at is not null or m.handed_over_at is not null)
  order by m.person_id, m.id desc
`;

/** People who got a mail that the event takes place. */
export const informedOf = (event: AnEvent): Sql =>
  sql`select h.person_id from (${lastHeard(event)}) h where h.kind <> 'event_canceled'`;

/** People who got a mail that the event is canceled. */
export const calledOff = (event: AnEvent): Sql =>
  sql`select h.person_id from (${lastHeard(event)}) h where h.kind = 'event_canceled'`;

/** People who may come: informed or registered. */
export const expectedAt = (event: AnEvent): Sql => sql`${informedOf(event)} union ${registeredFor(event)}`;

const waitingToHearOfCancel = ({ event_id }: AnEvent): Sql => sql`
  select m.person_id
  from mails m
  where m.event_id = ${event_id} and m.kind = 'event_canceled' and m.state = 'queued'
`;

const inviting = ({ event_id }: AnEvent): Sql =>
  sql`from mails m where m.event_id = ${event_id} and m.kind = any(${invitingKinds}::text[])`;

/** People whose mail has not left yet. */
const waitingFor = (event: AnEvent): Sql =>
  sql`select m.person_id ${inviting(event)} and m.state = 'queued' and m.handed_over_at is null`;

/** The audience of publishing that has no mail, for any reason. */
export const unwritten = (event: AnEvent, audience = concernedBy(event)): Sql =>
  sql`(${audience}) except (select m.person_id ${inviting(event)} and m.state <> 'withdrawn')`;

/** People whose mails were withdrawn at that moment and are still useful: they got no mail about the cancellation. */
export const takenBack = (event: AnEvent, at: Sql, kinds: readonly string[] = invitingKinds): Sql => sql`
  (select m.person_id ${inviting(event)} and m.kind = any(${kinds}::text[]) and m.withdrawn_at = ${at})
  intersect (${concernedBy(event)})
  except (${calledOff(event)})
`;

const mailboxRow = row({ mailbox: text });

/** Leaves out those who want no invitations to events, as they said on their page. Changes and cancels are always told. */
export async function withoutUnwilling(tx: Db, readers: readonly MailReader[]): Promise<MailReader[]> {
  const mailboxes = readers.map(({ email_id }) => email_id.toLowerCase());
  const unwilling = await many(
    tx,
    mailboxRow,
    sql`
      select g.mailbox from personal_pages g
      where g.mailbox = any(${mailboxes}::text[]) and 'events' = any(g.unwanted)
    `,
  );
  const known = new Set(unwilling.map(({ mailbox }) => mailbox));
  return readers.filter(({ email_id }) => !known.has(email_id.toLowerCase()));
}

const studentRow = row({ student_id: int });

const eventAudienceRow = row({
  registered: int,
  registered_informed: int,
  informed: int,
  waiting: int,
  concerned: int,
  called_off: int,
  withdrawn: int,
  is_for_registered: bool,
});

/** The number of recipients of each mail about an event. */
export async function countAudience(db: Db, event: AnEvent): Promise<EventAudience> {
  const living = (ids: Sql) =>
    sql`(select count(*) from people p where p.deleted_at is null and p.id in (${ids}))`;
  const lastTime = sql`(select max(m.withdrawn_at) ${inviting(event)})`;
  const counts = await one(
    db,
    eventAudienceRow,
    sql`
      select
        ${living(registeredFor(event))} as registered,
        ${living(sql`(${registeredFor(event)}) intersect (${informedOf(event)})`)} as registered_informed,
        ${living(informedOf(event))} as informed,
        ${living(waitingFor(event))} as waiting,
        ${living(sql`(${expectedAt(event)}) except (${waitingFor(event)})`)} as concerned,
        ${living(sql`(${calledOff(event)}) union (${waitingToHearOfCancel(event)})`)} as called_off,
        ${living(takenBack(event, lastTime))} as withdrawn,
        (select ${isForRegistered} from events e where e.id = ${event.event_id}) as is_for_registered
    `,
  );
  const registered = new Set(
    (await many(db, studentRow, registeredFor(event))).map(({ student_id }) => student_id),
  );
  const readers = await listMailReaders(db, unwritten(event, ofCourse(event)));
  const reached = await withoutUnwilling(
    db,
    readers.filter(({ email_id }) => email_id !== ''),
  );
  return {
    ...counts,
    unwritten: reached.length,
    unwritten_registered: reached.filter(({ person_id }) => registered.has(person_id)).length,
    unreached: readers.filter(({ email_id }) => email_id === '').map(({ fullname }) => fullname),
  };
}
