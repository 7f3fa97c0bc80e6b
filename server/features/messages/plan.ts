import { mostReaders, officeField } from '@gurukul/contract/messages';
import type {
  MessageAudience,
  MessageTime,
  MessageVersion,
  WithheldReason,
} from '@gurukul/contract/messages';
import type { MessageField } from '@gurukul/contract/shared/message-fields';
import type { PortalLanguage } from '@gurukul/contract/provider';
import type { Labels } from '@gurukul/contract/shared/question-answers';
import sql from 'sql-template-tag';
import { idRow, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { digestOf } from '#server/http/requests/checked.ts';
import { fail } from '#server/http/answers/problem.ts';
import { sanitizeRichText } from '#server/http/answers/richtext.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { readerLanguages } from '#server/channels/mail/reader-language.ts';
import { byMailbox, listMailReaders } from '#server/channels/mail/readers.ts';
import type { MailboxReaders, MailReader } from '#server/channels/mail/readers.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import { fieldNamed, fieldsOf } from '#server/channels/mail/templates/message.ts';
import type { MessageMailData, MessagePerson } from '#server/channels/mail/templates/message.ts';
import { withTypedLinks, wordsOf } from '#server/channels/mail/templates/rich-text.ts';
import { mapInSlices } from '#server/slices.ts';
import { listAgreed } from '#server/channels/whatsapp/numbers.ts';
import type { Audience } from './audience.ts';
import { keysOf, listOwnFields, readValues } from './values.ts';

/* Whom a message would reach, in which mails. The preview and the sending use the same plan. */

interface Words {
  readonly subject: string;
  readonly body: string;
}

export interface AskedText extends Words {
  readonly newsletter: boolean;
  readonly language?: PortalLanguage | undefined;
  readonly versions?: readonly MessageVersion[];
}

/** A message's text, cleaned, with the fields that it uses. */
export interface Text extends Words {
  /** Null: nobody said it. */
  readonly language: PortalLanguage | null;
  /** For readers of other languages. */
  readonly versions: readonly MessageVersion[];
  readonly fields: readonly MessageField[];
  /** Own questions that are fields here, by the keys of their labels. */
  readonly own: readonly string[];
  readonly isNewsletter: boolean;
}

/** The fields of the text and of its versions. */
export function fieldsIn(all: readonly Words[], questions: readonly Labels[] = []) {
  const keys = new Set(questions.flatMap(keysOf));
  const found = all.flatMap(({ subject, body }) => [fieldsOf(subject.replaceAll('<', ' ')), fieldsOf(body)]);
  return {
    fields: [...new Set(found.flatMap(({ known }) => known))],
    own: [...new Set(found.flatMap(({ others }) => others.map(fieldNamed)))],
    unknown: found.flatMap(({ others, cut }) => [
      ...cut,
      ...others.filter((one) => !keys.has(fieldNamed(one))),
    ]),
  };
}

function cleaned<W extends Words>(words: W): W {
  const body = withTypedLinks(sanitizeRichText(words.body));
  if (wordsOf(body) === '') throw fail('bad_input', { problems: { body: 'It says nothing' } });
  return { ...words, body };
}

/** Cleans the text. Throws for an unknown field, and for one that is not the author's. They read these questions. */
export function readText(author: Caller, asked: AskedText, questions: readonly Labels[] = []): Text {
  const { language = null, versions = [], newsletter: isNewsletter } = asked;
  const { subject, body } = cleaned(asked);
  const others = versions.filter((one) => one.language !== language).map(cleaned);
  const { fields, own, unknown } = fieldsIn([{ subject, body }, ...others], questions);
  const [first] = unknown;
  if (first !== undefined) throw fail('unknown_field', { facts: { field: shortened(first) } });
  if (author.role === 'teacher' && fields.includes(officeField)) throw fail('field_of_office');
  return { subject, body, language, versions: others, fields, own, isNewsletter };
}

/** `readText` with the own questions that the author reads. */
export const readTextOf = async (db: Db, author: Caller, asked: AskedText): Promise<Text> =>
  readText(author, asked, await listOwnFields(db, author));

/** The text that readers of this language get, and the language of its fields. */
export const textFor = ({ subject, body, language, versions }: Text, reader: PortalLanguage) =>
  versions.find((one) => one.language === reader) ?? { subject, body, language: language ?? reader };

const shortened = (name: string) => `{${name.length > 40 ? `${name.slice(0, 40).toWellFormed()}…` : name}}`;

/** Names a text with its audience and time. */
export const digestOfText = (
  { subject, body, isNewsletter, language, versions }: Text,
  audience: MessageAudience,
  at: MessageTime | undefined,
): Promise<string> => digestOf([subject, body, audience, at ?? null, isNewsletter, language, versions]);

export interface Reader extends MailReader {
  readonly language: PortalLanguage;
}

/** To everybody behind a mailbox or number. The first of them says the clock and the language. */
type MailboxPlan = Pick<MailboxReaders<Reader>, 'readers'>;

/** One mail, to everybody behind a mailbox. */
export type PlannedMail = MailboxReaders<Reader>;

export interface Unreached {
  readonly person_id: number;
  readonly fullname: string;
  readonly reason: WithheldReason;
}

export interface Plan {
  readonly mails: readonly PlannedMail[];
  readonly unreached: readonly Unreached[];
  readonly people: number;
  /** Everybody whom it is for, with an address or without; of a newsletter, without those who want none. */
  readonly readers: readonly Reader[];
}

/** Those of these people who have an address to which nobody may write. */
async function listBarred(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await many(
    db,
    idRow,
    sql`
      select p.id
      from people p
      where p.id = any(${[...ids]}::bigint[]) and (p.email_id <> '' or exists (
        select from guardians g
        join people guardian on guardian.id = g.guardian_id and guardian.deleted_at is null
        where g.student_id = p.id and not g.may_see and guardian.email_id <> ''
      ))
    `,
  );
  return new Set(rows.map(({ id }) => id));
}

const mailboxRow = row({ mailbox: text });

/** The mailboxes, in small letters, whose readers want no newsletters. */
async function listUnwilling(db: Db, readers: readonly MailReader[]): Promise<ReadonlySet<string>> {
  const rows = await many(
    db,
    mailboxRow,
    sql`
      select g.mailbox from personal_pages g
      where g.mailbox = any(${readers.map(({ email_id: email }) => email.toLowerCase())}::text[])
        and 'newsletters' = any(g.unwanted)
    `,
  );
  return new Set(rows.map(({ mailbox }) => mailbox));
}

/** Plans the mails to an audience, without the people whom the message has reached already. */
export async function planMails(
  db: Db,
  { students }: Audience,
  { isNewsletter, messageId = null }: { readonly isNewsletter: boolean; readonly messageId?: number | null },
): Promise<Plan> {
  const meant = await listMailReaders(
    db,
    sql`
      select s.id from (${students}) as s (id)
      where not exists (
        select from message_readers r where r.message_id = ${messageId}::bigint and r.student_id = s.id
      )
    `,
  );
  if (meant.length > mostReaders) throw fail('too_large');
  const unwilling = isNewsletter ? await listUnwilling(db, meant) : new Set<string>();
  const wantsNone = ({ email_id: email }: MailReader) => unwilling.has(email.toLowerCase());
  const unwanted = meant.filter((reader) => wantsNone(reader));
  const readers = meant.filter((reader) => !wantsNone(reader));
  const languages = await readerLanguages(
    db,
    readers.map(({ email_id: recipient, person_id }) => ({ recipient, person_id })),
  );
  const all = readers.map((reader, n): Reader => ({ ...reader, language: languages[n] ?? 'en' }));
  const unreached = readers.filter(({ email_id: email }) => email === '');
  const hasBarred = await listBarred(
    db,
    unreached.map(({ person_id: id }) => id),
  );
  return {
    mails: byMailbox(all),
    unreached: [
      ...unreached.map(({ person_id, fullname, came_back }): Unreached => ({
        person_id,
        fullname,
        reason: came_back ? 'came_back' : hasBarred.has(person_id) ? 'may_not_see' : 'no_address',
      })),
      ...unwanted.map(({ person_id, fullname }): Unreached => ({ person_id, fullname, reason: 'unwanted' })),
    ],
    people: meant.length,
    readers: all,
  };
}

/** One text for WhatsApp, to everybody behind a number. */
export interface PlannedText extends MailboxPlan {
  readonly number: string;
}

/** The texts to those of these readers who have a number whose holder agreed. */
export async function planTexts(db: Db, readers: readonly Reader[]): Promise<PlannedText[]> {
  const agreed = await listAgreed(
    db,
    readers.map(({ person_id: id }) => id),
  );
  const behind = Map.groupBy(
    readers.filter(({ person_id: id }) => agreed.has(id)),
    ({ person_id: id }) => agreed.get(id)!,
  );
  return Array.from(behind, ([number, some]) => ({ number, readers: some }));
}

/** How many people read each language, most first. */
export const languagesOf = ({ readers }: Plan) =>
  Array.from(
    Map.groupBy(readers, ({ language }) => language),
    ([language, some]) => ({ language, people: some.length }),
  ).toSorted((a, b) => b.people - a.people || a.language.localeCompare(b.language));

export const countsOf = ({ people, mails, unreached }: Plan) => ({
  people,
  mails: mails.length,
  without_address: unreached.length,
});

/** Who wrote the message. Replies go there. */
export interface Author extends Caller {
  readonly name: string;
  readonly address: string;
}

/** The contents of the mails, with the values of their readers now. */
export async function contentsOf<P extends MailboxPlan>(
  db: Db,
  author: Author,
  written: Text,
  audience: Audience,
  mails: readonly P[],
): Promise<ReadonlyMap<P, MessageMailData>> {
  const values = await readValues(
    db,
    author,
    audience,
    mails.flatMap(({ readers }) => readers),
    written,
  );
  const from = { name: oneLine(author.name), address: author.address };
  const contents = await mapInSlices(mails, (mail): [P, MessageMailData] => {
    const { language, timezone } = mail.readers[0]!;
    const { subject, body, language: text_language } = textFor(written, language);
    const people: MessagePerson[] = mail.readers.flatMap(({ person_id: id }) => values.get(id) ?? []);
    return [
      mail,
      {
        subject,
        body,
        author: from,
        is_test: false,
        is_newsletter: written.isNewsletter,
        language,
        text_language,
        timezone: oneLine(timezone),
        people,
      },
    ];
  });
  return new Map(contents);
}
