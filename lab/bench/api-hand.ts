import { hashToken } from '../../server/secrets.ts';
import type { Recorded } from './api-talk.ts';
import type { TaughtDay } from './taught-days.ts';

// What a call of the portal costs when somebody writes one statement for it, with the look-up of the session in it. It
// reads what the answer shows and checks what the call checks; one call alone is its whole purpose.

const session = `s as (
  select s.person_id, p.fullname
  from sessions s
  join people p on p.id = s.person_id and p.deleted_at is null and p.suspended_at is null
  where s.token_hash = $1 and s.expires_at > now()
)`;

const statement = (token: string, text: string, ...values: unknown[]): Recorded[] => [
  {
    connection: 0,
    text: `with ${session} ${text}`,
    values: [hashToken(token), ...values],
    from: 0,
    until: 1,
  },
];

/** What a row of the list shows, for enrolments `e` of a page. */
const shownStudents = (page: string, total: string) => `, page as materialized (${page})
  select p.id, p.fullname, p.dob, p.registered_at, p.language, p.phone_number, p.email_id, p.address, p.city, p.state,
    p.country, p.region, p.timezone, c.id as course_id, c.course_name, e.class_id, e.registration_status, e.payment_status,
    e.fee_details, k.class_name, slot.slots, slot.teachers, paid.amount, paid.currency, paid.paid_at, (${total}) as total
  from s
  cross join page e
  join people p on p.id = e.student_id
  left join courses c on c.id = e.course_id
  left join classes k on k.id = e.class_id
  left join lateral (
    select json_agg(json_build_object('day', t.class_day, 'time', t.local_time, 'zone', t.time_zone)) as slots,
      string_agg(distinct n.fullname, ', ') as teachers
    from class_slots t
    left join slot_teachers st on st.slot_id = t.id and st.ended_at is null
    left join people n on n.id = st.teacher_id
    where t.class_id = e.class_id and t.deleted_at is null
  ) slot on true
  left join lateral (
    select m.amount, m.currency, m.paid_at from payments m
    where m.student_id = e.student_id and m.course_id = e.course_id and m.kind = 'fee' and m.status <> 'void'
    order by m.paid_at desc, m.id desc limit 1
  ) paid on true
  order by e.id desc`;

export const studentsByHand = (token: string, size: number): Recorded[] => {
  const rows = `from enrolments e join courses c on c.id = e.course_id and c.status = 'published' and c.deleted_at is null
    where e.ended_on is null`;
  return statement(
    token,
    shownStudents(`select e.* ${rows} order by e.id desc limit $2`, `select count(*) ${rows}`),
    size,
  );
};

export const searchByHand = (token: string, text: string, size: number): Recorded[] =>
  statement(
    token,
    `, found as materialized (
       select e.* from people p
       join enrolments e on e.student_id = p.id and e.ended_on is null
       where p.main_role = 'student' and p.deleted_at is null
         and lower(p.fullname || ' ' || p.email_id || ' ' || coalesce(p.phone_number, '')) like $3
     )` + shownStudents('select * from found e order by e.id desc limit $2', 'select count(*) from found'),
    size,
    `%${text}%`,
  );

export const coursesByHand = (token: string, size: number | null): Recorded[] =>
  statement(
    token,
    `select c.*, a.fullname, t.type,
       (select count(*) from enrolments e where e.course_id = c.id and e.ended_on is null) as students,
       (select count(*) from classes k where k.course_id = c.id and k.deleted_at is null) as classes,
       (select count(*) from courses c where c.deleted_at is null) as total
     from s
     cross join (select * from courses c where c.deleted_at is null order by c.id desc limit $2) c
     left join people a on a.id = c.courseadmin_id
     left join course_types t on t.id = c.type_id
     order by c.id desc`,
    size,
  );

export const profileByHand = (token: string): Recorded[] =>
  statement(
    token,
    `select p.fullname, p.image, p.as_role, p.main_role from s join people p on p.id = s.person_id`,
  );

export const courseAdminsByHand = (token: string): Recorded[] =>
  statement(
    token,
    `select p.id, p.fullname, p.registered_at, count(distinct c.id) as courses, count(distinct e.student_id) as students,
       (
         select count(*) from courses o join class_slots t on t.course_id = o.id and t.deleted_at is null
         where o.courseadmin_id = p.id and o.deleted_at is null
       ) as sections
     from s
     cross join people p
     left join courses c on c.courseadmin_id = p.id and c.deleted_at is null
     left join enrolments e on e.course_id = c.id and e.ended_on is null
     where p.main_role = 'courseadmin' and p.deleted_at is null
     group by p.id
     order by p.fullname`,
  );

