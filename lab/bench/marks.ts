import type { Provider } from './provider.ts';

export interface Size {
  /** Of the one big class. */
  readonly students: number;
  readonly dates: number;
  /** yyyy-mm-dd */
  readonly start: string;
}

/**
 * Adds a million marks: one class of so many students with a mark on each date, and twenty classes of a hundred
 * students with 200 dates. Every fiftieth mark was corrected. One teacher has all of them. Returns the teacher.
 */
export async function layDownMarks(
  owner: Provider['owner'],
  { students, dates, start }: Size,
): Promise<number> {
  const client = await owner.connect();
  // Without audit trail and checks: the rows are right, and there are many.
  await client.query('set session_replication_role = replica');
  await client.query(`
    insert into people (email_id, main_role, first_name, last_name)
    select 'student' || n || '@bench.test', 'student', 'Student ' || n, 'Of Many'
    from generate_series(1, ${students} + 2000) n`);
  await client.query(`
    insert into people (email_id, main_role, first_name) values ('teacher@bench.test', 'teacher', 'Teacher')`);
  await client.query(`
    insert into courses (course_name, course_image, course_duration, start_date)
    values ('Course', '', 'yearly', '${start}')`);
  await client.query(`
    insert into classes (course_id, class_name) select 1, 'Class ' || n from generate_series(1, 21) n`);
  await client.query(`
    insert into class_slots (class_id, course_id, class_day, local_time, time_zone)
    select id, 1, 'monday', '18:00', 'Asia/Kolkata' from classes`);
  await client.query(`
    insert into course_teachers (course_id, teacher_id) select 1, max(id) from people`);
  await client.query(`
    insert into slot_teachers (slot_id, course_id, teacher_id)
    select s.id, 1, t.teacher_id from class_slots s cross join course_teachers t`);
  await client.query(`
    insert into enrolments (student_id, course_id, class_id, started_on)
    select p.id, 1, case when p.n <= ${students} then 1 else 2 + (p.n - ${students} - 1) / 100 end, '${start}'
    from (select id, row_number() over (order by id) as n from people where main_role = 'student') p`);
  await client.query(`
    insert into attendance_registers (course_id, class_id, attendance_date)
    select 1, k.id, date '${start}' + n
    from classes k cross join generate_series(1, 2 * greatest(${dates}, 100)) n
    where case when k.id = 1 then n % 2 = 0 and n <= 2 * ${dates} else n <= 200 end
    order by n, k.id`);
  await client.query(`
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, corrected_at)
    select r.attendance_date, e.student_id, 1, r.class_id, r.id,
      (array['present', 'present', 'present', 'absent', 'moved', 'drop-out'])[1 + (e.id * 31 + r.id * 17) % 6],
      case when (e.id + r.id) % 50 = 0 then now() end
    from attendance_registers r
    join enrolments e on e.class_id = r.class_id
    order by r.id, e.id`);
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ teacher_id: number }>('select teacher_id from course_teachers');
  client.release(true);
  return rows[0]?.teacher_id ?? 0;
}
