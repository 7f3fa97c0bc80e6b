import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { officeToday as today } from '../time/office-clock.ts';

/*
 * Three figures of what is open: due is what should have been paid by today; of it, overdue is what should have been paid
 * before today; the rest is not due yet. The day is that of the provider's clock.
 */

/** Condition on a ledger `l`: a part of it is due and not paid. */
export const isDue: Sql = sql`(l.open > 0 and l.open_since <= ${today})`;

/** The day since which a ledger `l` is overdue; null: it is not. */
export const overdueSince: Sql = sql`case when l.open > 0 and l.open_since < ${today} then l.open_since end`;

const openBy = (day: Sql): Sql => sql`
  least(l.open, greatest(0, coalesce(sum(h.amount - h.waived) filter (where ${day}), 0) - (l.received - l.refunded)))
`;

/**
 * The row `dues` of a ledger `l`: what is `due`, of it `overdue`, and what is due `later`. Payments count for the oldest
 * part first, as in `open_charges`.
 */
export const dues: Sql = sql`
  lateral (
    select f.due, f.overdue, l.open - f.due as later
    from (
    select ${openBy(sql`true`)} as due, ${openBy(sql`h.due_on < ${today}`)} as overdue
    from (
      select c.due_on, c.amount, coalesce((
          select sum(w.amount) from waivers w where w.charge_id = c.id and w.canceled_at is null
        ), 0) as waived
      from charges c
      where ${isDue} and c.student_id = l.student_id and c.course_id = l.course_id and c.currency = l.currency
        and c.canceled_at is null and c.due_on <= ${today}
    ) h
    ) f
  ) dues
`;

/** One of `openStates` of something open whose day is `due_on`. */
export const stateOfOpen = (dueOn: Sql): Sql => sql`
  case when ${dueOn} < ${today} then 'overdue' when ${dueOn} = ${today} then 'due' else 'later' end
`;

/** Of a course: it has a price. In others nobody owes what is not charged. */
export const hasPrice = (courseId: Sql): Sql => sql`exists (
  select from course_prices x where x.course_id = ${courseId} and x.price_value > 0
)`;

/** The same for a student: it has a price in their country, or nobody knows their country. */
const hasPriceFor = (studentId: Sql, courseId: Sql): Sql => sql`exists (
  select from course_prices x
  join people p on p.id = ${studentId}
  where x.course_id = ${courseId} and x.price_value > 0
    and (x.country_name in (p.region, p.country) or p.region || p.country = '')
)`;

/** Condition: a student has charges of a course. */
export const isCharged = (studentId: Sql, courseId: Sql): Sql => sql`exists (
  select from charges h where h.student_id = ${studentId} and h.course_id = ${courseId} and h.canceled_at is null
)`;

/** Condition: a payment of a student for a course was received, and not all of it went back. */
const isReceived = (studentId: Sql, courseId: Sql): Sql => sql`(
  exists (
    select from payments m
    where m.student_id = ${studentId} and m.course_id = ${courseId} and m.kind = 'fee' and lower(m.status) = 'success'
      and m.amount > (
        select coalesce(sum(f.amount), 0) from refunds f where f.payment_id = m.id and f.reversed_at is null
      )
      and not exists (select from payment_shares s where s.payment_id = m.id)
  )
  or exists (
    select from payment_shares s
    join payments m on m.id = s.payment_id and lower(m.status) = 'success'
    where s.student_id = ${studentId} and s.course_id = ${courseId}
      and s.amount > (
        select coalesce(sum(f.amount), 0) from refunds f where f.share_id = s.id and f.reversed_at is null
      )
  )
)`;

/**
 * Condition: a student owes something of a course today, or has neither been charged nor paid though it has a price for
 * them. Of two payments the later one may have gone back, and the status says so, while the first one stays.
 */
export const owes = (studentId: Sql, courseId: Sql): Sql => sql`
  coalesce(
    (
      select bool_or(${isDue} is true) from ledger_sums l
      where l.student_id = ${studentId} and l.course_id = ${courseId}
    ),
    ${hasPriceFor(studentId, courseId)} and not ${isReceived(studentId, courseId)}
  )
`;

/** Condition on an enrolment `e`: it says that nothing was paid, and something is to be paid. */
export const isUnpaid: Sql = sql`(is_unpaid(e.payment_status) and ${owes(sql`e.student_id`, sql`e.course_id`)})`;
