import type { Pool } from 'pg';

export interface TaughtDay {
  readonly course_id: number;
  readonly class_id: number;
  readonly attendance_date: string;
  readonly students: readonly number[];
}

/** For each class of a teacher, a day with a register, and its students. Throws when there is none. */
export async function taughtDays(pool: Pool, teacher: number): Promise<readonly [TaughtDay, ...TaughtDay[]]> {
  const { rows } = await pool.query<TaughtDay>(
    `select s.course_id, s.class_id, max(r.attendance_date) as attendance_date,
       (select array_agg(distinct e.student_id) from enrolments e where e.class_id = s.class_id and e.ended_on is null) as students
     from slot_teachers t
     join class_slots s on s.id = t.slot_id
     join attendance_registers r on r.class_id = s.class_id and r.attendance_date < current_date
     where t.teacher_id = $1 and t.ended_at is null
     group by s.course_id, s.class_id
     order by s.class_id`,
    [teacher],
  );
  const [first, ...others] = rows;
  if (first === undefined) throw new Error('the teacher has no class');
  return [first, ...others];
}
