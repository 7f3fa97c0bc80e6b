import { messageAudience } from '@gurukul/contract/messages';
import { portalLanguages } from '@gurukul/contract/provider';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { hash } from 'node:crypto';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { inBatches } from '#server/db/batches.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, instant, int, oneOf, row, text } from '#server/db/columns.ts';
import { waitFor } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { Problem } from '#server/http/answers/problem.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import type { JobLog } from '#server/jobs/open.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { zoneOf } from '#server/channels/mail/templates/event-times.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import type { Audience } from './audience.ts';
import { readAudience } from './audience.ts';
import type { Author, Plan, PlannedMail, PlannedText } from './plan.ts';
import { contentsOf, fieldsIn, planMails, planTexts } from './plan.ts';
import { versionsIn } from './queries.ts';

/*
 * Writes the mails of messages whose time has come. One transaction writes all of them, so that a killed process leaves
 * none behind, and the row's lock keeps a second process away. See docs/decisions/0068.
 */

const dueRow = row({
  id: int,
  author_id: int,
  author_role: oneOf(portalRoles),
  subject: text,
  body: text,
  language: oneOf(portalLanguages).nullable(),
  /** JSON. */
  versions: text,
  audience: text,
  course_id: int.nullable(),
  nine_on: date.nullable(),
  whatsapp: bool,
  newsletter: bool,
  /** By the database's clock. */
  at: instant,
});
type Due = RowOf<typeof dueRow>;

const takeDue = (tx: Db, now: Date | null) =>
  maybeOne(
    tx,
    dueRow,
    sql`
      select m.id, m.author_id, m.author_role, m.subject, m.body, m.language, m.versions::text, m.audience::text, m.course_id,
        m.nine_on, m.whatsapp, m.newsletter,
        coalesce(${now}::timestamptz, now()) as at
      from messages m
      where m.next_at <= coalesce(${now}::timestamptz, now())
      order by m.next_at, m.id
      limit 1
      for update skip locked
    `,
  );

const authorRow = row({ name: text, address: text });

/** Null: gone, suspended, or no longer in the role in which they wrote. */
async function findAuthor(db: Db, { author_id: id, author_role: role }: Due): Promise<Author | null> {
  const found = await maybeOne(
    db,
    authorRow,
    sql`
      select p.fullname as name, p.email_id as address
      from present_staff p
      where p.id = ${id} and ${role} in (p.main_role, p.as_role)
    `,
  );
  return found === null ? null : { id, role, ...found };
}

/** Null: the author no longer reaches whom they meant. */
async function audienceOf(tx: Db, author: Author, { audience }: Due): Promise<Audience | null> {
  try {
    return await readAudience(tx, author, messageAudience.parse(JSON.parse(audience)), { isLate: true });
  } catch (error) {
    if (error instanceof Problem && (error.code === 'not_found' || error.code === 'not_allowed')) return null;
    throw error;
  }
}

const nineRow = row({ zone: text, nine_at: instant });

/** The moment of nine o'clock of that day, by zone. */
async function ninesOf(tx: Db, day: string, zones: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const found = await many(
    tx,
    nineRow,
    sql`
      select z.zone, class_instant(${day}::date + time '09:00', z.zone) as nine_at
      from unnest(${[...zones]}::text[]) as z (zone)
    `,
  );
  return new Map(found.map(({ zone, nine_at }) => [zone, Date.parse(nine_at)]));
}

/** The part of the plan that is due, and when the next part is. The clock of a mailbox is that of its first reader. */
async function dueOf(tx: Db, plan: Plan, { nine_on: nineOn, at }: Due) {
  if (nineOn === null) return { mails: plan.mails, next: null };
  const zoneFor = ({ readers }: PlannedMail) => zoneOf(readers[0]!.timezone);
  const nines = await ninesOf(tx, nineOn, [...new Set(plan.mails.map(zoneFor))]);
  const nineFor = (mail: PlannedMail) => nines.get(zoneFor(mail)) ?? 0;
  const now = Date.parse(at);
  const later = plan.mails.map(nineFor).filter((nine) => nine > now);
  return {
    mails: plan.mails.filter((mail) => nineFor(mail) <= now),
    next: later.length === 0 ? null : new Date(Math.min(...new Set(later))),
  };
}

/** One mail per message and mailbox, also after a kill or a retry. */
const keyOf = (id: number, mailbox: string) => `message:${id}:${hash('sha256', mailbox, 'hex').slice(0, 32)}`;

/** One text per message and the students that it names. */
const textKeyOf = (id: number, { number, readers }: PlannedText) =>
  `message:${id}:whatsapp:${hash('sha256', `${number} ${readers.map(({ person_id: one }) => one).join(' ')}`, 'hex').slice(0, 32)}`;

/** Notes who also gets a text by WhatsApp. */
async function noteTexts(tx: Db, id: number, texts: readonly PlannedText[]) {
  const behind = texts.flatMap((text) =>
    text.readers.map(({ person_id: student }) => ({ student, key: textKeyOf(id, text) })),
  );
  await inBatches(behind, (some) =>
    run(
      tx,
      sql`
        update message_readers r
        set whatsapp_id = m.id
        from unnest(
          ${some.map(({ student }) => student)}::bigint[], ${some.map(({ key }) => key)}::text[]
        ) as n (student_id, key)
        join mails m on m.dedupe_key = n.key
        where r.message_id = ${id} and r.student_id = n.student_id
      `,
    ),
  );
}

