import type { Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import sql from 'sql-template-tag';
import { bool, date, int, row } from '#server/db/columns.ts';
import { comes } from '#server/db/comes.ts';
import type { Db } from '#server/db/pool.ts';
import { hourColumns, weeklyWas } from '#server/db/weekly-was.ts';
import { many } from '#server/db/rows.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { cancelTelling } from '../messages/send.ts';
import { meetingOnDate, weeklyTime } from '#server/time/slots.ts';
import { daysAround, listMeetings } from './queries.ts';
import { tellReaders } from './tell.ts';
import type { ChangedMeeting, Reader } from './tell.ts';
import { wholeMeeting } from './tell.ts';

/*
 * A weekly time changed, or who teaches it. Its teachers hear of it at once, by the next meeting, and so do students who
 * have a mail that names the time before; to all others the office writes when it wants to.
 */

/** In days: how far a next meeting is looked for. */
export const lookedAhead = 92;

/** In seconds: how long the office has to tell families itself. Then who knows a wrong hour gets the portal's mail. */
const officeSeconds = 300;

/** It takes place and is not over. */
export const isAhead = ({ state, ends_at }: Meeting, now: Date): boolean =>
  takesPlace(state) && Date.parse(ends_at) > now.getTime();

/** The next meeting of a weekly time: one that is as the week says, also with a substitute, before one that is not. */
export function nextOfSlot(meetings: readonly Meeting[], slotId: number, now: Date): Meeting | undefined {
  const ahead = meetings.filter((one) => one.slot_id === slotId && isAhead(one, now));
  return ahead.find(({ state }) => state === 'planned') ?? ahead[0];
}

/** The next one that the teacher of the weekly time takes. */
export const nextOfTeacher = (meetings: readonly Meeting[], slotId: number, now: Date): Meeting | undefined =>
  nextOfSlot(
    meetings.filter(({ is_covered: isCovered }) => !isCovered),
    slotId,
    now,
  ) ?? nextOfSlot(meetings, slotId, now);

const changedRow = row({
  slot_id: int,
  class_id: int,
  /** Who began or ended to teach it; null where its time changed. */
  teacher_id: int.nullable(),
  teaches: bool,
  /** How its weekly time was. */
  was: weeklyTime.nullable(),
});

/** What the present transaction changed, by the trail. */
const listChanged = ({ db }: Pick<Ctx, 'db'>) =>
  many(
    db,
    changedRow,
    sql`
      with entries as (
        select e.table_name, e.row_id::bigint as row_id, e.action, e.before, e.after
        from audit_entries e
        where e.change_id = nullif(current_setting('gurukul.change', true), '')::bigint
      )
      select s.id as slot_id, s.class_id, t.teacher_id, t.ended_at is null as teaches, null::json as was
      from entries e
      join slot_teachers t on t.id = e.row_id
      join class_slots s on s.id = t.slot_id
      where e.table_name = 'slot_teachers'
      union all
      select s.id, s.class_id, null, true, ${weeklyWas}
      from entries e
      join class_slots s on s.id = e.row_id
      cross join lateral jsonb_populate_record(s, e.before) was
      where e.table_name = 'class_slots' and e.action = 'update' and s.deleted_at is null
        and e.after ?| ${hourColumns}
    `,
  );

const lostRow = row({ slot_id: int, on_date: date, teacher_id: int });

/** The meetings of weekly times that a substitute was to take, also on a day of the week that is no more. */
const listCovers = (db: Db, slots: readonly number[]) =>
  many(
    db,
    lostRow,
    sql`
      select m.slot_id, m.on_date, m.teacher_id
      from meetings m
      where m.slot_id = any(${slots}::bigint[]) and m.teacher_id is not null and m.held_on is null
        and m.state is distinct from 'canceled' and m.on_date >= current_date - 1
      order by m.on_date, m.id
    `,
  );

/** As a substitute has them in the calendar: these meetings by the present hour. */
export const hoursOfSubstitutes = (
  meetings: readonly Meeting[],
  slotId: number,
  now: Date,
): ChangedMeeting[] =>
  meetings
    .filter((one) => one.slot_id === slotId && one.is_covered && isAhead(one, now))
    .map((one) => ({ ...one, before: { teacher_id: null, teacher_name: null, is_covered: false } }));

const misledRow = row({ slot_id: int, person_id: int, was: weeklyTime });

/** Students whose mail about a meeting ahead left while the weekly time was what the present transaction replaces. */
const listMisled = (db: Db) =>
  many(
    db,
    misledRow,
    sql`
      select distinct on (s.id, m.person_id) s.id as slot_id, m.person_id, ${weeklyWas} as was
      from audit_entries c
      join class_slots s on s.id = c.row_id::bigint and s.deleted_at is null
      cross join lateral jsonb_populate_record(s, c.before) was
      cross join lateral (
        select coalesce(max(l.at), '-infinity') as since
        from audit_entries l
        where l.table_name = c.table_name and l.row_id = c.row_id and l.change_id < c.change_id
          and l.action = 'update' and l.after ?| ${hourColumns}
      ) hour
      join enrolments e on e.class_id = s.class_id and e.ended_on is null and ${comes}
      join mails m on m.person_id = e.student_id and m.kind = 'meeting_change' and m.state in ('sent', 'queued')
        and m.handed_over_at > hour.since
      join audit_entries a on a.change_id = m.change_id
      where c.change_id = nullif(current_setting('gurukul.change', true), '')::bigint
        and c.table_name = 'class_slots' and c.action = 'update' and c.after ?| ${hourColumns}
        and case a.table_name
          when 'meetings' then exists (
            select
            from (select ${wholeMeeting(sql`a`)} as whole offset 0) r
            where (r.whole ->> 'slot_id')::bigint = s.id and (r.whole ->> 'on_date')::date >= current_date - 1
          )
          when 'days_off' then exists (
            select
            from jsonb_populate_record(null::days_off, coalesce(a.after, a.before)) o
            cross join lateral generate_series(
              greatest(o.from_date, current_date - 1), least(o.until_date, current_date + ${lookedAhead}::integer),
              interval '1 day'
            ) d (day)
            where (o.course_id is null or o.course_id = s.course_id) and (o.class_id is null or o.class_id = s.class_id)
              and to_char(d.day, 'fmday') = was.class_day
          )
          -- Its link, or its time: told by the next meeting.
          when 'class_slots' then a.row_id = c.row_id and m.handed_over_at > now() - interval '7 days'
          else false
        end
    `,
  );

/** They hear of the weekly time, by its next meeting. */
export async function misledReaders(
  { db }: Pick<Ctx, 'db'>,
  meetings: readonly Meeting[],
  now: Date,
): Promise<Reader[]> {
  const misled = await listMisled(db);
  const readers = await listMailReaders(
    db,
    sql`select unnest(${misled.map(({ person_id }) => person_id)}::bigint[])`,
  );
  return readers.map((reader) => ({
    ...reader,
    isStudent: true,
    meetings: misled
      .filter(({ person_id }) => person_id === reader.person_id)
      .flatMap(({ slot_id, was }) => {
        const next = nextOfSlot(meetings, slot_id, now);
        return next === undefined ? [] : [{ ...next, weekly_was: was, news: 'weekly' as const }];
      }),
  }));
}

const toldRow = row({ change_id: int });

/** Takes back messages to students that still wait to tell of a weekly time which the present transaction puts back. */
async function cancelPutBack(ctx: Ctx): Promise<void> {
  const told = await many(
    ctx.db,
    toldRow,
    sql`
      select distinct m.change_id
      from audit_entries e
      join class_slots s on s.id = e.row_id::bigint
      join audit_entries earlier on earlier.table_name = e.table_name and earlier.row_id = e.row_id
        and earlier.change_id < e.change_id and earlier.action = 'update'
        and earlier.after ?| ${hourColumns}
      join messages m on m.change_id = earlier.change_id and m.canceled_at is null
        and (m.next_at is not null or m.created_at > now() - interval '1 hour')
      cross join lateral jsonb_populate_record(s, earlier.before) was
      where e.change_id = nullif(current_setting('gurukul.change', true), '')::bigint and e.table_name = 'class_slots'
        and (was.class_day, was.local_time, was.time_zone, was.duration_minutes)
          = (s.class_day, s.local_time, s.time_zone, s.duration_minutes)
    `,
  );
  for (const { change_id: changeId } of told) await cancelTelling(ctx, changeId);
}

/** Writes to the teachers whom the present transaction concerns, never to the person who did it. */
export async function tellTeachersOfSlots(ctx: Ctx): Promise<void> {
  const changed = await listChanged(ctx);
  if (changed.length === 0) return;
  await cancelPutBack(ctx);
  const now = new Date();
  const classes = sql`k.id = any(${changed.map(({ class_id }) => class_id)}::bigint[])`;
  const meetings = await listMeetings(
    ctx.db,
    { id: ctx.person.id, role: 'admin' },
    classes,
    daysAround(now, 1, lookedAhead),
  );
  const covers = await listCovers(
    ctx.db,
    changed.map(({ slot_id }) => slot_id),
  );
  const told = new Map<number, ChangedMeeting[]>();
  const tell = (teacher: number | null, meeting: ChangedMeeting) => {
    if (teacher === null || teacher === ctx.person.id) return;
    const known = told.get(teacher) ?? [];
    if (known.every((one) => one.slot_id !== meeting.slot_id || one.on_date !== meeting.on_date)) {
      told.set(teacher, [...known, meeting]);
    }
  };
  // Who teaches it anew hears that, and not also that its time is another.
  for (const { slot_id, teacher_id, teaches, was } of changed.toSorted(
    (one, other) => Number(one.teacher_id === null) - Number(other.teacher_id === null),
  )) {
    const next = nextOfSlot(meetings, slot_id, now);
    if (next === undefined) continue;
    if (teacher_id !== null) {
      if (teaches) tell(teacher_id, { ...(nextOfTeacher(meetings, slot_id, now) ?? next), news: 'teaches' });
      else tell(teacher_id, { ...next, news: 'taught' });
      continue;
    }
    const usual = meetings.find((one) => one.slot_id === slot_id && !one.is_covered)?.teacher_id ?? null;
    const weekly = was === null ? {} : { weekly_was: was };
    tell(usual, { ...next, ...weekly, news: 'weekly' });
    for (const one of hoursOfSubstitutes(meetings, slot_id, now)) tell(one.teacher_id, { ...one, ...weekly });
    for (const { on_date, teacher_id: substitute } of covers.filter((one) => one.slot_id === slot_id)) {
      const lost = was && meetingOnDate(was, was.minutes, on_date);
      const isThere = meetings.some((one) => one.slot_id === slot_id && one.on_date === on_date);
      if (!lost || isThere || Date.parse(lost.ends_at) <= now.getTime()) continue;
      const { starts_at, ends_at } = lost;
      const before = { teacher_id: substitute, teacher_name: null, is_covered: true };
      tell(substitute, {
        ...next,
        on_date,
        starts_at,
        ends_at,
        state: 'planned',
        teacher_id: usual,
        is_covered: false,
        before,
      });
    }
  }
  const readers = await listMailReaders(ctx.db, sql`select unnest(${[...told.keys()]}::bigint[])`);
  const misled = await misledReaders(ctx, meetings, now);
  await tellReaders(
    ctx,
    readers.map((reader) => ({ ...reader, isStudent: false, meetings: told.get(reader.person_id)! })),
  );
  await tellReaders(
    ctx,
    misled.filter(({ person_id }) => !told.has(person_id)),
    officeSeconds,
  );
}