/** The profile, and the courses and marks as two lists. */
export const studentByHand = (token: string, student: number): Recorded[] =>
  statement(
    token,
    `select p.*, (
       select json_agg(json_build_object('course', c.course_name, 'class', k.class_name, 'status', e.payment_status,
         'registration', e.registration_status, 'slots', (
           select json_agg(json_build_array(t.class_day, t.local_time, t.time_zone, n.fullname))
           from class_slots t
           left join slot_teachers st on st.slot_id = t.id and st.ended_at is null
           left join people n on n.id = st.teacher_id
           where t.class_id = e.class_id and t.deleted_at is null
         )))
       from enrolments e
       join courses c on c.id = e.course_id
       left join classes k on k.id = e.class_id
       where e.student_id = p.id and e.ended_on is null
     ) as courses, (
       select json_agg(json_build_object('id', a.id, 'day', a.attendance_date, 'status', a.status, 'course', c.course_name,
         'class', k.class_name, 'by', n.fullname) order by a.attendance_date desc)
       from attendance a
       join courses c on c.id = a.course_id
       left join classes k on k.id = a.class_id
       left join people n on n.id = a.marked_by
       where a.student_id = p.id
     ) as marks
     from s cross join people p
     where p.id = $2 and p.deleted_at is null`,
    student,
  );

/** A page with the totals of all payments by status; what is open stands in no sum. */
export const paymentsByHand = (token: string, size: number): Recorded[] =>
  statement(
    token,
    `select m.id, m.full_name, c.course_name, m.payment_id, m.paid_at, m.amount, m.currency, m.kind, m.campaign, m.method,
       m.status, m.void_reason, m.phone_number, m.email_id,
       (select sum(r.amount) from refunds r where r.payment_id = m.id and r.reversed_at is null) as refunded,
       (select r.number from receipts r where r.payment_id = m.id and r.voided_at is null) as receipt,
       (select json_agg(t) from (
         select t.status, t.currency, sum(t.payments), sum(t.amount) from payment_totals t group by t.status, t.currency
       ) t) as totals
     from s
     cross join (select * from payments m order by m.paid_at desc, m.id desc limit $2) m
     left join courses c on c.id = m.course_id
     order by m.paid_at desc, m.id desc`,
    size,
  );

/** A page of those who owe, and what all of them owe. */
export const owingByHand = (token: string, size: number): Recorded[] =>
  statement(
    token,
    `select p.id, p.fullname, p.email_id, c.course_name, k.class_name, l.*, sums.*,
       (select max(r.asked_at) from reminders r where r.student_id = l.student_id) as last_reminder
     from s
     cross join (
       select * from ledger_sums l where l.open > 0 and l.open_since <= current_date
       order by l.open_since, l.student_id limit $2
     ) l
     join people p on p.id = l.student_id and p.deleted_at is null
     join courses c on c.id = l.course_id and c.deleted_at is null
     left join enrolments e on e.student_id = l.student_id and e.course_id = l.course_id and e.ended_on is null
     left join classes k on k.id = e.class_id
     cross join (
       select count(*) as total, sum(l.charged) as all_charged, sum(l.received) as all_received, sum(l.open) as all_open
       from ledger_sums l where l.open > 0 and l.open_since <= current_date
     ) sums
     order by l.open_since, l.student_id`,
    size,
  );

const counted = (courses: string, students: string) => `
  select (select count(*) from courses c where c.deleted_at is null and ${courses}) as courses,
    (select count(distinct ct.teacher_id) from course_teachers ct join courses c on c.id = ct.course_id where ${courses})
      as teachers,
    (
      select json_agg(g) from (
        select p.gender, p.region, count(*) as students, count(*) filter (where p.dob > current_date - 16 * 365) as young
        from people p
        where p.main_role = 'student' and p.deleted_at is null and ${students}
        group by p.gender, p.region
      ) g
    ) as groups,
    (
      select json_agg(g) from (
        select date_trunc('month', e.registered_at) as month, count(*) as enrolments
        from enrolments e join courses c on c.id = e.course_id
        where e.ended_on is null and e.registered_at > now() - interval '1 year' and ${courses} group by 1
      ) g
    ) as months
  from s`;