/** Notes whom the message was for: with their mail, or why there is none. */
async function noteReaders(tx: Db, id: number, mails: readonly PlannedMail[], { unreached }: Plan) {
  const behind = mails.flatMap(({ mailbox, readers }) =>
    readers.map(({ person_id: student }) => ({ student, key: keyOf(id, mailbox) })),
  );
  await inBatches(behind, (some) =>
    run(
      tx,
      sql`
        insert into message_readers (message_id, student_id, mail_id)
        select ${id}, n.student_id, m.id
        from unnest(
          ${some.map(({ student }) => student)}::bigint[], ${some.map(({ key }) => key)}::text[]
        ) as n (student_id, key)
        join mails m on m.dedupe_key = n.key
      `,
    ),
  );
  await inBatches(unreached, (some) =>
    run(
      tx,
      sql`
        insert into message_readers (message_id, student_id, withheld)
        select ${id}, n.student_id, n.reason
        from unnest(
          ${some.map(({ person_id }) => person_id)}::bigint[], ${some.map(({ reason }) => reason)}::text[]
        ) as n (student_id, reason)
      `,
    ),
  );
}

/** Thousands of rows take seconds. A plan made for empty tables would serve them badly. */
async function allowTime(tx: Db): Promise<void> {
  waitFor(tx, 120);
  await run(
    tx,
    sql`
      select set_config('statement_timeout', '120s', true), set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('idle_in_transaction_session_timeout', '120s', true)
    `,
  );
}

async function writeMails(tx: Db, mailer: Mailer, due: Due): Promise<void> {
  const { id, subject, body, language, course_id, whatsapp, newsletter: isNewsletter } = due;
  const author = await findAuthor(tx, due);
  const audience = author === null ? null : await audienceOf(tx, author, due);
  if (author === null || audience === null) {
    await run(tx, sql`update messages set next_at = null, stopped_at = now() where id = ${id}`);
    return;
  }
  const plan = await planMails(tx, audience, { isNewsletter, messageId: id });
  const { mails, next } = await dueOf(tx, plan, due);
  const versions = versionsIn(due.versions);
  const { fields, own } = fieldsIn([due, ...versions]);
  const written = { subject, body, language, versions, fields, own, isNewsletter };
  const contents = await contentsOf(tx, author, written, audience, mails);
  const about = { message_id: id, ...(course_id === null ? {} : { course_id }) };
  await mailer.enqueueMany(
    tx,
    mails.map((mail): Mail => ({
      kind: 'message',
      to: mail.readers[0]!.email_id,
      dedupeKey: keyOf(id, mail.mailbox),
      ...about,
      person_id: mail.readers[0]!.person_id,
      data: contents.get(mail)!,
    })),
  );
  const unreached = next === null ? plan.unreached : [];
  await noteReaders(tx, id, mails, { ...plan, unreached });
  if (whatsapp) {
    const told = new Set(
      [...mails.flatMap(({ readers }) => readers), ...unreached].map((one) => one.person_id),
    );
    const texts = await planTexts(
      tx,
      plan.readers.filter(({ person_id: student }) => told.has(student)),
    );
    const words = await contentsOf(tx, author, written, audience, texts);
    await mailer.enqueueMany(
      tx,
      texts.map((one): Mail => ({
        kind: 'message',
        channel: 'whatsapp',
        to: one.number,
        dedupeKey: textKeyOf(id, one),
        ...about,
        person_id: one.readers[0]!.person_id,
        data: words.get(one)!,
      })),
    );
    await noteTexts(tx, id, texts);
  }
  await run(
    tx,
    sql`
      update messages
      set next_at = ${next}::timestamptz, prepared_at = case when ${next}::timestamptz is null then now() end
      where id = ${id}
    `,
  );
}

/** A message that cannot be written must not keep the others waiting. */
const putOff = (pool: pg.Pool, id: number) =>
  run(
    pool,
    sql`update messages set next_at = now() + interval '1 minute' where id = ${id} and next_at is not null`,
  );

/** Writes the mails of one message that is due. False: none is. Without a moment it is now. */
export async function sendNextMessage(
  pool: pg.Pool,
  mailer: Mailer,
  log: JobLog,
  now: Date | null = null,
): Promise<boolean> {
  let taken: number | undefined;
  try {
    return await inTransaction(pool, async (tx) => {
      await allowTime(tx);
      const due = await takeDue(tx, now);
      if (due === null) return false;
      taken = due.id;
      await writeMails(tx, mailer, due);
      return true;
    });
  } catch (error) {
    if (taken === undefined) throw error;
    log.warn({ err: error, message: taken }, 'a message could not be sent');
    await putOff(pool, taken);
    return true;
  }
}

const looksEveryMs = 2_000;

/** For messages that are due. */
export const messagesLook = (pool: pg.Pool, mailer: Mailer, log: JobLog): Look => ({
  look: () => sendNextMessage(pool, mailer, log),
  everyMs: looksEveryMs,
  failure: 'no look for messages that are due',
});
