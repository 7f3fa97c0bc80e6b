import type { MeetingRow, RollState } from '@gurukul/contract/attendance';
import { meetingWeeks } from '@gurukul/contract/attendance';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, object, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { attendees, withinReach } from './queries.ts';
import { offeredForMs } from './roll-rules.ts';

const named = object({ user_id: int, fullname: text });

const meetingRecord = row({
  course_id: int,
  course_name: text,
  class_id: int,
  class_name: text,
  attendance_date: date,
  slot_id: int.nullable(),
  on_date: date.nullable(),
  extra: bool,
  starts_at: instant.nullable(),
  ends_at: instant.nullable(),
  zone: text.nullable(),
  teacher: named.nullable(),
  taken_by: named.nullable(),
  taken_at: instant.nullable(),
  students: int,
  marked: int,
  present: int,
});
type MeetingRecord = RowOf<typeof meetingRecord>;

/** A class, or the classes of a teacher. */
export type Meetings = { readonly classId: number } | { readonly teacherId: number };

/** In days. */
const reachBack = (of: Meetings) => 7 * ('classId' in of ? meetingWeeks.class : meetingWeeks.teacher);

/**
 * The meetings of the slots that are over, and the rolls of other days. A slot has no meeting before it was made, nor
 * outside its course. A teacher has none before they were assigned. One row per roll.
 */
const listPast = (db: Db, person: Person, of: Meetings): Promise<MeetingRecord[]> => {
  const isWanted: Sql = 'classId' in of ? sql`k.id = ${of.classId}` : sql`t.teacher_id = ${of.teacherId}`;
  return many(
    db,
    meetingRecord,
    sql`
      with slot as (
        select distinct s.class_id
        from class_slots s
        join classes k on k.id = s.class_id
        join courses c on c.id = k.course_id
        left join slot_teachers t on t.slot_id = s.id and t.ended_at is null
        where ${isWanted} and s.deleted_at is null and ${withinReach(person)}
      ),
      met as (
        select m.*, m.state = 'extra' as is_extra
        from meetings_of(
          array(select slot.class_id from slot), today_in_kolkata() - ${reachBack(of)}::integer - 1, today_in_kolkata()
        ) m
        where m.state not in ('canceled', 'day_off') and m.ends_at <= now() and m.starts_at >= m.slot_made_at
          ${'classId' in of ? sql`` : sql`and m.teacher_id = ${of.teacherId} and m.starts_at >= m.assigned_at`}
      ),
      taken as (
        select r.*
        from attendance_registers r
        where r.class_id in (select slot.class_id from slot)
          and r.attendance_date >= today_in_kolkata() - ${reachBack(of)}::integer
      ),
      -- A register of a whole day is that of its first meeting.
      first as (
        select distinct on (met.class_id, met.held_on) met.class_id, met.held_on, met.slot_id, met.on_date, met.is_extra
        from met
        order by met.class_id, met.held_on, met.local_start, met.slot_id
      ),
      called as (
        select r.*, coalesce(r.slot_id, f.slot_id) as of_slot, coalesce(r.on_date, f.on_date) as of_day,
          case when r.slot_id is null then f.is_extra else r.is_extra end as of_extra
        from taken r
        left join first f on r.slot_id is null and f.class_id = r.class_id and f.held_on = r.attendance_date
      ),
      roll as (
        select met.class_id, met.held_on as day, met.slot_id, met.on_date, met.is_extra, met.starts_at, met.ends_at,
          met.time_zone, met.teacher_id, r.id as register_id, r.taken_by, r.taken_at
        from met
        left join called r
          on r.class_id = met.class_id and r.attendance_date = met.held_on
          and r.of_slot = met.slot_id and r.of_day = met.on_date and r.of_extra = met.is_extra
        where r.id is not null or not exists (
          select from called w
          where w.class_id = met.class_id and w.attendance_date = met.held_on and w.slot_id is null
        )
        union all
        select r.class_id, r.attendance_date, r.slot_id, r.on_date, r.is_extra, null, null, null, null, r.id, r.taken_by,
          r.taken_at
        from called r
        where not exists (
          select from met
          where met.class_id = r.class_id and met.held_on = r.attendance_date
            and met.slot_id = r.of_slot and met.on_date = r.of_day and met.is_extra = r.of_extra
        )
          ${'classId' in of ? sql`` : sql`and r.taken_by = ${of.teacherId}`}
      )
      select
        c.id as course_id, c.course_name, k.id as class_id, k.class_name, roll.day as attendance_date,
        roll.slot_id, roll.on_date, roll.is_extra as extra, roll.starts_at, roll.ends_at, roll.time_zone as zone,
        case when p.id is not null then json_build_object('user_id', p.id, 'fullname', p.fullname) end as teacher,
        case when by.id is not null then json_build_object('user_id', by.id, 'fullname', by.fullname) end as taken_by,
        roll.taken_at, counted.students, counted.marked, counted.present
      from roll
      join classes k on k.id = roll.class_id
      join courses c on c.id = k.course_id
      left join people p on p.id = roll.teacher_id
      left join people by on by.id = roll.taken_by
      cross join lateral (
        select
          count(*)::integer as students, count(a.id)::integer as marked,
          (count(*) filter (where a.status = 'present'))::integer as present
        from (values (true)) as this_day
        ${attendees(sql`roll.class_id`, sql`roll.day`, sql`roll.register_id`)}
      ) counted
      order by roll.day desc, k.id, roll.starts_at desc, roll.slot_id, roll.on_date
    `,
  );
};

function stateOf({ students, marked, taken_at, ends_at }: MeetingRecord): RollState {
  if (students === 0) return 'nobody';
  if (marked === 0) return 'not_called';
  if (marked < students) return 'partly';
  const isLate =
    taken_at !== null && ends_at !== null && Date.parse(taken_at) > Date.parse(ends_at) + offeredForMs;
  return isLate ? 'late' : 'called';
}

/** Past meetings with their rolls, latest first. */
export async function readMeetings(db: Db, person: Person, of: Meetings): Promise<MeetingRow[]> {
  const past = await listPast(db, person, of);
  return past.map((meeting) => ({ ...meeting, state: stateOf(meeting) }));
}
