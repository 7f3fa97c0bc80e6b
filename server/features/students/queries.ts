import type { PaymentStatus, RegistrationStatus } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import type { WeeklySlot } from '#server/time/slots.ts';
import type { StudentKey } from './listing.ts';

/** A student in a course, or in none, as the lists of the office read it. */
export interface StudentRecord {
  readonly id: number;
  readonly fullname: string;
  readonly student_level_status: string | null;
  readonly dob: string | null;
  readonly register_at: string;
  readonly course_id: number | null;
  readonly course_name: string | null;
  readonly class_id: number | null;
  readonly language: string | null;
  readonly phone_number: string | null;
  readonly email_id: string;
  readonly address: string;
  readonly address2: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly pincode: string;
  readonly region: string;
  readonly timezone: string;
  readonly registration_status: RegistrationStatus | null;
  readonly amount: string | null;
  readonly pay_status: PaymentStatus | null;
  readonly payment_date: string | null;
  readonly fee_details: string | null;
  readonly associated_from: number;
}

/** What the keys stand for, in their order; whoever was deleted meanwhile is left out. */
export const listRecords = (db: Db, keys: readonly StudentKey[]): Promise<StudentRecord[]> =>
  many<StudentRecord>(
    db,
    sql`
      select
        p.id, p.fullname, p.student_level_status, p.dob, p.registered_at as register_at, c.id as course_id,
        c.course_name, e.class_id, p.language, p.phone_number, p.email_id, p.address, p.address2, p.city, p.state,
        p.country, p.pincode, p.region, p.timezone, e.registration_status, e.payment_status as pay_status,
        e.fee_details, paid.amount, paid.paid_at as payment_date,
        greatest(extract(year from age(p.registered_at)), 0)::integer as associated_from
      from unnest(
        ${keys.map((key) => key.enrolment_id)}::bigint[],
        ${keys.map((key) => key.student_id)}::bigint[]
      ) with ordinality as page (enrolment_id, student_id, position)
      join people p on p.id = page.student_id and p.deleted_at is null
      left join enrolments e on e.id = page.enrolment_id
      left join courses c on c.id = e.course_id
      left join lateral (
        select m.amount, m.paid_at
        from payments m
        where m.student_id = e.student_id and m.course_id = e.course_id
        order by m.paid_at desc, m.id desc
        limit 1
      ) paid on true
      order by page.position
    `,
  );

/** A class as the rows of its students show it. */
export interface ClassRecord {
  readonly id: number;
  readonly class_name: string;
  readonly teacher: string | null;
  readonly slots: readonly WeeklySlot[];
}

/** A class comes with many students: it is read once for all of them. */
export const listClassRecords = (db: Db, classIds: readonly number[]): Promise<ClassRecord[]> =>
  many<ClassRecord>(
    db,
    sql`
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
    `,
  );

export const isCourseAdmin = async (db: Db, personId: number): Promise<boolean> => {
  const found = await maybeOne(
    db,
    sql`
      select p.id
      from people p
      where p.id = ${personId}
        and p.deleted_at is null
        and 'courseadmin' in (p.main_role, coalesce(p.as_role, ''))
    `,
  );
  return found !== null;
};
