import type { MessageReader, MessageRow, MessageOfPerson, ReaderState } from '@gurukul/contract/messages';
import {
  audienceKinds,
  messageStates,
  messageVersion,
  personOutcomes,
  readerStates,
  whatsappStates,
  withheldReasons,
} from '@gurukul/contract/messages';
import { portalLanguages } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import * as z from 'zod';
import { allOf } from '#server/db/all-of.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import { isStudent } from '#server/db/student.ts';
import { many, maybeOne, one } from '#server/db/rows.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownCourses } from '#server/http/identity/scope.ts';

/** Condition on `messages m`: one's own; for a course admin also those to their own courses; all for an admin. */
export function ownMessages(caller: Caller): Sql {
  const { id, role } = caller;
  if (role === 'admin') return sql`true`;
  const isAuthor = sql`(m.author_id = ${id} and m.author_role = ${role})`;
  if (role === 'teacher') return isAuthor;
  return sql`(${isAuthor} or m.course_id = any(array(
    select c.id from courses c where c.deleted_at is null and ${ownCourses(caller)}
  )))`;
}

/** Without a mail server it is in the outbox, and has reached nobody. */
const isKept = sql`exists (select from kept_mails kept where kept.mail_id = mail.id)`;

/** As its readers have it, as far as it is about one class or course. */
const shownSubject = sql`replace(
  replace(m.subject, '{class}', coalesce(k.class_name, '{class}')), '{course}', coalesce(c.course_name, '{course}')
) as subject`;

const messageColumns = sql`
  m.id as message_id, ${shownSubject}, author.fullname as author,
  case when m.event_id is not null then 'event' when m.class_id is not null then 'class'
    when m.course_id is not null then 'course' else 'people' end as audience_kind,
  coalesce(e.event_name, k.class_name, c.course_name, case when r.people = 1 then r.reader end) as audience_name,
  case when m.canceled_at is not null then 'canceled' when m.stopped_at is not null then 'stopped'
    when m.prepared_at is not null then 'sent' when r.people > 0 then 'sending' else 'waiting' end as state,
  m.created_at, case when m.nine_on is null then m.send_at end as send_at, m.nine_on, r.people, r.sent, r.kept, r.failed,
  r.bounced, r.without_address, r.by_whatsapp, m.next_at is not null as can_cancel`;

const messageTables = sql`
  messages m
  join people author on author.id = m.author_id
  left join courses c on c.id = m.course_id
  left join classes k on k.id = m.class_id
  left join events e on e.id = m.event_id
  cross join lateral (
    select count(*) as people, min(p.fullname) as reader,
      count(*) filter (where mail.state = 'sent' and mail.bounced_at is null and not ${isKept}) as sent,
      count(*) filter (where mail.state = 'sent' and mail.bounced_at is null and ${isKept}) as kept,
      count(*) filter (where mail.state = 'failed') as failed,
      count(*) filter (where mail.bounced_at is not null) as bounced,
      count(*) filter (where r.withheld is not null) as without_address,
      count(*) filter (where wa.state = 'sent' and wa.bounced_at is null) as by_whatsapp
    from message_readers r
    join people p on p.id = r.student_id
    left join mails mail on mail.id = r.mail_id
    left join mails wa on wa.id = r.whatsapp_id
    where r.message_id = m.id
  ) r`;

const storedMessage = row({
  message_id: int,
  subject: text,
  author: text,
  audience_kind: oneOf(audienceKinds),
  audience_name: text.nullable(),
  state: oneOf(messageStates),
  created_at: instant,
  send_at: instant.nullable(),
  nine_on: date.nullable(),
  people: int,
  sent: int,
  kept: int,
  failed: int,
  bounced: int,
  without_address: int,
  by_whatsapp: int,
  can_cancel: bool,
});

const shownMessage = ({
  audience_kind: kind,
  audience_name: name,
  can_cancel: cancel,
  ...rest
}: RowOf<typeof storedMessage>): MessageRow => ({ ...rest, audience: { kind, name }, can: { cancel } });

const ofClass = (classId: number | null): Sql[] => (classId === null ? [] : [sql`m.class_id = ${classId}`]);

export async function listMessages(db: Db, caller: Caller, classId: number | null, window: Window) {
  const rows = await many(
    db,
    storedMessage,
    sql`
      select ${messageColumns}
      from ${messageTables}
      where ${allOf([ownMessages(caller), ...ofClass(classId)])}
      order by m.id desc
      ${limitTo(window)}
    `,
  );
  return rows.map(shownMessage);
}

const countRow = row({ n: int });

export const countMessages = async (db: Db, caller: Caller, classId: number | null): Promise<number> =>
  (
    await one(
      db,
      countRow,
      sql`select count(*) as n from messages m where ${allOf([ownMessages(caller), ...ofClass(classId)])}`,
    )
  ).n;

/** The versions of a message, from its column. */
export const versionsIn = (json: string) => z.array(messageVersion).parse(JSON.parse(json));

const wholeMessage = row({
  ...storedMessage.shape,
  body: text,
  language: oneOf(portalLanguages).nullable(),
  versions: text,
});

