import type { Pool, PoolClient } from 'pg';
import { waitFor } from '../db/pool.ts';

export interface Size {
  readonly students: number;
  /** Weeks of registers before today. */
  readonly weeks: number;
}

/** The numbers of rows for a size. Ids are in the order below; the account admin is 1. */
export const partsOf = ({ students, weeks }: Size) => ({
  students,
  weeks,
  enrolments: Math.round(students * 1.3),
  courses: students / 100,
  classes: students / 20,
  teachers: students / 250,
  courseAdmins: Math.max(4, Math.round(students / 2500)),
  events: students / 50,
  /** Days since the classes were made: before the first register. */
  age: Math.max(150, weeks * 7 + 15),
});

/** Statements for so many course admins and teachers, with the account admin's password. */
export const staffOf = (courseAdmins: number, teachers: number): string[] => [
  `insert into people (email_id, password_hash, main_role, first_name)
     select 'courseadmin' || n || '@bench.test', (select password_hash from people where id = 1), 'courseadmin',
       'Course admin ' || n from generate_series(1, ${courseAdmins}) n`,
  `insert into people (email_id, password_hash, main_role, first_name)
     select 'teacher' || n || '@bench.test', (select password_hash from people where id = 1), 'teacher',
       'Teacher ' || n from generate_series(1, ${teachers}) n`,
];

/**
 * Fills a provider of any size, a multiple of 10,000 students, with constant proportions: 26 students in a class, five
 * classes in a course; the first course admin runs every third course and the others share the rest. A few registers
 * are missing and a few half taken; no class met before its first register. Each present enrolment is charged, and a
 * quarter owes. At 100,000 students and five weeks: 130,000
 * present enrolments and 20,000 past ones, 650,000 marks.
 */
