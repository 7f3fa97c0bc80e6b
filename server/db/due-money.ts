import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/** Today on the office's calendar. */
export const today = sql`(now() at time zone 'Asia/Kolkata')::date`;

/** Condition on a ledger `l`: a part of it is due and not paid. */
export const isDue: Sql = sql`(l.open > 0 and l.open_since <= ${today})`;

/**
 * What is due of a ledger `l` and not paid, as a number. What is open beside it is due later. Payments count for the
 * oldest part first, as in `open_charges`.
 */
export const dueNow: Sql = sql`case when ${isDue} then least(l.open, greatest(0, (
  select sum(h.amount - coalesce((
    select sum(w.amount) from waivers w where w.charge_id = h.id and w.canceled_at is null
  ), 0))
  from charges h
  where h.student_id = l.student_id and h.course_id = l.course_id and h.currency = l.currency
    and h.canceled_at is null and h.due_on <= ${today}
) - (l.received - l.refunded))) else 0 end`;
