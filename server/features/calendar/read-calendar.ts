import type { calendar, CalendarMeeting } from '@gurukul/contract/calendar';
import type { Meeting } from '@gurukul/contract/meetings';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import sql from 'sql-template-tag';
import { bool, date, instant, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { attendees } from '#server/features/attendance/queries.ts';
import { inSight } from '#server/features/events/queries.ts';
import { placesOf } from '#server/features/staff/places.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownTeachers } from '#server/http/identity/scope.ts';
import { listDaysOff } from '#server/features/meetings/days-off.ts';
import { listMeetings, listMeetingsIn, reached } from '#server/features/meetings/queries.ts';
import type { Days } from '#server/features/meetings/queries.ts';

/* A calendar: the meetings of some days, and what stands above them. */

type Calendar = CallOutput<typeof calendar.get_calendar>['data'];

const meetingKey = row({ slot_id: int.nullable(), on_date: date.nullable(), is_extra: bool });

const slotRow = row({ slot_id: int, made_at: instant, student_count: int });

const listSlots = (db: Db, slots: readonly number[]) =>
  many(
    db,
    slotRow,
    sql`
      select s.id as slot_id, s.created_at as made_at, (
        select count(*)
        from enrolments e
        join people p on p.id = e.student_id and p.deleted_at is null
        where e.class_id = s.class_id and e.ended_on is null
      ) as student_count
      from class_slots s
      where s.id = any(${slots}::bigint[])
    `,
  );

const unfinishedRow = meetingKey.extend({ class_id: int, held_on: date });

/** The registers in which somebody has no mark. */
const listUnfinished = (db: Db, classes: readonly number[], { from, to }: Days) =>
  many(
    db,
    unfinishedRow,
    sql`
      select r.class_id, r.attendance_date as held_on, r.slot_id, r.on_date, r.is_extra
      from attendance_registers r
      where r.class_id = any(${classes}::bigint[]) and r.attendance_date between ${from}::date and ${to}::date
        and exists (
          select
          from (values (true)) as this_day
          ${attendees(sql`r.class_id`, sql`r.attendance_date`, sql`r.id`)}
          where a.id is null
        )
    `,
  );

const openCoverRow = meetingKey.extend({ teacher_id: int, starts_at: instant });

const listOpenCovers = (db: Db, slots: readonly number[]) =>
  many(
    db,
    openCoverRow,
    sql`
      select r.slot_id, r.on_date, r.is_extra, r.teacher_id, r.starts_at
      from cover_requests r
      where r.slot_id = any(${slots}::bigint[]) and r.taken_by is null and r.closed_at is null and r.starts_at > now()
    `,
  );

const awayRow = row({ teacher_id: int, teacher_name: text, from: date, to: date });

const listAwayIn = (db: Db, caller: Caller, { from, to }: Days) =>
  many(
    db,
    awayRow,
    sql`
      select w.teacher_id, p.fullname as teacher_name, w.from_date as from, w.until_date as to
      from away w
      join present_staff p on p.id = w.teacher_id
      where w.from_date <= ${to}::date and w.until_date >= ${from}::date and ${ownTeachers(caller)}
      order by w.from_date, p.fullname collate natural_order, w.id
    `,
  );

const eventRow = row({
  event_id: int,
  event_name: text,
  course_id: int.nullable(),
  starts_at: instant,
  ends_at: instant,
});

const listEventsIn = (db: Db, caller: Caller, { from, to }: Days) =>
  many(
    db,
    eventRow,
    sql`
      select e.id as event_id, e.event_name, e.course_id, e.starts_at, e.ends_at
      from events e
      left join courses c on c.id = e.course_id
      where e.deleted_at is null and e.live_status <> 'canceled' and ${inSight(caller)}
        and e.starts_at < ${to}::date + 1 and e.ends_at >= ${from}::date
      order by e.starts_at, e.id
    `,
  );

const movedRow = row({ slot_id: int, on_date: date, held_on: date, starts_at: instant, ends_at: instant });

/** The places that moved meetings have left. */
const listLeftPlaces = (db: Db, caller: Caller, { from, to }: Days) =>
  many(
    db,
    movedRow,
    sql`
      select m.slot_id, m.on_date, m.held_on, i.starts_at,
        i.starts_at + make_interval(mins => s.duration_minutes) as ends_at
      from meetings m
      join class_slots s on s.id = m.slot_id
      cross join lateral (select class_instant(m.on_date + s.local_time, s.time_zone) as starts_at) i
      where s.class_id = any(${reached(caller, sql`true`)}) and s.deleted_at is null and m.state = 'moved'
        and m.on_date between ${from}::date and ${to}::date
    `,
  );

const isSame = (
  meeting: Meeting,
  key: { slot_id: number | null; on_date: string | null; is_extra: boolean },
) =>
  key.slot_id === meeting.slot_id &&
  key.on_date === meeting.on_date &&
  key.is_extra === (meeting.state === 'extra');

async function withDetails(db: Db, found: readonly Meeting[], days: Days): Promise<CalendarMeeting[]> {
  const classes = [...new Set(found.map(({ class_id }) => class_id))];
  const slots = [...new Set(found.map(({ slot_id }) => slot_id))];
  const [counted, places, unfinished, covers] = await Promise.all([
    listSlots(db, slots),
    placesOf(db, classes),
    listUnfinished(db, classes, days),
    listOpenCovers(db, slots),
  ]);
  const slotOf = new Map(counted.map((slot) => [slot.slot_id, slot]));
  const unfinishedOn = Map.groupBy(unfinished, ({ class_id, held_on }) => `${class_id} ${held_on}`);
  const coversOf = Map.groupBy(covers, ({ slot_id }) => slot_id);
  const rollOf = (meeting: Meeting): CalendarMeeting['roll'] => {
    if (!takesPlace(meeting.state)) return 'none';
    const isPartly = unfinishedOn
      .get(`${meeting.class_id} ${meeting.held_on}`)
      ?.some((register) => register.slot_id === null || isSame(meeting, register));
    if (meeting.has_roll) return isPartly ? 'partly' : 'called';
    const slot = slotOf.get(meeting.slot_id);
    // As the rolls of a class: none is due of before the slot was made.
    return slot && slot.student_count > 0 && Date.parse(meeting.starts_at) >= Date.parse(slot.made_at)
      ? 'expected'
      : 'none';
  };
  return found.map((meeting) => {
    const student_count = slotOf.get(meeting.slot_id)?.student_count ?? 0;
    const free = places.free(meeting.class_id);
    return {
      ...meeting,
      student_count,
      places: free === null ? null : Math.max(0, student_count + free),
      roll: rollOf(meeting),
      asks_cover:
        takesPlace(meeting.state) &&
        (coversOf.get(meeting.slot_id) ?? []).some(
          (asked) =>
            isSame(meeting, asked) &&
            asked.starts_at === meeting.starts_at &&
            asked.teacher_id === meeting.teacher_id,
        ),
    };
  });
}

const dayAfter = (day: string, count: number) =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** The meetings of the office, or a teacher's own, with what stands above the days. */
export async function readCalendar(db: Db, caller: Caller, days: Days): Promise<Calendar> {
  const ownOf = (all: readonly Meeting[]) =>
    caller.role === 'teacher' ? all.filter(({ teacher_id }) => teacher_id === caller.id) : all;
  const listOwn = async (of: Days) => ownOf(await listMeetings(db, caller, sql`true`, of));
  const [found, left, days_off, away, events] = await Promise.all([
    listOwn(days),
    listLeftPlaces(db, caller, days),
    listDaysOff(db, caller, days),
    listAwayIn(db, caller, days),
    caller.role === 'teacher' ? [] : listEventsIn(db, caller, days),
  ]);
  const outside = left.map(({ held_on }) => held_on).filter((day) => day < days.from || day > days.to);
  const periods = [...new Set(outside)].map((day) => ({ from: day, to: day }));
  const elsewhere = periods.length > 0 ? ownOf(await listMeetingsIn(db, caller, sql`true`, periods)) : [];
  const later =
    found.length > 0 ? [] : await listOwn({ from: dayAfter(days.to, 1), to: dayAfter(days.to, 92) });
  const meetings = await withDetails(db, found, days);
  const all = [...meetings, ...(await withDetails(db, elsewhere, days))];
  return {
    meetings,
    moved_away: left.flatMap(({ slot_id, on_date, starts_at, ends_at }) => {
      const meeting = all.find((one) => isSame(one, { slot_id, on_date, is_extra: false }));
      return meeting && meeting.starts_at !== starts_at ? [{ meeting, starts_at, ends_at }] : [];
    }),
    days_off,
    away,
    events,
    next_at: later.find(({ state }) => takesPlace(state))?.starts_at ?? null,
  };
}
