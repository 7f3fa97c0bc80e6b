import { attendanceStatuses, markLetters } from '@gurukul/contract/attendance';
import sql, { join } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { date, int, joined, list, object, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { isExcuse, timesOfTwo } from './day-rolls.ts';
import { withinReach } from './queries.ts';
import type { PackedStudent } from './report-sheet.ts';

export interface Period {
  readonly course_id: number;
  readonly class_id: number;
  /** yyyy-mm-dd, both included. */
  readonly start_date: string;
  readonly end_date: string;
}

const letterOf = sql`case a.status ${join(
  attendanceStatuses.map((status) => sql`when ${status} then ${markLetters[status]}`),
  ' ',
)} end`;

/** A roll of a day with two. */
export interface TwiceMet {
  /** yyyy-mm-dd. */
  readonly date: string;
  /** '18:30', or '' for none. */
  readonly time: string;
}

const packedStudent = joined(
  { student_id: int, student_name: text },
  { marks: text, twice: list(object({ date, time: text })) },
);

interface Packed {
  readonly students: PackedStudent[];
  /** The earliest first. */
  readonly twice: readonly TwiceMet[];
}

/**
 * All students of the class in the period, with their marks packed into one text. For each mark it has the days since
 * the start and a letter; a corrected mark has a capital letter and its id. So 5,000 students with 120 marks each are
 * 5,000 short rows and not 600,000 records. Rolls of days with two are numbered behind the days. Null when the class is out of reach. One statement, so that all of it is of
 * one moment.
 */
export async function readMarks(db: Db, person: Caller, period: Period): Promise<Packed | null> {
  const { course_id, class_id, start_date, end_date } = period;
  const rows = await many(
    db,
    packedStudent,
    sql`
      with twice as materialized (
        select array_agg(t.id) as ids, json_agg(json_build_object('date', t.attendance_date, 'time', t.time)) as rolls
        from (
          ${timesOfTwo(sql`r.class_id = ${class_id} and r.attendance_date between ${start_date}::date and ${end_date}::date`)}
          order by r.attendance_date, time, r.id
        ) t
      ),
      marks as (
        select
          a.student_id,
          string_agg(
            case
              when (select t.ids from twice t) is null then a.attendance_date - ${start_date}::date
              else coalesce(
                array_position((select t.ids from twice t), a.register_id) + ${end_date}::date - ${start_date}::date,
                a.attendance_date - ${start_date}::date
              )
            end || case
              when a.corrected_at is null then ${letterOf} else upper(${letterOf}) || a.id || ' '
            end,
            ''
          ) as marks
        from attendance a
        where a.class_id = ${class_id}
          and a.attendance_date between ${start_date}::date and ${end_date}::date
        group by a.student_id
      ),
      present_in_period as (
        select e.student_id
        from enrolments e
        where e.class_id = ${class_id}
          and e.started_on <= ${end_date}::date
          and (e.ended_on is null or e.ended_on > greatest(e.started_on, ${start_date}::date))
        union
        select student_id from marks
      ),
      lines as (
        select p.id, p.fullname, m.marks
        from present_in_period i
        join people p on p.id = i.student_id and p.deleted_at is null
        left join marks m on m.student_id = p.id
      )
      select l.id as student_id, l.fullname as student_name, coalesce(l.marks, '') as marks,
        (select coalesce(t.rolls, '[]') from twice t) as twice
      from classes k
      join courses c on c.id = k.course_id
      left join lines l on true
      where k.id = ${class_id}
        and k.course_id = ${course_id}
        and ${withinReach(person)}
      order by l.fullname collate natural_order, l.id
    `,
  );
  const [first] = rows;
  return first === undefined
    ? null
    : { students: rows.filter((row) => row.student_id !== null), twice: first.twice };
}

const excusedRow = row({ student_id: int, excused: int });

/** How many absences of the students of a class were told before; only where there are any. */
export const listExcused = (db: Db, { class_id, start_date, end_date }: Period) =>
  many(
    db,
    excusedRow,
    sql`
      select a.student_id, count(distinct a.id)::integer as excused
      from answers w
      join attendance a on a.student_id = w.student_id and a.class_id = w.class_id and a.attendance_date = w.held_on
      join attendance_registers r on r.id = a.register_id
      where w.class_id = ${class_id} and w.held_on between ${start_date}::date and ${end_date}::date
        and a.status = 'absent'
        and ${isExcuse({
          classId: sql`r.class_id`,
          day: sql`r.attendance_date`,
          slotId: sql`r.slot_id`,
          onDate: sql`r.on_date`,
          isExtra: sql`r.is_extra`,
        })}
      group by a.student_id
    `,
  );