export const dashboardByHand = {
  admin: (token: string): Recorded[] => statement(token, counted('true', 'true')),
  courseAdmin: (token: string): Recorded[] =>
    statement(
      token,
      counted(
        'c.courseadmin_id = (select person_id from s)',
        `p.id in (
          select e.student_id from courses c join enrolments e on e.course_id = c.id and e.ended_on is null
          where c.courseadmin_id = (select person_id from s)
        )`,
      ),
    ),
  teacher: (token: string): Recorded[] => {
    const taught = (column: string) => `(
      select t.${column} from slot_teachers st join class_slots t on t.id = st.slot_id and t.deleted_at is null
      where st.teacher_id = (select person_id from s) and st.ended_at is null
    )`;
    const students = `(select e.student_id from enrolments e where e.ended_on is null and e.class_id in ${taught('class_id')})`;
    return statement(token, counted(`c.id in ${taught('course_id')}`, `p.id in ${students}`));
  },
};

/** Of each kind that is due, its number and the first five with their names. */
export const todayByHand = (token: string, courses: string): Recorded[] =>
  statement(
    token,
    `select d.kind, d.count, d.rank, c.course_name, k.class_name, p.fullname
     from s
     cross join (
       select d.*, count(*) over (partition by d.kind) as count,
         row_number() over (partition by d.kind order by d.rank, d.tie) as place
       from due d
       join courses c on c.id = d.course_id and c.deleted_at is null
       where ${courses}
     ) d
     join courses c on c.id = d.course_id
     left join classes k on k.id = d.class_id
     left join people p on p.id = d.student_id
     where d.place <= 5
     order by d.kind, d.place`,
  );

/** A class with its week, the next meeting by the weekday, and its students. */
export const classByHand = (token: string, one: TaughtDay): Recorded[] =>
  statement(
    token,
    `select k.*, c.course_name, c.start_date, (
       select json_agg(json_build_array(t.class_day, t.local_time, t.time_zone, t.duration_minutes, n.id, n.fullname))
       from class_slots t
       left join slot_teachers st on st.slot_id = t.id and st.ended_at is null
       left join people n on n.id = st.teacher_id
       where t.class_id = k.id and t.deleted_at is null
     ) as slots, (
       select count(*) from enrolments e where e.class_id = k.id and e.ended_on is null
     ) as students, (
       select json_agg(json_build_array(m.slot_id, m.on_date, m.local_time, m.reason))
       from meetings m where m.class_id = k.id and m.on_date >= current_date
     ) as changed, (
       select max(r.attendance_date) from attendance_registers r where r.class_id = k.id
     ) as called
     from s
     cross join classes k
     join courses c on c.id = k.course_id
     where k.id = $2 and k.deleted_at is null`,
    one.class_id,
  );

/** Every mark of a class between two days. */
export const reportByHand = (token: string, one: TaughtDay, from: string, to: string): Recorded[] =>
  statement(
    token,
    `select p.id, p.fullname, json_agg(json_build_array(a.attendance_date, a.status) order by a.attendance_date) as marks
     from s
     cross join enrolments e
     join people p on p.id = e.student_id and p.deleted_at is null
     left join attendance a
       on a.student_id = e.student_id and a.class_id = e.class_id and a.attendance_date between $3 and $4
     where e.class_id = $2 and e.ended_on is null
     group by p.id
     order by p.fullname`,
    one.class_id,
    from,
    to,
  );

export const mailsByHand = (token: string, size: number): Recorded[] =>
  statement(
    token,
    `select m.id, m.kind, m.recipient, m.enqueued_at, m.sent_at, m.failed_at, m.failure, v.event_name, c.course_name,
       (select count(*) from mails) as total
     from s
     cross join (select * from mails m order by m.id desc limit $2) m
     left join events v on v.id = m.event_id
     left join courses c on c.id = coalesce(m.course_id, v.course_id)
     order by m.id desc`,
    size,
  );

/** The weekly places of classes on the days of a week, with what changed on a day and its roll. */
export const weekByHand = (token: string, from: string, to: string, teacher: number): Recorded[] =>
  statement(
    token,
    `select c.id as course_id, c.course_name, k.id as class_id, k.class_name, t.id, d.day::date as day, t.local_time, t.time_zone,
       (d.day::date + t.local_time) at time zone t.time_zone as starts_at, t.duration_minutes, n.fullname as teacher,
       m.held_on, m.local_time as moved_to, m.reason, r.id as register
     from s
     cross join generate_series($2::date, $3::date, interval '1 day') d(day)
     join class_slots t on t.deleted_at is null and t.class_day = trim(to_char(d.day, 'day'))
     join classes k on k.id = t.class_id and k.deleted_at is null
     join courses c on c.id = t.course_id and c.deleted_at is null
     left join slot_teachers st on st.slot_id = t.id and st.ended_at is null
     left join people n on n.id = st.teacher_id
     left join meetings m on m.slot_id = t.id and m.on_date = d.day::date
     left join attendance_registers r on r.class_id = k.id and r.attendance_date = d.day::date
     where st.teacher_id = $4
     order by 9`,
    from,
    to,
    teacher,
  );

