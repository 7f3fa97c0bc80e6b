import { portalLanguages } from '@gurukul/contract/shared/words/languages';
import sql from 'sql-template-tag';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { heldSeconds } from '#server/channels/mail/held-seconds.ts';
import { tellFamilies } from '../held-places/tell.ts';

const registeredRow = row({
  course_id: int,
  email_id: text,
  page_language: oneOf(portalLanguages),
  learner_name: text,
  student_id: int.nullable(),
});

/**
 * After a decision about registrations was taken back: what has not left is withdrawn, and who read it hears that it does
 * not count any more. Returns the number of mails.
 */
export async function tellOfUndoneDecision({ db, mail }: Ctx, changeId: number): Promise<number> {
  const { told } = await mail.withdraw(db, { change_id: changeId });
  if (told.length === 0) return 0;
  const registered = await many(
    db,
    registeredRow,
    sql`
      select r.course_id, r.email_id, r.page_language, r.learner_name, r.student_id
      from registrations r
      where r.id in (
        select e.row_id::bigint from audit_entries e
        where e.change_id = ${changeId} and e.table_name = 'registrations'
      )
      order by r.id
    `,
  );
  const readers = new Set(told.map(({ recipient }) => recipient.toLowerCase()));
  return tellFamilies(
    db,
    mail,
    { news: 'again', key: `undone:${changeId}`, heldSeconds },
    registered.filter(({ email_id }) => readers.has(email_id.toLowerCase())),
  );
}
