import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * Condition: the reader, a student, has a message to the class that tells of the change or of a later one. It said how
 * the class is since then: when it meets, who teaches it, and its link.
 */
export const wasTold = (of: {
  readonly classId: Sql;
  readonly change: Sql;
  readonly reader: Sql;
}) => sql`exists (
  select
  from messages told
  join message_readers hears on hears.message_id = told.id and hears.student_id = ${of.reader}
  join mails carries on carries.id = hears.mail_id and carries.state in ('queued', 'sent')
  where told.class_id = ${of.classId} and told.change_id >= ${of.change}
)`;