/** Marks and registers of a week, added up. */
export const figuresByHand = (token: string, from: string, to: string): Recorded[] =>
  statement(
    token,
    `select (
       select json_agg(g) from (
         select a.status, count(*) from attendance a where a.attendance_date between $2 and $3 group by a.status
       ) g
     ) as marks,
     (select count(*) from attendance_registers r where r.attendance_date between $2 and $3) as called,
     (
       select count(*) from generate_series($2::date, $3::date, interval '1 day') d(day)
       join class_slots t on t.deleted_at is null and t.class_day = trim(to_char(d.day, 'day'))
     ) as planned,
     (select count(*) from enrolments e where e.started_on between $2 and $3) as came,
     (select count(*) from enrolments e where e.ended_on between $2 and $3) as went
     from s`,
    from,
    to,
  );

/** The due rolls of a teacher: those of two days, with their students. */
export const rollsByHand = (token: string, from: string, to: string): Recorded[] =>
  statement(
    token,
    `select k.id, k.class_name, c.course_name, d.day::date, p.id as student, p.fullname, a.status
     from s
     cross join generate_series($2::date, $3::date, interval '1 day') d(day)
     join slot_teachers st on st.teacher_id = s.person_id and st.ended_at is null
     join class_slots t on t.id = st.slot_id and t.deleted_at is null and t.class_day = trim(to_char(d.day, 'day'))
     join classes k on k.id = t.class_id and k.deleted_at is null
     join courses c on c.id = t.course_id and c.deleted_at is null
     join enrolments e on e.class_id = k.id and e.ended_on is null
     join people p on p.id = e.student_id and p.deleted_at is null
     left join attendance a on a.student_id = e.student_id and a.class_id = k.id and a.attendance_date = d.day::date
     order by d.day, k.id, p.fullname`,
    from,
    to,
  );

export const rollByHand = (token: string, day: TaughtDay): Recorded[] =>
  statement(
    token,
    `select p.id, p.fullname, a.id as mark, a.status, a.marked_at
     from s
     join enrolments e on e.class_id = $2 and e.started_on <= $3 and (e.ended_on is null or e.ended_on > $3)
     join people p on p.id = e.student_id and p.deleted_at is null
     left join attendance a
       on a.class_id = e.class_id and a.attendance_date = $3 and a.student_id = e.student_id
     where exists (
       select from class_slots t join slot_teachers st on st.slot_id = t.id and st.ended_at is null
       where t.class_id = $2 and t.deleted_at is null and st.teacher_id = s.person_id
     )
     order by p.fullname, p.id`,
    day.class_id,
    day.attendance_date,
  );

/** Tables like those of the portal, with their indexes and without triggers. */
export const handTables = `
  drop table if exists hand_marks, hand_registers, hand_entries;
  create table hand_marks (like attendance including all);
  create table hand_registers (like attendance_registers including all);
  create table hand_entries (id bigint generated always as identity primary key, at timestamptz not null default now(),
    person_id bigint not null, course_id bigint not null, class_id bigint not null, was jsonb not null);
  create index on hand_entries (class_id, id desc);
  insert into hand_marks overriding system value select * from attendance;
  insert into hand_registers overriding system value select * from attendance_registers;
  grant select, insert, update on hand_marks, hand_registers, hand_entries to gurukul_app`;

/** Every mark, the register, and one line of a trail with all former marks. */
export const saveByHand = (token: string, day: TaughtDay, status: 'present' | 'absent'): Recorded[] =>
  statement(
    token,
    `, was as materialized (
       select m.id, m.student_id, m.status, s.person_id
       from s
       join hand_marks m on m.class_id = $2 and m.attendance_date = $3 and m.student_id = any($4)
       where exists (
         select from class_slots t join slot_teachers st on st.slot_id = t.id and st.ended_at is null
         where t.class_id = $2 and t.deleted_at is null and st.teacher_id = s.person_id
       )
       for update of m
     ), saved as (
       update hand_marks m set status = $5, marked_by = w.person_id, corrected_at = now()
       from was w where w.id = m.id
       returning m.id
     ), entry as (
       insert into hand_entries (person_id, course_id, class_id, was)
       select w.person_id, $6, $2, jsonb_object_agg(w.student_id, w.status) from was w group by w.person_id
     )
     select p.id, p.fullname, m.id as mark, (select count(*) from saved) as saved
     from was m join people p on p.id = m.student_id
     order by p.fullname, p.id`,
    day.class_id,
    day.attendance_date,
    day.students,
    status,
    day.course_id,
  );
