import type { Role } from '@gurukul/contract/shared/calls/roles';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import { one, run } from './rows.ts';
import { proveMailbox } from '../channels/mail/prove.ts';
import { hashPassword } from '../features/accounts/password.ts';
import type { Answer } from './app.ts';
import { demoPassword } from './app.ts';

/** A refusal without the request's id, so that equal refusals are equal. */
export function refusal({ status, body }: Answer) {
  const { request_id: requestId, ...rest } = body;
  return { status, ...rest, hasRequestId: typeof requestId === 'string' };
}

/** Such as '200', '409 receipt_void' or '400 bad_input amount: no_amount'. */
export const codeOf = ({ status, body: { code, details = {} } }: Answer): string =>
  [
    status,
    ...(code === undefined ? [] : [code]),
    ...Object.entries<{ code: string }[]>(details).map(([field, said]) => `${field}: ${said[0]?.code}`),
  ].join(' ');

/** The first day of a course that runs for a year, a third of which is over. */
export const runningSince = new Date(Date.now() - 120 * 86_400_000).toISOString().slice(0, 10);

/**
 * A small office on an empty database. The test names everything it needs. People sign in by email with the demo's
 * password. A person called Asha has the address asha@office.test, which counts as proved.
 */
export function office(db: Db) {
  // One hash for all, because hashing is slow on purpose.
  const passwordHash = hashPassword(demoPassword);
  const insert = async (query: Sql) => (await one<{ id: number }>(db)`${query}`).id;

  return {
    async person(
      name: string,
      role: Role,
      { asRole = null as Role | null, isProved = true } = {},
    ): Promise<number> {
      const hash = role === 'student' ? null : await passwordHash;
      const email = `${name.toLowerCase()}@office.test`;
      const id = await insert(sql`
        insert into people (email_id, password_hash, main_role, as_role, first_name)
        values (${email}, ${hash}, ${role}, ${asRole}, ${name})
        returning id
      `);
      if (isProved) await proveMailbox(db, email, [id]);
      return id;
    },

    /** It runs for a year now, or for a quarter from the given day. */
    course: (name: string, courseadminId: number, { startDate = '' } = {}) =>
      insert(sql`
        insert into courses (course_name, course_image, courseadmin_id, course_duration, start_date)
        values (${name}, '/defaults/course.svg', ${courseadminId}, ${startDate === '' ? 'yearly' : 'quarterly'},
          ${startDate || runningSince}::date)
        returning id
      `),

    price: (courseId: number, value = 1000) =>
      run(db)`
        insert into course_prices (course_id, country_name, country_code, currency_code, price_value)
        values (${courseId}, 'India', 'IN', 'INR', ${value})
      `,

    class: (courseId: number, name: string) =>
      insert(sql`insert into classes (course_id, class_name) values (${courseId}, ${name}) returning id`),

    slot: (
      courseId: number,
      classId: number,
      day = 'monday',
      time = '18:00',
      zone = 'Asia/Kolkata',
      minutes = 60,
    ) =>
      insert(sql`
        insert into class_slots (class_id, course_id, class_day, local_time, time_zone, duration_minutes)
        values (${classId}, ${courseId}, ${day}, ${time}::time, ${zone}, ${minutes})
        returning id
      `),

    associate: (courseId: number, teacherId: number, strength = 0) =>
      run(db)`
        insert into course_teachers (course_id, teacher_id, strength)
        values (${courseId}, ${teacherId}, ${strength})
      `,

    /** The teacher must be associated with the course. */
    assign: (courseId: number, slotId: number, teacherId: number) =>
      insert(sql`
        insert into slot_teachers (slot_id, course_id, teacher_id)
        values (${slotId}, ${courseId}, ${teacherId})
        returning id
      `),

    enrol: (
      studentId: number,
      courseId: number,
      classId: number | null = null,
      endedOn: string | null = null,
    ) =>
      insert(sql`
        insert into enrolments (student_id, course_id, class_id, started_on, ended_on)
        values (${studentId}, ${courseId}, ${classId}, '2026-01-05', ${endedOn}::date)
        returning id
      `),

    remove: (table: 'people' | 'courses' | 'classes' | 'class_slots', id: number) =>
      db.query(`update ${table} set deleted_at = now() where id = $1`, [id]),
  };
}
