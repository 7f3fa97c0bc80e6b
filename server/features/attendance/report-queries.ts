import { attendanceStatuses, markLetters } from '@gurukul/contract/attendance';
import sql, { join } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, joined, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
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

const packedStudent = joined({ student_id: int, student_name: text }, { marks: text });

/**
 * All students of the class in the period, with their marks packed into one text. For each mark it has the days since
 * the start and a letter; a corrected mark has a capital letter and its id. So 5,000 students with 120 marks each are
 * 5,000 short rows and not 600,000 records. Null when the class is out of reach. One statement, so that all of it is of
 * one moment.
 */
export async function readMarks(db: Db, person: Person, period: Period): Promise<PackedStudent[] | null> {
  const { course_id, class_id, start_date, end_date } = period;
  const rows = await many(
    db,
    packedStudent,
    sql`
      with marks as (
        select
          a.student_id,
          string_agg(
            (a.attendance_date - ${start_date}::date) || case
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
      select l.id as student_id, l.fullname as student_name, coalesce(l.marks, '') as marks
      from classes k
      join courses c on c.id = k.course_id
      left join lines l on true
      where k.id = ${class_id}
        and k.course_id = ${course_id}
        and ${withinReach(person)}
      order by l.fullname collate natural_order, l.id
    `,
  );
  return rows.length === 0 ? null : rows.filter((row) => row.student_id !== null);
}
