import type { Meeting } from '@gurukul/contract/meetings';
import { takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import sql from 'sql-template-tag';
import { bool, date, int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { cancelTelling } from '../messages/send.ts';
import { meetingOnDate, weeklyTime } from '#server/time/slots.ts';
import { daysAround, listMeetings } from './queries.ts';
import { tellReaders } from './tell.ts';
import type { ChangedMeeting } from './tell.ts';

/*
 * A weekly time changed, or who teaches it. Its teachers hear of it at once, by the next meeting; the office writes to
 * the students when it wants to.
 */

/** In days: how far a next meeting is looked for. */
export const lookedAhead = 92;

/** It takes place and is not over. */
export const isAhead = ({ state, ends_at }: Meeting, now: Date): boolean =>
  takesPlace(state) && Date.parse(ends_at) > now.getTime();

/** The next meeting of a weekly time: one that is as the week says, with its own teacher, before one that is not. */
export function nextOfSlot(meetings: readonly Meeting[], slotId: number, now: Date): Meeting | undefined {
  const ahead = meetings.filter((one) => one.slot_id === slotId && isAhead(one, now));
  const planned = ahead.filter(({ state }) => state === 'planned');
  return planned.find(({ is_covered: isCovered }) => !isCovered) ?? planned[0] ?? ahead[0];
}

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
      select s.id, s.class_id, null, true, json_build_object(
          'class_day', was.class_day, 'time', to_char(was.local_time, 'HH24:MI'), 'zone', was.time_zone,
          'minutes', was.duration_minutes
        )
      from entries e
      join class_slots s on s.id = e.row_id
      cross join lateral jsonb_populate_record(s, e.before) was
      where e.table_name = 'class_slots' and e.action = 'update' and s.deleted_at is null
        and e.after ?| array['class_day', 'local_time', 'time_zone', 'duration_minutes']
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
        and earlier.after ?| array['class_day', 'local_time', 'time_zone', 'duration_minutes']
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
      tell(teacher_id, { ...next, news: teaches ? 'teaches' : 'taught' });
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
  await tellReaders(
    ctx,
    readers.map((reader) => ({ ...reader, isStudent: false, meetings: told.get(reader.person_id)! })),
  );
}
