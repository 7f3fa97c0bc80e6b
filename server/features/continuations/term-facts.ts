import { meetingStates, takesPlace } from '@gurukul/contract/shared/meetings/meeting-states';
import { paymentStatuses } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { int, money, oneOf, row, text } from '#server/db/columns.ts';
import type { Entering } from '#server/db/levels.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { reasonOf } from '../ledger/status.ts';

/* What a family reads of the next term before they answer. */

const heldStates = meetingStates.filter(takesPlace);

/** SQL: the first meeting of a class that takes place in a course from `start` on; days off are none. */
export const firstMeetingOf = (classId: Sql, start: Sql): Sql => sql`(
  select min(m.starts_at)
  from meetings_of(array[${classId}], ${start}, ${start} + 90) m
  where m.state = any(${heldStates}::text[])
)`;

const priceRow = row({
  course_id: int,
  student_id: int,
  currency: text,
  amount: money,
  payment_status: oneOf(paymentStatuses).nullable(),
});

export interface TermPrice {
  readonly currency: string;
  readonly amount: string;
}

/** The price of each student's country; null also for those for whom the term before was free. */
export async function readTermPrices(
  db: Db,
  courses: readonly number[],
  students: readonly number[],
): Promise<(one: Entering) => TermPrice | null> {
  const found = await many(
    db,
    priceRow,
    sql`
      select c.id as course_id, p.id as student_id, price.currency_code as currency, price.price_value as amount, (
          select e.payment_status from enrolments e
          where e.student_id = p.id and e.course_id = c.follows_id
          order by e.id desc
          limit 1
        ) as payment_status
      from courses c
      join people p on p.id = any(${[...students]}::bigint[])
      join lateral (
        select r.currency_code, r.price_value
        from course_prices r
        where r.course_id = c.id and r.country_name in (p.region, p.country) and r.price_value > 0
        order by r.country_name = p.region desc
        limit 1
      ) price on true
      where c.id = any(${[...courses]}::bigint[])
    `,
  );
  const prices = new Map(
    found.flatMap(({ course_id, student_id, currency, amount, payment_status }) =>
      reasonOf(payment_status) === null
        ? [[`${course_id} ${student_id}`, { currency, amount }] as const]
        : [],
    ),
  );
  return ({ courseId, studentId }) => prices.get(`${courseId} ${studentId}`) ?? null;
}
