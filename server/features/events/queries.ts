import type { EventRegistrationRow, EventRow, EventSort, LiveStatus } from '@gurukul/contract/events';
import {
  defaultEventImage,
  defaultSpeakerImage,
  eventRegistrationStates,
  liveStatuses,
} from '@gurukul/contract/events';
import { reminderTimes } from '@gurukul/contract/shared/meetings/reminders';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import { likeText, personSoundsLike } from '#server/db/like.ts';
import { idsOfPage, inOrder, limitTo, orderBy } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, list, object, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne, one, run } from '#server/db/rows.ts';
import { studies } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownCourses, ownEvents } from '#server/http/identity/scope.ts';
import { eventAbilities } from './rules.ts';

/**
 * Condition on `events e` with its `courses c`: events of own courses, and those that the caller once made elsewhere.
 */
export const inSight = (person: Caller): Sql => sql`(
  (${ownEvents(person)}) or e.created_by = ${person.id} and (e.course_id is null or c.deleted_at is null)
)`;

const storedEvent = row({
  id: int,
  event_id: int,
  event_name: text,
  course_id: int.nullable(),
  course_name: text,
  description: text,
  meeting_link: text,
  place: text,
  event_date: date,
  start_time: instant,
  end_time: instant,
  image_url: text,
  created_by: int,
  edit_flag: bool,
  live_status: oneOf(liveStatuses),
  status: text,
  registration_status: oneOf(eventRegistrationStates),
  version: int,
  is_own: bool,
  mails: object({ queued: int, sent: int, failed: int, withdrawn: int, kept: int.optional() }).nullable(),
  registered: int,
  reminders: list(oneOf(reminderTimes)),
});
type StoredEvent = RowOf<typeof storedEvent>;

/** Coming events first, the next one at the top; below them past events, the latest first. */
const usualOrder = sql`
  order by
    e.ends_at <= now(),
    case when e.ends_at > now() then e.starts_at end,
    e.starts_at desc,
    e.id desc
`;

const selectEvents = (person: Person, condition: Sql): Sql => sql`
  select
    e.id, e.id as event_id, e.event_name, e.course_id, coalesce(c.course_name, '') as course_name, e.description, e.meeting_link, e.place,
    e.event_date, e.starts_at as start_time, e.ends_at as end_time,
    case e.image_url when '' then ${defaultEventImage} else e.image_url end as image_url,
    e.created_by, e.edit_flag, e.live_status, e.live_status as status, e.registration_status,
    e.version, e.reminders, (${ownEvents(person)}) is true as is_own,
    counted.mails,
    (
      select count(*)
      from event_registrations r
      join people p on p.id = r.student_id and p.deleted_at is null
      where r.event_id = e.id and r.removed_at is null
    ) as registered
  from events e
  left join courses c on c.id = e.course_id
  left join lateral (
    select json_strip_nulls(json_build_object(
      'queued', count(*) filter (where m.state = 'queued'),
      'sent', count(*) filter (where m.state = 'sent' and k.mail_id is null),
      'kept', nullif(count(k.mail_id), 0),
      'failed', count(*) filter (where m.state = 'failed'),
      'withdrawn', count(*) filter (where m.state = 'withdrawn')
    )) as mails
    from mails m
    left join kept_mails k on k.mail_id = m.id
    where m.event_id = e.id
    having count(*) > 0
  ) counted on true
  where e.deleted_at is null
    and ${inSight(person)}
    and ${condition}
  ${usualOrder}
`;

const toRow = ({ is_own: isOwn, mails, ...event }: StoredEvent): EventRow => ({
  ...event,
  ...(mails === null ? {} : { mails }),
  can: eventAbilities(event.live_status, isOwn),
});

/** All events in the caller's sight. */
export async function listEvents(db: Db, person: Person): Promise<EventRow[]> {
  const events = await many(db, storedEvent, selectEvents(person, sql`true`));
  return events.map(toRow);
}

/** An absent or empty one finds all events, in the usual order. */
export interface AskedEvents {
  readonly search?: string | null | undefined;
  readonly status?: LiveStatus | null | undefined;
  /** Days, yyyy-mm-dd. */
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
  readonly sort?: EventSort | `-${EventSort}` | '' | null | undefined;
}

