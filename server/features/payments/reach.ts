import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownCourses } from '#server/http/identity/scope.ts';

const own = (caller: Caller) => sql`${ownCourses(caller)} and c.deleted_at is null`;

/** Condition on `payments m`: a course admin sees a payment when it, or a share of it, is for one of their courses. */
export const seenPayments = (caller: Caller): Sql =>
  caller.role === 'admin'
    ? sql`true`
    : sql`(
        exists (select from courses c where c.id = m.course_id and ${own(caller)})
        or exists (
          select from payment_shares s join courses c on c.id = s.course_id where s.payment_id = m.id and ${own(caller)}
        )
      )`;

/** Condition on `payments m`: a course admin changes a payment when all of it is for their courses. */
export const ownPayments = (caller: Caller): Sql =>
  caller.role === 'admin'
    ? sql`true`
    : sql`(
        exists (select from courses c where c.id = m.course_id and ${own(caller)})
        and not exists (
          select from payment_shares s join courses c on c.id = s.course_id
          where s.payment_id = m.id and not (${own(caller)})
        )
      )`;

/** Condition on `payment_shares s` joined with its `courses c`. */
export const seenShares = (caller: Caller): Sql =>
  caller.role === 'admin' ? sql`true` : sql`${own(caller)}`;
