import { attendanceStatuses } from '@gurukul/contract/attendance';
import { paymentStatuses, registrationStatuses, rosterWeeks } from '@gurukul/contract/students';
import { notInLists } from '@gurukul/contract/shared/person/person';
import sql from 'sql-template-tag';
import { plannedOnce } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, instant, int, list, money, object, oneOf, row, text } from '#server/db/columns.ts';
import { answersColumn } from '#server/db/questions.ts';
import { personSelected, personShape } from '#server/db/person.ts';
import { weeklySlot } from '#server/time/slots.ts';
import { isSetByHand } from '#server/features/ledger/status.ts';
import { many, exists } from '#server/db/rows.ts';
import type { StudentKey } from './listing.ts';

/** A student `p`, in lists and on their own page. */
export const studentShape = {
  id: int,
  fullname: text,
  student_level_status: text.nullable(),
  register_at: instant,
  associated_from: int,
};
export const studentColumns = sql`
  p.id, p.fullname, p.student_level_status, p.registered_at as register_at,
  greatest(extract(year from age(p.registered_at)), 0)::integer as associated_from`;

const listedShape = row(personShape).omit(notInLists).shape;
const listedColumns = personSelected(Object.keys(listedShape));

/** A student in a course, or in none, as the office's lists read it. */
const studentRecord = row({
  ...studentShape,
  ...listedShape,
  course_id: int.nullable(),
  course_name: text.nullable(),
  class_id: int.nullable(),
  registration_status: oneOf(registrationStatuses).nullable(),
  amount: money.nullable(),
  currency: text.nullable(),
  pay_status: oneOf(paymentStatuses).nullable(),
  payment_by_hand: bool,
  payment_date: instant.nullable(),
  fee_details: text.nullable(),
  answers: answersColumn,
});
export type StudentRecord = RowOf<typeof studentRecord>;

/**
 * The rows for the keys, in the same order. People deleted meanwhile are left out. Of a payment for several students each
 * has their share.
 */
export const listRecords = (db: Db, keys: readonly StudentKey[]): Promise<StudentRecord[]> =>
  many(
    db,
    studentRecord,
    sql`
      select
        ${studentColumns}, ${listedColumns}, c.id as course_id, c.course_name, e.class_id, e.registration_status,
        e.payment_status as pay_status, coalesce(${isSetByHand}, false) as payment_by_hand, e.fee_details,
        paid.amount, paid.currency, paid.paid_at as payment_date, p.answers || coalesce(e.answers, '{}') as answers
      from unnest(
        ${keys.map((key) => key.enrolment_id)}::bigint[],
        ${keys.map((key) => key.student_id)}::bigint[]
      ) with ordinality as page (enrolment_id, student_id, position)
      join people p on p.id = page.student_id and p.deleted_at is null
      left join enrolments e on e.id = page.enrolment_id
      left join courses c on c.id = e.course_id
      left join lateral (
        select x.amount, x.currency, x.paid_at
        from (
          select m.id, m.amount, m.currency, m.paid_at
          from payments m
          where m.student_id = e.student_id and m.course_id = e.course_id and m.kind = 'fee' and m.status <> 'void'
            and not exists (select from payment_shares s where s.payment_id = m.id)
          union all
          select m.id, sum(s.amount), m.currency, m.paid_at
          from payment_shares s
          join payments m on m.id = s.payment_id and m.kind = 'fee' and m.status <> 'void'
          where s.student_id = e.student_id and s.course_id = e.course_id
          group by m.id
        ) x
        order by x.paid_at desc, x.id desc
        limit 1
      ) paid on true
      order by page.position
    `,
  );

const statusRecord = row({
  student_id: int,
  course_id: int,
  marks: list(oneOf(attendanceStatuses)),
  open: list(object({ currency: text, amount: money })),
});
export type StatusRecord = RowOf<typeof statusRecord>;

/** How the enrolments among the keys stand: the marks of the last weeks in the class, earliest first, and what is open. */
export const listStatuses = (db: Db, keys: readonly StudentKey[]): Promise<StatusRecord[]> =>
  many(
    db,
    statusRecord,
    sql`
      select
        e.student_id, e.course_id,
        coalesce((
          select json_agg(a.status order by a.attendance_date, a.register_id)
          from attendance a
          where a.student_id = e.student_id and a.class_id = e.class_id
            and a.attendance_date > (now() at time zone 'Asia/Kolkata')::date - ${7 * rosterWeeks}::integer
        ), '[]') as marks,
        coalesce((
          select json_agg(json_build_object('currency', l.currency, 'amount', l.open::text) order by l.currency)
          from ledger_sums l
          where l.student_id = e.student_id and l.course_id = e.course_id and l.open > 0
        ), '[]') as open
      from enrolments e
      where e.id = any(${keys.map((key) => key.enrolment_id)}::bigint[])
    `,
  );

/** A class, as shown with its students. */
const classRecord = row({
  id: int,
  class_name: text,
  teacher: text.nullable(),
  slots: list(weeklySlot),
});
export type ClassRecord = RowOf<typeof classRecord>;

/** Reads each class once for all its students. */
export const listClassRecords = (db: Db, classIds: readonly number[]): Promise<ClassRecord[]> =>
  many(
    db,
    classRecord,
    plannedOnce(sql`
      select
        k.id,
        k.class_name,
        (
          select string_agg(distinct t.fullname, ', ')
          from class_slots s
          join slot_teachers st on st.slot_id = s.id and st.ended_at is null
          join people t on t.id = st.teacher_id and t.deleted_at is null
          where s.class_id = k.id and s.deleted_at is null
        ) as teacher,
        coalesce((
          select json_agg(json_build_object('class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'),
            'zone', s.time_zone) order by s.id)
          from class_slots s
          where s.class_id = k.id and s.deleted_at is null
        ), '[]') as slots
      from classes k
      where k.id = any(${classIds}::bigint[])
        and k.deleted_at is null
    `),
  );

export const isCourseAdmin = (db: Db, personId: number): Promise<boolean> =>
  exists(
    db,
    sql`
      select p.id
      from people p
      where p.id = ${personId}
        and p.deleted_at is null
        and 'courseadmin' in (p.main_role, coalesce(p.as_role, ''))
    `,
  );
