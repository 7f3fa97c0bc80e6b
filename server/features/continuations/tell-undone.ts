import sql from 'sql-template-tag';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import { date, row, text } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';

const courseRow = row({ course_name: text, starts_on: date });

/**
 * After the next run of a course was taken back: what has not left is withdrawn, and who read it hears that the course
 * is not offered now. Returns the number of mails.
 */
export async function tellOfUndoneTerm({ db, mail }: Ctx, changeId: number): Promise<number> {
  const { told } = await mail.withdraw(db, { change_id: changeId });
  if (told.length === 0) return 0;
  const { course_name, starts_on } = await one(
    db,
    courseRow,
    sql`
      select e.after ->> 'course_name' as course_name, (e.after ->> 'start_date')::date as starts_on
      from audit_entries e
      where e.change_id = ${changeId} and e.table_name = 'courses' and e.action = 'insert'
    `,
  );
  const people = told.flatMap(({ person_id }) => person_id ?? []);
  const readers = await listMailReaders(db, sql`select unnest(${people}::bigint[])`);
  const mails = readers.flatMap(({ person_id, email_id, fullname, timezone }): Mail[] => {
    if (email_id === '') return [];
    return [
      {
        kind: 'place_kept',
        to: email_id,
        person_id,
        dedupeKey: `undone:${changeId}:${person_id}`,
        data: {
          student_id: person_id,
          fullname: oneLine(fullname),
          timezone: oneLine(timezone),
          course_name: oneLine(course_name),
          class_name: '',
          starts_on,
          starts: [],
          until: starts_on,
          is_gone: true,
        },
      },
    ];
  });
  return mail.enqueueMany(db, mails);
}
