import type { DayOff, DayOffScope, Meeting, MeetingEffect, meetings } from '@gurukul/contract/meetings';
import { dayOffScopes } from '@gurukul/contract/meetings';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import sql from 'sql-template-tag';
import { bool, date, idRow, int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownClasses, ownCourses, scope } from '#server/http/identity/scope.ts';
import { carryOut, dropException, storeException } from './actions.ts';
import type { ChangeOptions, MeetingName } from './actions.ts';
import { listMeetingsIn } from './queries.ts';
import type { Days } from './queries.ts';
import type { ChangedMeeting } from './tell.ts';
import { tellHowItStands } from './tell.ts';

const dayOffRow = row({
  day_off_id: int,
  from: date,
  to: date,
  name: text,
  scope: oneOf(dayOffScopes),
  course_id: int.nullable(),
  course_name: text.nullable(),
  class_id: int.nullable(),
  class_name: text.nullable(),
  is_own: bool,
});

/** The days off of everybody, and of the courses and classes within reach. */
export const listDaysOff = (db: Db, caller: Caller, { from, to }: Days): Promise<DayOff[]> =>
  many(
    db,
    dayOffRow,
    sql`
      select
        o.id as day_off_id, o.from_date as from, o.until_date as to, o.name,
        case when o.class_id is not null then 'class' when o.course_id is not null then 'course' else 'provider' end as scope,
        c.id as course_id, c.course_name, k.id as class_id, k.class_name,
        ${caller.role === 'admin'} or (${caller.role === 'courseadmin'} and c.id is not null) as is_own
      from days_off o
      left join courses c on c.id = o.course_id
      left join classes k on k.id = o.class_id
      where o.from_date <= ${to}::date and o.until_date >= ${from}::date
        and (
          o.course_id is null
          or (c.deleted_at is null and (
            (o.class_id is null and ${ownCourses(caller)}) or (k.deleted_at is null and ${ownClasses(caller)})
          ))
        )
      order by o.from_date, o.id
    `,
  );

interface NewDayOff extends Days {
  readonly name: string;
}

/** Whose meetings do not take place. */
interface PlaceOfDaysOff {
  readonly scope: DayOffScope;
  /** Of the course or class. */
  readonly id: number | null;
}

interface Place {
  readonly courseId: number | null;
  readonly classId: number | null;
}

/**
 * The course and class of a scope within reach. Everybody's days off are for account admins. To save, it locks the
 * courses, so that actions on one course take turns.
 */
async function holdPlace(ctx: Ctx, asked: PlaceOfDaysOff & ChangeOptions): Promise<Place> {
  const place = await placeOf(ctx, asked);
  if (asked.preview !== true)
    await run(
      ctx.db,
      sql`
        select from courses c
        where c.deleted_at is null and coalesce(c.id = ${place.courseId}, true)
        order by c.id
        for no key update
      `,
    );
  return place;
}

async function placeOf({ db, person }: Ctx, { scope: of, id }: PlaceOfDaysOff): Promise<Place> {
  if (of === 'provider') {
    if (person.role !== 'admin') throw fail('not_allowed');
    return { courseId: null, classId: null };
  }
  if (of === 'course') {
    await scope(db, person).course(id!);
    return { courseId: id!, classId: null };
  }
  const { course_id } = await scope(db, person).class(null, id!);
  return { courseId: course_id, classId: id! };
}

const nameOf = ({ slot_id, on_date }: MeetingName) => `${slot_id} ${on_date}`;
const fullNameOf = (meeting: Meeting) => `${nameOf(meeting)} ${meeting.state === 'extra'}`;

const isWithin = (day: Days, whole: Days) => whole.from <= day.from && day.to <= whole.to;

/** The same days in periods that do not overlap, the earliest first. */
function unitedPeriods(days: readonly Days[]): Days[] {
  const periods: Days[] = [];
  for (const { from, to } of days.toSorted((a, b) => a.from.localeCompare(b.from))) {
    const last = periods.at(-1);
    if (last && from <= last.to)
      periods[periods.length - 1] = { from: last.from, to: to > last.to ? to : last.to };
    else periods.push({ from, to });
  }
  return periods;
}

/**
 * Stores the days off, and answers the meetings that fall out: planned ones, and those that were moved or added to these
 * days. Meetings whose roll was called took place, so they stay, like those that the person excepts.
 */
