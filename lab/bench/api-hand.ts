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

export const coursesByHand = (token: string, size: number): Recorded[] =>
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