const sortColumns: Readonly<Record<EventSort, string>> = {
  event_name: 'lower(e.event_name) collate natural_order',
  course_name: 'lower(c.course_name)',
  event_date: 'e.event_date',
  live_status: 'e.live_status',
};

const textOfEvent = raw(
  `lower(concat_ws(' ', e.event_name, c.course_name, e.meeting_link, e.place, e.event_date))`,
);

/** The events on a page of the list, and the number of all; without a page, all that were asked for. */
export async function findEvents(
  db: Db,
  person: Person,
  { search, status, from, to, sort }: AskedEvents,
  window: Window | null,
): Promise<{ events: EventRow[]; total: number }> {
  const conditions = [
    sql`e.deleted_at is null`,
    inSight(person),
    ...(search ? [sql`${textOfEvent} like ${likeText(search)}`] : []),
    ...(status ? [sql`e.live_status = ${status}`] : []),
    ...(from ? [sql`e.event_date >= ${from}`] : []),
    ...(to ? [sql`e.event_date <= ${to}`] : []),
  ];
  const rows = sql`
    from events e
    left join courses c on c.id = e.course_id
    where ${allOf(conditions)}
  `;
  const order = sort ? orderBy(sortColumns, sort, '-id', 'e.id') : usualOrder;
  const { ids, total } = await idsOfPage(db, raw('e.id'), rows, order, window);
  const found = await many(db, storedEvent, selectEvents(person, sql`e.id = any(${ids}::bigint[])`));
  return { events: inOrder(ids, found.map(toRow), ({ event_id: id }) => id), total };
}

const speakerRow = row({ id: int, speaker_name: text, speaker_image: text });

export async function findEvent(db: Db, person: Person, eventId: number) {
  const event = await maybeOne(db, storedEvent, selectEvents(person, sql`e.id = ${eventId}`));
  if (event === null) throw fail('not_found');
  const speakers = await many(
    db,
    speakerRow,
    sql`
      select
        s.id, s.speaker_name,
        case s.speaker_image when '' then ${defaultSpeakerImage} else s.speaker_image end as speaker_image
      from event_speakers s
      where s.event_id = ${eventId}
      order by s.position, s.id
    `,
  );
  return { ...toRow(event), speakers };
}

export interface RegistrationFilter {
  readonly eventId: number | null;
  /** A part of the texts of student, event or course; '' for all. */
  readonly search: string;
}

/** Registrations `r` of students `p` who are not deleted, for events `e` in sight, with their courses `c`. */
const registrationsInSight = (person: Person, { eventId, search }: RegistrationFilter): Sql => sql`
  from event_registrations r
  join events e on e.id = r.event_id and e.deleted_at is null
  left join courses c on c.id = e.course_id
  join people p on p.id = r.student_id and p.deleted_at is null
  where r.removed_at is null
    and ${inSight(person)}
    and ${eventId === null ? sql`true` : sql`r.event_id = ${eventId}`}
    and ${
      search === ''
        ? sql`true`
        : sql`(
            lower(concat_ws(' ', p.fullname, p.email_id, c.course_name, e.event_name)) like ${likeText(search)}
            or ${personSoundsLike(sql`p.id`, search)}
          )`
    }
`;

const everyRegistration: RegistrationFilter = { eventId: null, search: '' };

const registrationsRow = row({
  register_id: int,
  user_name: text,
  email_id: text,
  course_name: text,
  event_name: text,
  event_date: date,
  event_id: int,
  course_id: int.nullable(),
  student_id: int,
  is_guest: bool,
  phone_number: text,
  is_own: bool,
});

