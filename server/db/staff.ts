import sql from 'sql-template-tag';

/** Condition on `people p`: staff whose account is not deleted. They may be suspended: see the view `present_staff`. */
export const isStaff = sql`p.deleted_at is null and p.main_role in ('admin', 'courseadmin', 'teacher')`;
