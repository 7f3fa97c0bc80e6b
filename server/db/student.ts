import type { Sql } from 'sql-template-tag';
import sql, { raw } from 'sql-template-tag';

/** Condition on the person of that name in a query: they study, or did before they were deleted. */
export const studies = (person: string): Sql =>
  sql`(${raw(person)}.main_role = 'student' or ${raw(person)}.also_studies)`;

/**
 * Condition on `people p`: a student who is not deleted. A colleague may study too, and has the role of their account
 * (record 129). In this form indexes serve it.
 */
export const isStudent = sql`(${studies('p')} and p.deleted_at is null)`;
