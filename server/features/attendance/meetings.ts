import type { MeetingRow, RollState } from '@gurukul/contract/attendance';
import { meetingWeeks } from '@gurukul/contract/attendance';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { date, instant, int, object, row, text } from '#server/db/columns.ts';
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
 * outside its course. A teacher has none before they were assigned. One row per class and date, as rolls are.
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
        select distinct on (m.class_id, m.held_on) m.*, m.held_on as day
        from meetings_of(
          array(select slot.class_id from slot), today_in_kolkata() - ${reachBack(of)}::integer - 1, today_in_kolkata()
        ) m
        where m.state not in ('canceled', 'day_off') and m.ends_at <= now() and m.starts_at >= m.slot_made_at
          ${'classId' in of ? sql`` : sql`and m.teacher_id = ${of.teacherId} and m.starts_at >= m.assigned_at`}
        order by m.class_id, m.held_on, m.local_start, m.slot_id
      ),
      day as (
        select met.class_id, met.day from met
        union
        select r.class_id, r.attendance_date
        from attendance_registers r
        where r.class_id in (select slot.class_id from slot)
          and r.attendance_date >= today_in_kolkata() - ${reachBack(of)}::integer
          ${'classId' in of ? sql`` : sql`and r.taken_by = ${of.teacherId}`}
      )
      select
        c.id as course_id, c.course_name, k.id as class_id, k.class_name, day.day as attendance_date,
        met.starts_at, met.ends_at, met.time_zone as zone,
        case when p.id is not null then json_build_object('user_id', p.id, 'fullname', p.fullname) end as teacher,
        case when by.id is not null then json_build_object('user_id', by.id, 'fullname', by.fullname) end as taken_by,
        r.taken_at, counted.students, counted.marked, counted.present
      from day
      join classes k on k.id = day.class_id
      join courses c on c.id = k.course_id
      left join met on met.class_id = day.class_id and met.day = day.day
      left join people p on p.id = met.teacher_id
      left join attendance_registers r on r.class_id = day.class_id and r.attendance_date = day.day
      left join people by on by.id = r.taken_by
      cross join lateral (
        select
          count(*)::integer as students, count(a.id)::integer as marked,
          (count(*) filter (where a.status = 'present'))::integer as present
        from (values (true)) as this_day
        ${attendees(sql`day.class_id`, sql`day.day`)}
      ) counted
      order by day.day desc, k.id
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