async function storeDaysOff(
  ctx: Ctx,
  { courseId, classId }: Place,
  days: readonly NewDayOff[],
  except: readonly MeetingName[] = [],
): Promise<ChangedMeeting[]> {
  const { db, person } = ctx;
  const which = sql`
    coalesce(c.id = ${courseId}, true) and coalesce(k.id = ${classId}, true)
  `;
  const periods = unitedPeriods(days);
  const before = await listMeetingsIn(db, person, which, periods);
  const excepted = new Set(except.map(nameOf));
  if (!excepted.isSubsetOf(new Set(before.map(nameOf)))) throw fail('not_found');
  const isKept = (meeting: Meeting) => meeting.has_roll || excepted.has(nameOf(meeting));
  const planned = before.filter(({ state }) => state === 'planned');
  const kept = planned.filter(isKept);
  await run(
    db,
    sql`
      insert into meetings (course_id, class_id, slot_id, on_date, state, created_by)
      select s.course_id, s.class_id, s.id, kept.on_date, 'planned', ${person.id}
      from unnest(
        ${kept.map(({ slot_id }) => slot_id)}::bigint[], ${kept.map(({ on_date }) => on_date)}::date[]
      ) kept (slot_id, on_date)
      join class_slots s on s.id = kept.slot_id
      on conflict (slot_id, on_date, (state is not distinct from 'extra')) do update set state = 'planned'
        where meetings.state is null
    `,
  );
  const placed = before.filter(
    (meeting) => (meeting.state === 'moved' || meeting.state === 'extra') && !isKept(meeting),
  );
  const canceled: ChangedMeeting[] = [];
  for (const meeting of placed) {
    const { name: reason } = days.find(({ from, to }) => from <= meeting.held_on && meeting.held_on <= to)!;
    if (meeting.state === 'extra') await dropException(ctx, { ...meeting, extra: true });
    else await storeException(ctx, meeting, { state: 'canceled', reason, tell_reason: true });
    const was_extra = meeting.state === 'extra';
    canceled.push({ ...meeting, state: 'canceled', reason, tell_reason: true, was_extra, known: meeting });
  }
  await run(
    db,
    sql`
      insert into days_off (from_date, until_date, name, course_id, class_id, created_by)
      select d.from_date, d.until_date, d.name, ${courseId}::bigint, ${classId}::bigint, ${person.id}
      from unnest(
        ${days.map(({ from }) => from)}::date[], ${days.map(({ to }) => to)}::date[], ${days.map(({ name }) => name)}::text[]
      ) d (from_date, until_date, name)
      -- the second of two people who say the same
      where not exists (
        select from days_off o
        where o.name = d.name and o.from_date = d.from_date and o.until_date = d.until_date
          and o.course_id is not distinct from ${courseId}::bigint and o.class_id is not distinct from ${classId}::bigint
      )
    `,
  );
  const now = await listMeetingsIn(db, person, which, periods);
  const wasPlanned = new Set(planned.map(fullNameOf));
  const off = now
    .filter((meeting) => meeting.state === 'day_off' && wasPlanned.has(fullNameOf(meeting)))
    .map((meeting): ChangedMeeting => ({ ...meeting, known: { ...meeting, state: 'planned' } }));
  return [...off, ...canceled].toSorted((a, b) => a.starts_at.localeCompare(b.starts_at));
}

export async function addDayOff(
  ctx: Ctx,
  input: NewDayOff & PlaceOfDaysOff & ChangeOptions & { readonly except: readonly MeetingName[] },
): Promise<MeetingEffect> {
  const place = await holdPlace(ctx, input);
  return carryOut(ctx, input, async () => ({
    meetings: await storeDaysOff(ctx, place, [input], input.except),
  }));
}

const knownRow = row({ from: date, to: date });

/** Adds those of the days that are not off already, for that place or for more. */
export async function addDaysOff(
  ctx: Ctx,
  input: PlaceOfDaysOff & ChangeOptions & { readonly days: readonly NewDayOff[] },
): Promise<CallOutput<typeof meetings.add_days_off>['data']> {
  const place = await holdPlace(ctx, input);
  const known: Days[] = await many(
    ctx.db,
    knownRow,
    sql`
      select o.from_date as from, o.until_date as to
      from days_off o
      where (o.course_id is null or o.course_id = ${place.courseId}) and (o.class_id is null or o.class_id = ${place.classId})
    `,
  );
  const days = input.days.map((day) => {
    const is_known = known.some((whole) => isWithin(day, whole));
    if (!is_known) known.push(day);
    return { ...day, is_known };
  });
  const fresh = days.filter(({ is_known }) => !is_known);
  let off: readonly ChangedMeeting[] = [];
  const { clashes: _none, ...effect } = await carryOut(ctx, input, async () => {
    off = await storeDaysOff(ctx, place, fresh);
    return { meetings: off };
  });
  const countOf = new Map<NewDayOff, number>();
  for (const { held_on } of off) {
    // Days that overlap share their meetings; the first one counts them.
    const day = fresh.find(({ from, to }) => from <= held_on && held_on <= to)!;
    countOf.set(day, (countOf.get(day) ?? 0) + 1);
  }
  return { ...effect, days: days.map((day) => ({ ...day, meeting_count: countOf.get(day) ?? 0 })) };
}

const heldRow = row({ course_id: int.nullable() });

/** People who were told that there is no meeting hear that it takes place. */
export async function deleteDayOff(ctx: Ctx, dayOffId: number): Promise<void> {
  const { db, person } = ctx;
  const found = await maybeOne(
    db,
    heldRow,
    sql`select o.course_id from days_off o where o.id = ${dayOffId} for update`,
  );
  if (found === null) throw fail('not_found');
  if (found.course_id !== null) await scope(db, person).course(found.course_id);
  else if (person.role !== 'admin') throw fail('not_allowed');
  await run(db, sql`delete from days_off o where o.id = ${dayOffId}`);
  const heard = await many(
    db,
    idRow,
    sql`
      select m.person_id as id
      from audit_entries e
      join mails m on m.change_id = e.change_id and m.state <> 'withdrawn' and m.person_id is not null
      where e.table_name = 'days_off' and e.row_id = ${String(dayOffId)} and e.action = 'insert'
    `,
  );
  await tellHowItStands(
    ctx,
    heard.map(({ id }) => id),
  );
}
