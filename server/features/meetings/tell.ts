import type { Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { heldSeconds } from '#server/channels/mail/held-seconds.ts';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { comes } from '#server/db/comes.ts';
import type { Db } from '#server/db/pool.ts';
import { bool, date, instant, int, oneOf, row } from '#server/db/columns.ts';
import { many, one } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import type { MailReader } from '#server/channels/mail/readers.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { GivenNews, MeetingNews, ToldMeeting } from '#server/channels/mail/templates/meeting-change.ts';
import { listedInMail } from '#server/channels/mail/templates/meeting-change.ts';
import type { WeeklyTime } from '#server/time/slots.ts';
import { inDays } from '#server/time/in-days.ts';
import { listMeetings } from './queries.ts';

/*
 * Decides who hears of changed meetings: the present students of the class, its teachers, and the course admin when a
 * teacher changed them; never the person who did it. Mails are committed together with their change and leave a minute
 * later, so that an Undo can withdraw them. What waits for one reader then leaves as one mail.
 */

/** A meeting as it stands now, and what else is told about it. */
export interface ChangedMeeting extends Meeting {
  /** When it was to take place before it was moved. */
  readonly was?: Pick<Meeting, 'starts_at' | 'ends_at'>;
  /** How it stood before; null: it was not there. Absent where that is not known. */
  readonly known?: Pick<Meeting, 'state' | 'starts_at' | 'ends_at' | 'join_link'> | null;
  /** Who had it before another teacher took it. */
  readonly before?: Pick<Meeting, 'teacher_id' | 'teacher_name' | 'is_covered'>;
  /** Its weekly time before that was changed. */
  readonly weekly_was?: WeeklyTime;
  /** Students and families hear the reason too. */
  readonly tell_reason?: boolean;
  /** It stood beside its slot, and is off. */
  readonly was_extra?: boolean;
  /**
   * It has another link, and all that come after it too; or it alone. Or there is a recording of it. Or what was told of
   * it was taken back. Or its weekly time changed, or who teaches it.
   */
  readonly news?: GivenNews;
}

/** What is told besides the meeting itself. */
export const withoutNews = ({
  was: _was,
  known: _known,
  before: _before,
  weekly_was: _weekly,
  tell_reason: _tell,
  was_extra: _extra,
  news: _news,
  ...meeting
}: ChangedMeeting): Meeting => meeting;

export interface Reader extends MailReader {
  readonly isStudent: boolean;
  readonly meetings: readonly ChangedMeeting[];
}

const hearsRow = row({ person_id: int, class_id: int, kind: oneOf(['student', 'courseadmin']) });

/** The people who hear of these meetings, with those that concern them. What is over is told to nobody. */
export async function listReaders(
  { db, person }: { readonly db: Db; readonly person: Caller },
  changed: readonly ChangedMeeting[],
  now: Date,
): Promise<Reader[]> {
  const ahead = changed.filter((meeting) =>
    [meeting, meeting.was ?? meeting].some(({ ends_at }) => Date.parse(ends_at) > now.getTime()),
  );
  if (ahead.length === 0) return [];
  const byClass = Map.groupBy(ahead, ({ class_id }) => class_id);
  const hear = await many(
    db,
    hearsRow,
    sql`
      select e.student_id as person_id, e.class_id, 'student' as kind
      from enrolments e
      where e.class_id = any(${[...byClass.keys()]}::bigint[]) and e.ended_on is null
        and ${comes}
      union all
      select c.courseadmin_id, k.id, 'courseadmin'
      from classes k
      join courses c on c.id = k.course_id
      where k.id = any(${[...byClass.keys()]}::bigint[]) and c.courseadmin_id is not null and ${person.role === 'teacher'}
    `,
  );
  const meetingsOf = new Map<number, Set<ChangedMeeting>>();
  const add = (id: number | null | undefined, meetings: readonly ChangedMeeting[]) => {
    if (id === null || id === undefined) return;
    const known = meetingsOf.get(id) ?? new Set();
    meetingsOf.set(id, known.union(new Set(meetings)));
  };
  for (const { person_id, class_id } of hear)
    if (person_id !== person.id) add(person_id, byClass.get(class_id) ?? []);
  for (const meeting of ahead)
    for (const id of [meeting.teacher_id, meeting.before?.teacher_id])
      // Who takes a meeting for another has it confirmed.
      if (id !== person.id || newsTo(id, meeting) === 'yours') add(id, [meeting]);
  const covered = ahead.filter(({ is_covered: isCovered }) => isCovered);
  const usual = covered.length === 0 ? [] : await listUsualTeachers(db, covered);
  for (const { slot_id, teacher_id } of usual)
    if (teacher_id !== person.id)
      add(
        teacher_id,
        covered.filter((meeting) => meeting.slot_id === slot_id),
      );
  const students = new Set(hear.filter(({ kind }) => kind === 'student').map(({ person_id }) => person_id));
  const people = await listMailReaders(db, sql`select unnest(${[...meetingsOf.keys()]}::bigint[])`);
  return people.map((one) => ({
    ...one,
    isStudent: students.has(one.person_id),
    meetings: ahead.filter((meeting) => meetingsOf.get(one.person_id)?.has(meeting)),
  }));
}

const usualRow = row({ slot_id: int, teacher_id: int });

/** Who usually has these meetings. */
const listUsualTeachers = (db: Db, meetings: readonly ChangedMeeting[]) =>
  many(
    db,
    usualRow,
    sql`
      select t.slot_id, t.teacher_id
      from slot_teachers t
      where t.ended_at is null
        and t.slot_id = any(${meetings.map(({ slot_id }) => slot_id)}::bigint[])
    `,
  );

/** What the reader hears of the meeting, as it looks now. The mail decides it when it leaves (`netChanges`). */
function newsTo(
  reader: number,
  { state, teacher_id, is_covered, before, news }: ChangedMeeting,
): MeetingNews {
  if (news !== undefined) return news;
  if (!takesPlace(state) || before === undefined || before.teacher_id === teacher_id)
    return state === 'planned' ? 'on_again' : state;
  if (before.teacher_id === reader && before.is_covered) return 'released';
  if (!is_covered) return 'usual';
  return teacher_id === reader ? 'yours' : 'substitute';
}

/** How many are told, and whom no mail reaches. */
export const toldOf = (readers: readonly Reader[]) => ({
  students: readers.filter(({ isStudent, email_id }) => isStudent && email_id !== '').length,
  staff: readers.filter(({ isStudent }) => !isStudent).map(({ fullname }) => fullname),
  without_address: readers.filter(({ email_id }) => email_id === '').map(({ fullname }) => fullname),
});

const changeRow = row({ id: int });

/** Writes to these readers. Returns the number of mails. */
export async function tellReaders(
  { db, mail }: Ctx,
  readers: readonly Reader[],
  seconds = heldSeconds,
): Promise<number> {
  const reached = readers.filter(({ email_id, meetings }) => email_id !== '' && meetings.length > 0);
  if (reached.length === 0) return 0;
  const { id } = await one(db, changeRow, sql`select current_change() as id`);
  return mail.enqueueMany(
    db,
    reached.map((reader) => mailTo(reader, id)),
    { heldSeconds: seconds },
  );
}

function toldTo({ person_id, isStudent }: Reader, meeting: ChangedMeeting, change: number): ToldMeeting {
  const { slot_id, on_date, state, before, known, reason } = meeting;
  const news = newsTo(person_id, meeting);
  const isForThem = !isStudent || meeting.tell_reason === true || state === 'day_off';
  const is_extra = state === 'extra' || meeting.was_extra === true;
  return {
    key: `class-${slot_id}-${on_date}${is_extra ? '-extra' : ''}`,
    meeting: { slot_id, on_date, is_extra },
    reader: person_id,
    change,
    news,
    ...(known === undefined ? {} : { known: known && knownOf(known) }),
    ...(before === undefined ? {} : { before: beforeOf(before) }),
    ...(meeting.weekly_was === undefined ? {} : { weekly_was: meeting.weekly_was }),
    class_name: oneLine(meeting.class_name),
    course_name: oneLine(meeting.course_name),
    starts_at: meeting.starts_at,
    ends_at: meeting.ends_at,
    zone: meeting.zone,
    was: meeting.was ?? null,
    state,
    reason: isForThem ? oneLine(reason) : '',
    join_link: news === 'recording' ? meeting.recording_link : meeting.join_link,
    teacher_name: meeting.teacher_name === null ? null : oneLine(meeting.teacher_name),
  };
}

const knownOf = ({ state, starts_at, ends_at, join_link }: NonNullable<ChangedMeeting['known']>) => ({
  state,
  starts_at,
  ends_at,
  join_link,
});

const beforeOf = ({ teacher_id, teacher_name, is_covered }: NonNullable<ChangedMeeting['before']>) => ({
  teacher_id,
  teacher_name: teacher_name === null ? null : oneLine(teacher_name),
  is_covered,
});

function mailTo(reader: Reader, changeId: number): Mail {
  const { person_id, email_id, fullname, timezone, meetings } = reader;
  const courses = new Set(meetings.map(({ course_id }) => course_id));
  const [course] = courses;
  return {
    kind: 'meeting_change',
    to: email_id,
    dedupeKey: `meeting_change:${changeId}:${person_id}`,
    person_id,
    ...(courses.size === 1 && course !== undefined ? { course_id: course } : {}),
    data: {
      fullname: oneLine(fullname),
      timezone: oneLine(timezone),
      meetings: meetings.slice(0, listedInMail).map((meeting) => toldTo(reader, meeting, changeId)),
      more: Math.max(meetings.length - listedInMail, 0),
    },
  };
}

const concernedRow = row({
  class_id: int,
  slot_id: int.nullable(),
  on_date: date.nullable(),
  is_extra: bool,
  from: date,
  to: date,
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  teacher_id: int.nullable(),
});

/** The whole row of a meeting, of which an entry of the trail has what was changed. */
export const wholeMeeting = (entry: Sql) => sql`coalesce(
  (select to_jsonb(m) from meetings m where m.id = ${entry}.row_id::bigint),
  (
    select coalesce(w.after, w.before)
    from audit_entries w
    where w.table_name = 'meetings' and w.row_id = ${entry}.row_id and w.action in ('insert', 'delete')
    limit 1
  )
)`;

/** The meetings that a change concerned, by the trail: rows of `meetings`, and the classes of a day off. */
const listConcerned = (db: Db, changeId: number) =>
  many(
    db,
    concernedRow,
    sql`
      with changed as (
        select e.table_name, case e.table_name when 'meetings' then w.row || r.row else r.row end as row
        from audit_entries e
        cross join lateral (values (e.before), (e.after)) r (row)
        cross join lateral (
          select case e.table_name when 'meetings' then ${wholeMeeting(sql`e`)} end as row offset 0
        ) w
        where e.change_id = ${changeId} and e.table_name in ('meetings', 'days_off') and r.row is not null
      )
      select
        (r.row ->> 'class_id')::bigint as class_id, s.id as slot_id, (r.row ->> 'on_date')::date as on_date,
        coalesce(r.row ->> 'state', '') = 'extra' as is_extra,
        least((r.row ->> 'on_date')::date, (r.row ->> 'held_on')::date) as from,
        greatest((r.row ->> 'on_date')::date, (r.row ->> 'held_on')::date) as to,
        i.starts_at, i.starts_at + make_interval(mins => (r.row ->> 'duration_minutes')::integer) as ends_at,
        (r.row ->> 'teacher_id')::bigint as teacher_id
      from changed r
      join class_slots s on s.id = (r.row ->> 'slot_id')::bigint
      cross join lateral (
        select class_instant((r.row ->> 'held_on')::date + (r.row ->> 'local_time')::time, s.time_zone) as starts_at
      ) i
      where r.table_name = 'meetings'
      union all
      select k.id, null, null, false, (r.row ->> 'from_date')::date, (r.row ->> 'until_date')::date, null, null, null
      from changed r
      join classes k on (r.row ->> 'class_id')::bigint is null or k.id = (r.row ->> 'class_id')::bigint
      join courses c on c.id = k.course_id
      where r.table_name = 'days_off' and k.deleted_at is null and c.deleted_at is null
        and ((r.row ->> 'course_id')::bigint is null or k.course_id = (r.row ->> 'course_id')::bigint)
    `,
  );

type Concerned = Awaited<ReturnType<typeof listConcerned>>[number];

/** How the concerned meetings stand now. An extra one that is gone is told as canceled. */
async function presentOf({ db, person }: Ctx, concerned: readonly Concerned[]): Promise<ChangedMeeting[]> {
  const from = concerned.map((one) => one.from).toSorted()[0]!;
  const to = concerned
    .map((one) => one.to)
    .toSorted()
    .at(-1)!;
  const classes = sql`k.id = any(${concerned.map(({ class_id }) => class_id)}::bigint[])`;
  // A week more on either side: the class may meet on no other of these days, and its names are read from a meeting.
  const days = { from: inDays(from, -7), to: inDays(to, 7) };
  const all = await listMeetings(db, { id: person.id, role: 'admin' }, classes, days);
  const isMeant = (meeting: Meeting) =>
    concerned.some((one) =>
      one.slot_id === null
        ? one.class_id === meeting.class_id && one.from <= meeting.on_date && meeting.on_date <= one.to
        : one.slot_id === meeting.slot_id &&
          one.on_date === meeting.on_date &&
          one.is_extra === (meeting.state === 'extra'),
    );
  /** Who was to take it for another, and does not. */
  const releasedFrom = (meeting: Meeting) =>
    concerned.find(
      (one) =>
        one.slot_id === meeting.slot_id &&
        one.on_date === meeting.on_date &&
        one.teacher_id !== null &&
        one.teacher_id !== meeting.teacher_id,
    )?.teacher_id;
  const present = all.filter(isMeant).map((meeting): ChangedMeeting => {
    const teacher_id = releasedFrom(meeting);
    const before = { teacher_name: null, is_covered: true };
    return teacher_id ? { ...meeting, before: { ...before, teacher_id } } : meeting;
  });
  const gone = concerned.flatMap((one) => {
    const isThere = present.some(
      ({ slot_id, on_date, state }) =>
        slot_id === one.slot_id && on_date === one.on_date && state === 'extra',
    );
    const like = all.find(({ class_id }) => class_id === one.class_id);
    if (!one.is_extra || isThere || !one.starts_at || !one.ends_at || !like) return [];
    const { starts_at, ends_at } = one;
    return [
      {
        ...like,
        starts_at,
        ends_at,
        state: 'canceled' as const,
        reason: '',
        is_covered: false,
        was_extra: true,
      },
    ];
  });
  return [...present, ...gone];
}

/**
 * Writes to these of the people whom a change concerns how its meetings stand now; without a change, that of the present
 * transaction. Returns the number of mails.
 */
export async function tellHowItStands(
  ctx: Ctx,
  people: readonly (number | null)[],
  changeId: number | null = null,
  news: Pick<ChangedMeeting, 'news'> = {},
): Promise<number> {
  if (people.length === 0) return 0;
  const change = changeId ?? (await one(ctx.db, changeRow, sql`select current_change() as id`)).id;
  const concerned = await listConcerned(ctx.db, change);
  if (concerned.length === 0) return 0;
  const present = (await presentOf(ctx, concerned)).map((one) => ({ ...one, ...news }));
  const readers = await listReaders(ctx, present, new Date());
  return tellReaders(
    ctx,
    readers.filter(({ person_id }) => people.includes(person_id)),
  );
}

/** After a change was taken back: its mails that have not left are withdrawn, and the others are corrected. */
export const tellOfUndo = (ctx: Ctx, changeId: number): Promise<number> => correct(ctx, changeId);

/** The same, with what is said of its meetings. */
export async function correct(
  ctx: Ctx,
  changeId: number,
  news: Pick<ChangedMeeting, 'news'> = {},
): Promise<number> {
  const { told } = await ctx.mail.withdraw(ctx.db, { change_id: changeId });
  return tellHowItStands(
    ctx,
    told.map(({ person_id }) => person_id),
    changeId,
    news,
  );
}
