import type { EventRegistrationState, LiveStatus } from '@gurukul/contract/events';
import type { PersonBehind } from '@gurukul/contract/shared/person/person-behind';
import { eventRegistrationStates, liveStatuses } from '@gurukul/contract/events';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import { many, run, exists } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownEvents, ownStudents } from '#server/http/identity/scope.ts';
import type { ToldEvent } from '#server/channels/mail/templates.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { theseStudents } from './audience.ts';
import { tell } from './tell.ts';

/* Registers students for events, for the staff and for the public site. */

/** An event that is locked until the transaction ends. */
export interface EventToJoin extends ToldEvent {
  readonly course_id: number | null;
  readonly live_status: LiveStatus;
  readonly registration_status: EventRegistrationState;
  readonly announced_at: string | null;
}

const eventsToJoinRow = row({
  event_id: int,
  version: int,
  event_name: text,
  starts_at: instant,
  ends_at: instant,
  meeting_link: text,
  place: text,
  description: text,
  course_id: int.nullable(),
  course_name: text.nullable(),
  live_status: oneOf(liveStatuses),
  registration_status: oneOf(eventRegistrationStates),
  announced_at: instant.nullable(),
});

/**
 * Locks those of these events that are not deleted until the registrations are saved. Others may register at the same
 * time.
 */
export async function holdEventsToJoin(tx: Db, eventIds: readonly number[]): Promise<EventToJoin[]> {
  const events = await many(
    tx,
    eventsToJoinRow,
    // Without a join: a row that changed while this waited would be joined to its old course.
    sql`
      select
        e.id as event_id, e.version, e.event_name, e.starts_at, e.ends_at, e.meeting_link, e.place, e.description,
        e.course_id, case when e.course_id is null then '' else (
          select c.course_name from courses c where c.id = e.course_id and c.deleted_at is null
        ) end as course_name,
        e.live_status, e.registration_status, e.announced_at
      from events e
      where e.id = any(${eventIds}::bigint[])
        and e.deleted_at is null
      order by e.id
      for share
    `,
  );
  return events.flatMap(({ course_name: courseName, ...event }) =>
    courseName === null ? [] : [{ ...event, course_name: courseName }],
  );
}

/** The reason why nobody can register for the event, or null. The staff may register people for closed events too. */
export function whyNotJoin(
  event: Pick<EventToJoin, 'live_status' | 'registration_status'>,
  { by }: { readonly by: 'staff' | 'public' },
): 'canceled' | 'closed' | null {
  if (event.live_status === 'canceled') return 'canceled';
  return by === 'public' && event.registration_status === 'inactive' ? 'closed' : null;
}

const registration = row({ id: int, event_id: int, student_id: int, is_new: bool });
export type Registration = RowOf<typeof registration>;

interface Joining {
  readonly event: EventToJoin;
  readonly studentId: number;
}

/**
 * Registers students for locked events, each once. An existing registration stays. For an event that was announced by
 * mail, each new one gets that mail.
 */
export async function register(
  tx: Db,
  mail: Mailer,
  joining: readonly Joining[],
  registeredBy: number | null,
): Promise<Registration[]> {
  const registrations = await insertRegistrations(tx, joining, registeredBy);
  const added = Map.groupBy(
    registrations.filter((row) => row.is_new),
    (row) => row.event_id,
  );
  const events = new Map(joining.map(({ event }) => [event.event_id, event]));
  for (const [eventId, rows] of added) {
    const event = events.get(eventId);
    if (event === undefined || event.announced_at === null) continue;
    const students = theseStudents(rows.map(({ student_id: studentId }) => studentId));
    await tell(tx, mail, 'event_published', event, students);
  }
  return registrations;
}

const insertRegistrations = (
  tx: Db,
  joining: readonly Joining[],
  registeredBy: number | null,
): Promise<Registration[]> =>
  many(
    tx,
    registration,
    sql`
      with given as (
        select distinct g.event_id, g.student_id
        from unnest(
          ${joining.map(({ event }) => event.event_id)}::bigint[],
          ${joining.map(({ studentId }) => studentId)}::bigint[]
        ) as g (event_id, student_id)
      ),
      added as (
        insert into event_registrations (event_id, student_id, registered_by)
        select g.event_id, g.student_id, ${registeredBy}::bigint
        from given g
        -- in one order, so that two who register the same people do not wait for each other in a circle
        order by g.event_id, g.student_id
        on conflict (event_id, student_id) where removed_at is null do nothing
        returning id, event_id, student_id
      )
      select a.id, a.event_id, a.student_id, true as is_new from added a
      union all
      select r.id, r.event_id, r.student_id, false
      from event_registrations r
      join given g on g.event_id = r.event_id and g.student_id = r.student_id
      where r.removed_at is null
    `,
  );

const studentToJoin = row({ user_id: int, fullname: text, dob: date.nullable() });

/**
 * The students behind that address, as far as the caller may know: course admins know the students of their courses,
 * and everybody who was ever registered for an event of these. For all others the result is the same as for nobody.
 * `isOwn`: whose own address it is, and not a guardian's.
 */
export const findStudentsToJoin = (
  db: Db,
  person: Person,
  email: string,
  { isOwn = false } = {},
): Promise<PersonBehind[]> =>
  many(
    db,
    studentToJoin,
    sql`
      select p.id as user_id, p.fullname, p.dob
      from people p
      where p.id in (select b.person_id from people_behind_emails b where b.email = lower(${email}))
        and ${isStudent}
        and (
          ${!isOwn} or lower(p.email_id) = lower(${email})
          or exists (
            select from contacts t where t.person_id = p.id and t.kind = 'email' and lower(t.value) = lower(${email})
          )
        )
        and (
          ${ownStudents(person)}
          or exists (
            select from event_registrations r
            join events e on e.id = r.event_id
            left join courses c on c.id = e.course_id
            where r.student_id = p.id and ${ownEvents(person)}
          )
        )
      order by p.id
    `,
  );

/**
 * Removes a registration. Returns false when it is out of the caller's courses. A second removal changes nothing and
 * succeeds.
 */
export async function removeRegistration(tx: Db, person: Person, registrationId: number): Promise<boolean> {
  const isInReach = await exists(
    tx,
    sql`
      select r.id
      from event_registrations r
      join events e on e.id = r.event_id
      left join courses c on c.id = e.course_id
      where r.id = ${registrationId}
        and ${ownEvents(person)}
      for share of e
      for no key update of r
    `,
  );
  if (!isInReach) return false;
  await run(
    tx,
    sql`
    update event_registrations
    set removed_at = clock_timestamp()
    where id = ${registrationId}
      and removed_at is null
  `,
  );
  return true;
}
