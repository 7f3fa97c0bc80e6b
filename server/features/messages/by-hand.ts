import { portalLanguages } from '@gurukul/contract/provider';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, maybeOne, run } from '#server/db/rows.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { readerLanguage } from '#server/channels/mail/reader-language.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import { filledBody } from '#server/channels/mail/templates/message.ts';
import { inLines } from '#server/plain.ts';
import { listNumbers } from '#server/channels/whatsapp/numbers.ts';
import { theseStudents } from '../events/audience.ts';
import { seenBy } from '../students/children.ts';
import { contentsOf, fieldsIn } from './plan.ts';
import { ownMessages, versionsIn } from './queries.ts';

/* A message that somebody sends to a reader by hand, in another app. */

const writtenRow = row({
  author_id: int,
  author_role: oneOf(portalRoles),
  author: text,
  address: text,
  body: text,
  language: oneOf(portalLanguages).nullable(),
  /** JSON. */
  versions: text,
  course_id: int.nullable(),
  class_id: int.nullable(),
  event_id: int.nullable(),
});

const findWritten = (db: Db, person: Person, messageId: number, studentId: number) =>
  maybeOne(
    db,
    writtenRow,
    sql`
      select m.author_id, m.author_role, author.fullname as author, author.email_id as address, m.body, m.language,
        m.versions::text, m.course_id,
        m.class_id, m.event_id
      from messages m
      join message_readers r on r.message_id = m.id and r.student_id = ${studentId}
      join people p on p.id = r.student_id and p.deleted_at is null
      join present_staff author on author.id = m.author_id
      where m.id = ${messageId} and ${ownMessages(person)}
    `,
  );

/** In characters: an address with more is cut by some phones. */
const longestText = 1500;

/** The address that opens WhatsApp with the text for a reader, who then only presses Send. */
export async function whatsappAddress(
  { db, person, config }: Ctx,
  messageId: number,
  studentId: number,
): Promise<string> {
  const found = await findWritten(db, person, messageId, studentId);
  if (found === null) throw fail('not_found');
  const [reader] = await listMailReaders(db, theseStudents([studentId]));
  // A teacher writes to the guardian of a child.
  const numbers = await listNumbers(db, [studentId]);
  const isOwn = await exists(
    db,
    sql`select from people p where p.id = ${studentId} and ${seenBy(person).hasOwnContacts}`,
  );
  const best = numbers.find(({ holder_id }) => isOwn || holder_id !== studentId);
  if (best === undefined || reader === undefined) throw fail('no_phone');
  const { body, author_id: id, author_role: role, author: name, address } = found;
  const text = { subject: '', body, language: found.language, versions: versionsIn(found.versions) };
  const language = await readerLanguage(db, { recipient: reader.email_id, person_id: studentId });
  const mail = { readers: [{ ...reader, language }] };
  const audience = {
    students: theseStudents([studentId]),
    courseId: found.course_id,
    classId: found.class_id,
    eventId: found.event_id,
  };
  const contents = await contentsOf(
    db,
    { id, role, name, address },
    { ...text, ...fieldsIn([text, ...text.versions]), isNewsletter: false },
    audience,
    [mail],
  );
  const words = inLines(filledBody(contents.get(mail)!, config.appUrl).text, longestText);
  return `https://wa.me/${best.number}?text=${encodeURIComponent(words)}`;
}

/** Notes that a message was sent to a reader by hand, or was not. */
export async function tickReader(
  { db, person }: Ctx,
  {
    message_id,
    user_id,
    done,
  }: { readonly message_id: number; readonly user_id: number; readonly done: boolean },
): Promise<void> {
  const ticked = await run(
    db,
    sql`
      update message_readers r
      set ticked_at = case when ${done} then coalesce(r.ticked_at, now()) end,
        ticked_by = case when ${done} then coalesce(r.ticked_by, ${person.id}) end
      from messages m
      where r.message_id = ${message_id} and r.student_id = ${user_id} and m.id = r.message_id and ${ownMessages(person)}
    `,
  );
  if (ticked === 0) throw fail('not_found');
}