export async function findMessage(db: Db, caller: Caller, id: number) {
  const found = await maybeOne(
    db,
    wholeMessage,
    sql`select ${messageColumns}, m.body, m.language, m.versions::text from ${messageTables} where m.id = ${id} and ${ownMessages(caller)}`,
  );
  if (found === null) return null;
  const { body, language, versions, ...message } = found;
  return { message: shownMessage(message), body, language, versions: versionsIn(versions) };
}

/** What became of the mail of a reader `r`. */
const readerState = sql`
  case when r.withheld is not null then 'withheld' when mail.bounced_at is not null then 'bounced'
    when mail.state = 'sent' and ${isKept} then 'kept'
    when mail.state = 'queued' then 'waiting' else mail.state end`;

const outcomeColumns = sql`
  ${readerState} as state, r.withheld,
  case when mail.bounced_at is not null then mail.bounce when mail.state in ('queued', 'failed') then mail.failure end as failure,
  mail.sent_at`;

const outcomeShape = {
  state: oneOf(readerStates),
  withheld: oneOf(withheldReasons).nullable(),
  failure: text.nullable(),
  sent_at: instant.nullable(),
};

/** What became of the text of a reader `r` by WhatsApp. */
const whatsappState = sql`
  case when wa.bounced_at is not null then 'bounced' when wa.unsure_at is not null then 'unknown'
    when wa.read_at is not null then 'read' when wa.delivered_at is not null then 'delivered'
    when wa.state = 'queued' then 'waiting' else wa.state end`;

const readerRow = row({
  user_id: int,
  fullname: text,
  ...outcomeShape,
  whatsapp_state: oneOf(whatsappStates).nullable(),
  whatsapp_failure: text.nullable(),
  shares: bool,
  has_phone: bool,
  is_student: bool,
  ticked_at: instant.nullable(),
});

const readersOf = (id: number, state: ReaderState | 'all') => sql`
  from message_readers r
  join people p on p.id = r.student_id
  left join mails mail on mail.id = r.mail_id
  left join mails wa on wa.id = r.whatsapp_id
  where r.message_id = ${id} and ${state === 'all' ? sql`true` : sql`${readerState} = ${state}`}`;

export async function listReaders(
  db: Db,
  id: number,
  state: ReaderState | 'all',
  window: Window,
): Promise<MessageReader[]> {
  const rows = await many(
    db,
    readerRow,
    sql`
      select p.id as user_id, p.fullname, ${outcomeColumns}, exists (
          select from message_readers other
          where other.mail_id = r.mail_id and other.message_id = r.message_id and other.student_id <> r.student_id
        ) as shares,
        coalesce(p.phone_number, '') <> '' as has_phone, ${isStudent} as is_student, r.ticked_at,
        ${whatsappState} as whatsapp_state,
        case when wa.bounced_at is not null then wa.bounce when wa.state in ('queued', 'failed') then wa.failure end
          as whatsapp_failure
      ${readersOf(id, state)}
      order by p.fullname collate natural_order, p.id
      ${limitTo(window)}
    `,
  );
  return rows.map(({ whatsapp_state: outcome, whatsapp_failure: failure, ...reader }) => ({
    ...reader,
    whatsapp: outcome === null ? null : { state: outcome, failure },
  }));
}

export const countReaders = async (db: Db, id: number, state: ReaderState | 'all'): Promise<number> =>
  (await one(db, countRow, sql`select count(*) as n ${readersOf(id, state)}`)).n;

const ofPersonRow = row({
  message_id: int,
  subject: text,
  author: text,
  at: instant,
  ...outcomeShape,
  state: oneOf(personOutcomes),
});

/** More than anybody reads at once. */
const mostOfPerson = 50;

/**
 * The messages that were for a student, and those to a class or course of theirs in which they were not when it was
 * sent. The caller has checked the reach of the student; of messages of others' classes nobody hears.
 */
export const listOfPerson = (db: Db, caller: Caller, studentId: number): Promise<MessageOfPerson[]> =>
  many(
    db,
    ofPersonRow,
    sql`
      select m.id as message_id, ${shownSubject}, author.fullname as author, coalesce(m.prepared_at, m.send_at) as at,
        case when r.student_id is null then 'not_there_then' else ${readerState} end as state, r.withheld,
        case when mail.bounced_at is not null then mail.bounce when mail.state in ('queued', 'failed') then mail.failure end as failure,
        mail.sent_at
      from messages m
      join people author on author.id = m.author_id
      left join courses c on c.id = m.course_id
      left join classes k on k.id = m.class_id
      left join message_readers r on r.message_id = m.id and r.student_id = ${studentId}
      left join mails mail on mail.id = r.mail_id
      where m.created_at > now() - interval '90 days' and ${ownMessages(caller)}
        and (
          r.student_id is not null
          or (m.prepared_at is not null and exists (
            select from enrolments n
            where n.student_id = ${studentId} and n.ended_on is null
              and case when m.class_id is null then n.course_id = m.course_id else n.class_id = m.class_id end
          ))
        )
      order by m.id desc
      limit ${mostOfPerson}
    `,
  );