export async function fill(owner: Pool, size: Size): Promise<void> {
  const { students, weeks, enrolments, courses, classes, teachers, courseAdmins, events, age } =
    partsOf(size);
  const statements = [
    // Without audit trail and checks; the rows are right.
    `set session_replication_role = replica`,
    `set statement_timeout = 0`,
    ...staffOf(courseAdmins, teachers),
    `insert into people (email_id, main_role, first_name, last_name, gender, dob, region, address, city, country,
       registered_at)
     select 'student' || n || '@bench.test', 'student', 'Student ' || n, 'of Measure',
       (array['male', 'female', 'female', 'male', 'others', null])[1 + hashint4(n) & 3 + (n % 16 = 0)::integer * 2],
       case when n % 14 <> 0 then nullif(date '1945-01-01' + (n::bigint * 7919 % 29000)::integer, '1970-01-01') end,
       (array['India', 'India', 'India', 'United States', 'United Kingdom', 'USA', 'Canada', ''])[1 + n % 8],
       n || ' Temple Road', 'Mysuru', 'India', now() - make_interval(hours => n % 13000)
     from generate_series(1, ${students}) n`,
    `insert into courses (course_name, course_image, course_duration, start_date, courseadmin_id, status, created_at)
     select 'Course ' || n, '', 'yearly', current_date - ${age},
       1 + case when n % 3 = 0 then 1 else 2 + n % ${courseAdmins - 1} end, 'published',
       now() - make_interval(days => n % 400)
     from generate_series(1, ${courses}) n`,
    `insert into course_teachers (course_id, teacher_id, strength)
     select c.id, 1 + ${courseAdmins} + 1 + (c.id * 2 + n) % ${teachers}, 80
     from courses c cross join generate_series(0, 3) n`,
    `insert into classes (course_id, class_name, created_at)
     select 1 + n % ${courses}, 'Class ' || n, now() - make_interval(days => ${age}) from generate_series(0, ${classes - 1}) n`,
    `insert into class_slots (class_id, course_id, class_day, local_time, time_zone, created_at)
     select k.id, k.course_id,
       (array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[1 + k.id % 7],
       time '05:00' + make_interval(mins => (k.id * 37 % 64)::integer * 15),
       (array['Asia/Kolkata', 'America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles',
         'America/Anchorage', 'Pacific/Honolulu', 'America/Adak'])[1 + k.id % 8],
       now() - make_interval(days => ${weeks * 7})
     from classes k`,
    `insert into slot_teachers (slot_id, course_id, teacher_id, assigned_at)
     select s.id, s.course_id, 1 + ${courseAdmins} + 1 + (s.course_id * 2 + s.class_id / ${courses} % 4) % ${teachers},
       s.created_at
     from class_slots s where s.id % 250 <> 0`,
    `insert into enrolments (student_id, course_id, class_id, started_on, ended_on, payment_status,
       registration_status, registered_at)
     select 1 + ${courseAdmins + teachers} + 1 + n % ${students}, k.course_id,
       case when n % 199 <> 0 then k.id end, current_date - ${age - 10},
       case when n >= ${enrolments} then current_date - 60 end,
       case when n % 12 = 0 then 'Failed' when n % 25 = 0 then null else 'Successful' end,
       case when n >= ${enrolments} then 'Completed' else 'Registered' end, now() - make_interval(mins => n * 5)
     from generate_series(0, ${Math.round(students * 1.5) - 1}) n join classes k on k.id = 1 + (n * 31 + n / ${students} * 7) % ${classes}`,
    `insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, paid_at)
     select 'pay' || e.id, e.course_id, e.student_id, 'Student', 'student@bench.test', 100.00, 'INR', 'success',
       e.registered_at
     from enrolments e where e.payment_status = 'Successful'`,
    `insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
     select c.id, 'India', 'IN', 'INR', 150 from courses c`,
    // Who paid 100 of 150 owes the rest.
    `insert into charges (student_id, course_id, due_on, amount, currency)
     select e.student_id, e.course_id, current_date - 40 + (e.id % 60)::integer, case when e.id % 5 = 0 then 150 else 100 end,
       'INR'
     from enrolments e where e.ended_on is null`,
    `insert into ledger_sums (student_id, course_id, currency, charged, waived, received, refunded, open, credit, open_since)
     select s.student_id, s.course_id, 'INR', s.charged, 0, s.received, 0, s.charged - s.received, 0,
       case when s.charged > s.received then s.due_on end
     from (
       select h.student_id, h.course_id, sum(h.amount) as charged, min(h.due_on) as due_on,
         case when exists (
           select from payments m where m.student_id = h.student_id and m.course_id = h.course_id
         ) then sum(h.amount) - case when bool_or(h.amount = 150) then 50 else 0 end else 0 end as received
       from charges h group by h.student_id, h.course_id
     ) s`,
    `insert into payment_totals (status, currency, payments, amount)
     select lower(m.status), m.currency, count(*), sum(m.amount) from payments m group by 1, 2`,
    `insert into attendance_registers (course_id, class_id, attendance_date)
     select s.course_id, s.class_id, d.day
     from (
       select current_date - n as day, trim(to_char(current_date - n, 'day')) as class_day
       from generate_series(0, ${weeks * 7}) n
     ) d
     join class_slots s on s.class_day = d.class_day
     where (s.class_id + (d.day - date '2026-01-01')) % 400 <> 0
     order by d.day, s.class_id`,
    // Week by week, so that the rows are on the disk in their natural order.
    ...Array.from({ length: weeks + 1 }, (_, week) => marksOfWeek(weeks - week)),
    `insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status, created_by)
     select 1 + n % ${courses}, 'Event ' || n, case when n % 10 = 0 then '' else 'https://meet.example.org/x' end,
       current_date + n % 60 - 30, now() + make_interval(days => n % 60 - 30),
       now() + make_interval(days => n % 60 - 30, hours => 1), 'published', 1
     from generate_series(1, ${events}) n`,
    `insert into mails (dedupe_key, kind, recipient, enqueued_at, sent_at, failed_at, event_id)
     select 'bench-' || n, 'event_published', 'student@bench.test', now(), case when n % 200 <> 0 then now() end,
       case when n % 200 = 0 then now() end, 1 + n % ${events}
     from generate_series(1, ${events * 10}) n`,
  ];
  const connection = await owner.connect();
  waitFor(connection, 3600);
  try {
    await connection.query('set statement_timeout = 0');
    await connection.query(`set work_mem = '256MB'`);
    await connection.query(`alter system set max_wal_size = '8GB'`);
    await connection.query('select pg_reload_conf()');
    const indexes = await dropIndexes(connection);
    for (const text of statements) await connection.query(text);
    // One sort is quicker than inserting fifty million rows one by one into an index.
    await connection.query(`set maintenance_work_mem = '1GB'`);
    for (const text of indexes) await connection.query(text);
    await connection.query('vacuum analyze');
    await connection.query('insert into due_changes (course_id) select id from courses');
    for (let left = 1; left > 0;) {
      const { rows } = await connection.query<{ refreshed: number }>('select refresh_due(1000) as refreshed');
      left = rows[0]?.refreshed ?? 0;
    }
    await connection.query('reset all');
    await connection.query('vacuum analyze');
  } finally {
    waitFor(connection, null);
    connection.release();
  }
}

/** Marks for the students of a class on a day of that week before today; one of 5,000 is missing. */
const marksOfWeek = (before: number) => `
  insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
  select r.attendance_date, e.student_id, r.course_id, r.class_id, r.id,
    case when hashint8(e.id * 40 + r.id) % 10 = 0 then 'absent' else 'present' end
  from attendance_registers r
  join enrolments e on e.class_id = r.class_id and (e.ended_on is null or e.ended_on > r.attendance_date)
  where r.attendance_date between current_date - ${before * 7 + 6} and current_date - ${before * 7}
    and (r.id + e.id) % 5000 <> 0
  order by r.attendance_date, r.class_id, e.id`;

/** Drops the indexes of the large tables, and returns the statements that create them again. */
async function dropIndexes(connection: PoolClient): Promise<string[]> {
  const { rows } = await connection.query<{ drop: string; make: string }>(`
    select
      case when k.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, k.conname) end as drop,
      case when k.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, k.conname, pg_get_constraintdef(k.oid))
        end as make
    from pg_index i
    left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
    where i.indrelid in ('people'::regclass, 'enrolments'::regclass, 'payments'::regclass,
        'attendance_registers'::regclass, 'attendance'::regclass)
      -- what a reference leads to stays
      and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)
      -- without statistics, which the definition does not say
      and not exists (select from pg_attribute a where a.attrelid = i.indexrelid and a.attstattarget = 0)
    order by i.indexrelid`);
  for (const { drop } of rows) await connection.query(drop);
  return rows.map(({ make }) => make);
}