/** Registrations for the events in sight, latest first; all, or one page. */
export async function listRegistrations(
  db: Db,
  person: Person,
  filter = everyRegistration,
  window: Window | null = null,
): Promise<EventRegistrationRow[]> {
  const registrations = await many(
    db,
    registrationsRow,
    sql`
      select
        r.id as register_id, p.fullname as user_name, p.email_id, coalesce(c.course_name, '') as course_name, e.event_name, e.event_date,
        e.id as event_id, e.course_id, r.student_id, not ${studies('p')} as is_guest,
        case when ${studies('p')} then '' else coalesce(p.phone_number, '') end as phone_number,
        (${ownEvents(person)}) is true as is_own
      ${registrationsInSight(person, filter)}
      order by r.id desc
      ${limitTo(window)}
    `,
  );
  return registrations.map(({ is_own: isOwn, ...row }) => ({ ...row, can: { remove: isOwn } }));
}

const registrationsRowType = row({ n: int });

export const countRegistrations = async (
  db: Db,
  person: Person,
  filter: RegistrationFilter,
): Promise<number> =>
  (await one(db, registrationsRowType, sql`select count(*) as n ${registrationsInSight(person, filter)}`)).n;

/** A stored event, locked for a change. */
const heldEvent = row({
  event_id: int,
  version: int,
  event_name: text,
  course_name: text,
  /** ISO 8601, UTC. */
  starts_at: instant,
  ends_at: instant,
  meeting_link: text,
  place: text,
  description: text,
  course_id: int.nullable(),
  event_date: date,
  image_url: text,
  live_status: oneOf(liveStatuses),
  registration_status: oneOf(eventRegistrationStates),
  deleted_at: instant.nullable(),
  /** The caller's own session switched the registration within the last two seconds. */
  is_just_switched: bool,
});
export type HeldEvent = RowOf<typeof heldEvent>;

/** Locks these courses in the order of their ids. Throws a refusal unless all are the caller's own. */
export async function holdCourses(
  tx: Db,
  person: Person,
  courseIds: readonly (number | null)[],
): Promise<void> {
  const wanted = new Set(courseIds.filter((id) => id !== null));
  const held = await run(
    tx,
    sql`
      select c.id
      from courses c
      where c.id = any(${[...wanted]}::bigint[])
        and c.deleted_at is null
        and ${ownCourses(person)}
      order by c.id
      for share of c
    `,
  );
  if (held < wanted.size) throw fail('not_found');
}

const seenEvent = row({ course_id: int.nullable(), is_own: bool });

/**
 * Locks an event of the caller's courses, deleted or not, for the rest of the transaction. It first locks its course,
 * and the one it may move to, so that they do not pass to another course admin meanwhile. Nobody can register meanwhile
 * either.
 */
export async function holdEvent(
  tx: Db,
  person: Person,
  eventId: number,
  { movesTo = [] }: { readonly movesTo?: readonly (number | null)[] } = {},
): Promise<HeldEvent> {
  const seen = await maybeOne(
    tx,
    seenEvent,
    sql`
      select e.course_id, (${ownEvents(person)}) is true as is_own
      from events e
      left join courses c on c.id = e.course_id
      where e.id = ${eventId}
    `,
  );
  if (seen === null || !seen.is_own) throw fail('not_found');
  await holdCourses(tx, person, [seen.course_id, ...movesTo]);
  // Without a join: a row that changed while this waited would be joined to its old course.
  const event = await one(
    tx,
    heldEvent,
    sql`
      select
        e.id as event_id, e.version, e.event_name, coalesce(
          (select c.course_name from courses c where c.id = e.course_id), ''
        ) as course_name,
        e.starts_at, e.ends_at, e.meeting_link, e.place, e.description, e.course_id, e.event_date, e.image_url,
        e.live_status, e.registration_status, e.deleted_at,
        (
          e.registration_changed_in = ${person.sessionId}
          and e.registration_changed_at > clock_timestamp() - interval '2 seconds'
        ) is true as is_just_switched
      from events e
      where e.id = ${eventId}
      for no key update
    `,
  );
  // Somebody moved it between the two look-ups, so its present course is not locked.
  if (event.course_id !== seen.course_id) throw fail('conflict');
  return event;
}

/** The same as `holdEvent` for changes. A deleted event is not found. */
export async function holdLivingEvent(...args: Parameters<typeof holdEvent>): Promise<HeldEvent> {
  const event = await holdEvent(...args);
  if (event.deleted_at !== null) throw fail('not_found');
  return event;
}
