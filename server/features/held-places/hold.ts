import { portalLanguages } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { heldMinutes } from '#server/channels/mail/templates/registration.ts';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { placesOf } from '../staff/places.ts';
import { tellFamilies } from './tell.ts';

/*
 * A place that is given when it is paid. The learner is in the course and in no class. While it is held, `placesOf`
 * counts it, so that it is free again at the moment at which it ends, and nothing has to end it.
 */

const holds = sql`now() + make_interval(mins => ${heldMinutes})`;

/** New students in classes of a course give the class back and have its place held. `isPayable`: they can pay now. */
export const holdInstead = (tx: Db, courseId: number, students: readonly number[], isPayable: boolean) =>
  run(
    tx,
    sql`
      with placed as materialized (
        select e.id, e.student_id, e.class_id from enrolments e
        where e.course_id = ${courseId} and e.student_id = any(${students}::bigint[]) and e.ended_on is null
          and e.class_id is not null
      ), freed as (
        update enrolments e set class_id = null from placed p where e.id = p.id
      )
      update registrations r
      set class_id = p.class_id, held_until = case when ${isPayable} then ${holds} else now() end
      from placed p
      where r.student_id = p.student_id and r.course_id = ${courseId} and r.decided_at is null
    `,
  );

const waitingRow = row({
  id: int,
  student_id: int,
  course_id: int,
  class_id: int,
  learner_name: text,
  email_id: text,
  page_language: oneOf(portalLanguages),
});
type Waiting = RowOf<typeof waitingRow>;

/** Registrations of students that wait for their payment, and which of them there is a place for. Locks as a decision does. */
async function waitingOf(tx: Db, students: readonly number[]) {
  const waiting = await many(
    tx,
    waitingRow,
    sql`
      select r.id, r.student_id, r.course_id, r.class_id, r.learner_name, r.email_id, r.page_language
      from registrations r
      join classes k on k.id = r.class_id and k.deleted_at is null
      join enrolments e on e.student_id = r.student_id and e.course_id = r.course_id and e.ended_on is null
        and e.class_id is null and e.waits_for_class_id is null
      where r.student_id = any(${students}::bigint[]) and r.held_until is not null and r.decided_at is null
      order by r.id
      for no key update of r
    `,
  );
  if (waiting.length === 0) return { waiting, fits: [] };
  await run(
    tx,
    sql`
      select from courses c where c.id = any(${waiting.map(({ course_id }) => course_id)}::bigint[])
      order by c.id for no key update
    `,
  );
  const places = await placesOf(
    tx,
    waiting.map(({ class_id }) => class_id),
  );
  return { waiting, fits: waiting.filter((one) => places.take(one.class_id, one.student_id)) };
}

/** Who begins to pay has their place held from now on, where there is one. */
export async function holdAgain(tx: Db, students: readonly number[]): Promise<void> {
  const { fits } = await waitingOf(tx, students);
  await run(
    tx,
    sql`update registrations set held_until = ${holds} where id = any(${fits.map(({ id }) => id)}::bigint[])`,
  );
}

const givePlaces = (tx: Db, fits: readonly Waiting[]) =>
  run(
    tx,
    sql`
      with given as (
        update registrations r set held_until = null where r.id = any(${fits.map(({ id }) => id)}::bigint[])
        returning r.student_id, r.course_id, r.class_id
      )
      update enrolments e set class_id = g.class_id
      from given g
      where e.student_id = g.student_id and e.course_id = g.course_id and e.ended_on is null and e.class_id is null
        and e.waits_for_class_id is null
    `,
  );

/**
 * It is paid: who has a place held gets it, and so does who is late while there is one. Everybody else stays in the
 * course without a class, so that Today shows them to the office. `key` names the mails.
 */
export async function placePaid(
  tx: Db,
  mail: Mailer,
  students: readonly number[],
  key: string,
): Promise<void> {
  const { waiting, fits } = await waitingOf(tx, students);
  if (fits.length > 0) await givePlaces(tx, fits);
  await tellFamilies(tx, mail, { news: 'paid', key: `registration:${key}` }, waiting);
}
