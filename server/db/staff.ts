import sql from 'sql-template-tag';

/** Condition on `people p`: staff whose account is not deleted. They may be suspended. */
export const isStaff = sql`p.deleted_at is null and p.main_role in ('admin', 'courseadmin', 'teacher')`;

/** Condition on `people p`: staff who work here now, neither deleted nor suspended. */
export const isPresentStaff = sql`${isStaff} and p.suspended_at is null`;
