import type { CourseStatusFilter, PaymentStatus, RegistrationStatus } from '@gurukul/contract/students';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import type { WeeklySlot } from '#server/time/slots.ts';

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
  readonly class_name: string | null;
  readonly teacher: string | null;
  readonly slots: readonly WeeklySlot[] | null;
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

/** Published courses are active; every other course, or none at all, is inactive. */
const hasStatus = (filter: CourseStatusFilter) =>
  sql`(${filter}::text = 'all' or (c.status = 'published') = (${filter}::text = 'active'))`;

/** What a page key carries on to `rowsOf`. */
const keyColumns = raw(`e.id as enrolment_id, e.student_id, e.course_id, e.class_id, e.registration_status,
  e.payment_status, e.fee_details`);

/** Joins what the list shows to the keys in `page`: names, class, teachers and last payment of those rows alone. */
const rowColumns = raw(`
  p.id, p.fullname, p.student_level_status, p.dob, p.registered_at as register_at,
  c.id as course_id, c.course_name, d.id as class_id, d.class_name, d.teacher, d.slots,
  p.language, p.phone_number, p.email_id, p.address, p.address2, p.city, p.state, p.country, p.pincode, p.region,
  p.timezone, page.registration_status, page.payment_status as pay_status, page.fee_details,
  paid.amount, paid.paid_at as payment_date,
  extract(year from age(p.registered_at))::integer as associated_from`);

const classesOfPage = raw(`
  class_details as materialized (
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
      (
        select json_agg(json_build_object('class_day', s.class_day, 'time', to_char(s.local_time, 'HH24:MI'),
          'zone', s.time_zone) order by s.id)
        from class_slots s
        where s.class_id = k.id and s.deleted_at is null
      ) as slots
    from (select distinct class_id from page) as shown
    join classes k on k.id = shown.class_id and k.deleted_at is null
  )`);

const rowsOfPage = raw(`
  page
  join people p on p.id = page.student_id
  left join courses c on c.id = page.course_id
  left join class_details d on d.id = page.class_id
  left join lateral (
    select m.amount, m.paid_at
    from payments m
    where m.student_id = page.student_id and m.course_id = page.course_id
    order by m.paid_at desc, m.id desc
    limit 1
  ) paid on true`);

/** Every student once per course; who is in none comes last, with an empty course. */
export const listAllStudents = (db: Db, filter: CourseStatusFilter): Promise<StudentRecord[]> =>
  many<StudentRecord>(
    db,
    sql`
      with page as materialized (
        select ${keyColumns}
        from enrolments e
        join courses c on c.id = e.course_id and c.deleted_at is null
        join people p on p.id = e.student_id and p.deleted_at is null
        where e.ended_on is null
          and ${hasStatus(filter)}
        union all
        select null, p.id, null, null, null, null, null
        from people p
        where p.main_role = 'student'
          and p.deleted_at is null
          and ${filter}::text <> 'active'
          and not exists (
            select from enrolments e
            join courses c on c.id = e.course_id and c.deleted_at is null
            where e.student_id = p.id and e.ended_on is null
          )
      ),
      ${classesOfPage}
      select ${rowColumns}
      from ${rowsOfPage}
      order by page.enrolment_id desc nulls last, p.id desc
    `,
  );

export interface StudentPage {
  readonly rows: readonly StudentRecord[];
  readonly total: number;
}

export interface PageQuery {
  /** Whose courses; null means every course. */
  readonly courseadminId: number | null;
  readonly course_status: CourseStatusFilter;
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
}

const likeText = (search: string) => `%${search.toLowerCase().replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;

const coursesOf = ({ courseadminId, course_status }: PageQuery) => sql`
  mine as materialized (
    select c.id
    from courses c
    where c.deleted_at is null
      and ${courseadminId === null ? sql`true` : sql`c.courseadmin_id = ${courseadminId}`}
      and ${hasStatus(course_status)}
  )
`;

/**
 * Keys of one page from the index of each course, newest first. The two texts stay apart, since one plan cannot serve
 * both: without a search the page comes from the index of each course, with one it starts from the few people found.
 */
function keysOf(query: PageQuery): Sql {
  const offset = (query.page - 1) * query.pageSize;
  const ofPage = sql`order by enrolment_id desc limit ${query.pageSize}::bigint offset ${offset}::bigint`;
  if (query.search === '') {
    return sql`
      total as (
        select count(*) as total
        from mine
        join enrolments e on e.course_id = mine.id and e.ended_on is null
        join people p on p.id = e.student_id and p.deleted_at is null
      ),
      keys as (
        select newest.*
        from mine
        cross join lateral (
          select ${keyColumns}
          from enrolments e
          join people p on p.id = e.student_id and p.deleted_at is null
          where e.course_id = mine.id and e.ended_on is null
          order by e.id desc
          limit ${query.pageSize}::bigint + ${offset}::bigint
        ) newest
      ),
      page as materialized (select * from keys ${ofPage})
    `;
  }
  return sql`
    found as materialized (
      select p.id
      from people p
      where p.deleted_at is null
        and lower(p.fullname || ' ' || p.email_id || ' ' || coalesce(p.phone_number, '')) like ${likeText(query.search)}
    ),
    keys as materialized (
      select ${keyColumns}
      from found
      join enrolments e on e.student_id = found.id and e.ended_on is null
      join mine on mine.id = e.course_id
    ),
    total as (select count(*) as total from keys),
    page as materialized (select * from keys ${ofPage})
  `;
}

/** One page and the count of all rows in one trip; the count is there for a page behind the last one, too. */
export async function pageOfStudents(db: Db, query: PageQuery): Promise<StudentPage> {
  const rows = await many<StudentRecord & { total: number }>(
    db,
    sql`
      with ${coursesOf(query)},
      ${keysOf(query)},
      ${classesOfPage}
      select total.total, shown.*
      from total
      left join (
        select page.enrolment_id, ${rowColumns}
        from ${rowsOfPage}
      ) shown on true
      order by shown.enrolment_id desc
    `,
  );
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

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
