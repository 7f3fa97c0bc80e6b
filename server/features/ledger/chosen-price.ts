import { paymentStatuses } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { object, text } from '#server/db/columns.ts';
import { isCharged } from '#server/db/due-money.ts';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import { officeToday } from '#server/time/office-clock.ts';
import { reasonOf } from './status.ts';

export const chosenPrice = object({ amount: text, currency: text });

const free = paymentStatuses.filter((status) => reasonOf(status) !== null);

/** SQL: the price that the family of an enrolment `e` chose on the form; null: none, or it is charged or waived already. */
export const chosenPriceOf = (e: Sql): Sql => sql`(
  select r.price
  from registrations r
  where r.student_id = ${e}.student_id and r.course_id = ${e}.course_id and r.price is not null
    and (${e}.payment_status is null or ${e}.payment_status <> all(${free}::text[]))
    and not ${isCharged(sql`${e}.student_id`, sql`${e}.course_id`)}
  order by r.id desc
  limit 1
)`;

interface Placed {
  readonly studentId: number;
  readonly courseId: number;
}

/** Charges what the families of those who were placed chose, due today, as a place that is given at once is charged. */
export const chargeChosen = (db: Db, placed: readonly Placed[]) =>
  run(
    db,
    sql`
      insert into charges (student_id, course_id, due_on, amount, currency)
      select c.student_id, c.course_id, ${officeToday}, (c.price ->> 'amount')::numeric, c.price ->> 'currency'
      from (
        select e.id, e.student_id, e.course_id, ${chosenPriceOf(sql`e`)} as price
        from enrolments e
        join unnest(
          ${placed.map(({ studentId }) => studentId)}::bigint[], ${placed.map(({ courseId }) => courseId)}::bigint[]
        ) as n (student_id, course_id) on n.student_id = e.student_id and n.course_id = e.course_id
        where e.ended_on is null
      ) c
      where c.price is not null
      order by c.id
    `,
  );
