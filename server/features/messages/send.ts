import { randomUUID } from 'node:crypto';
import { heldSeconds } from '@gurukul/contract/messages';
import { messageFields } from '@gurukul/contract/shared/message-fields';
import type { MessageAudience, MessagePreview, MessageTime } from '@gurukul/contract/messages';
import sql from 'sql-template-tag';
import { bool, idRow, instant, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, one, run } from '#server/db/rows.ts';
import { checked } from '#server/http/requests/checked.ts';
import { count, endOf, hour } from '#server/http/limits/counters.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { layOut } from '#server/channels/mail/message.ts';
import { writeMail } from '#server/channels/mail/templates.ts';
import { generalWord, isCutByWhatsApp, isEmptyFor } from '#server/channels/mail/templates/message.ts';
import type { MessageMailData } from '#server/channels/mail/templates/message.ts';
import type { Audience } from './audience.ts';
import { readAudience } from './audience.ts';
import type { AskedText, Author, Plan, PlannedMail, Text } from './plan.ts';
import { contentsOf, countsOf, digestOfText, languagesOf, planMails, planTexts, readTextOf } from './plan.ts';
import { ownMessages } from './queries.ts';

interface MessageInput extends AskedText {
  readonly audience: MessageAudience;
  /** Whose mail is shown. */
  readonly as?: number | undefined;
}

interface TimedMessage extends MessageInput {
  readonly at?: MessageTime | undefined;
}

const addressRow = row({ email_id: text });

async function authorOf(db: Db, { id, role, fullname }: Person): Promise<Author> {
  const { email_id: address } = await one(db, addressRow, sql`select email_id from people where id = ${id}`);
  return { id, role, name: fullname, address };
}

const yearMs = 366 * 86_400_000;
const dayMs = 86_400_000;

/** Throws for a time that is over, or far away. A minute ago counts as now. */
function refuseWrongTime(at: MessageTime | undefined): void {
  if (at === undefined) return;
  const now = Date.now();
  // It is nine somewhere until a day later.
  const last = typeof at === 'string' ? Date.parse(at) + heldSeconds * 1000 : Date.parse(at.nine_on) + dayMs;
  const first = typeof at === 'string' ? Date.parse(at) : Date.parse(at.nine_on);
  if (last < now || first > now + yearMs) throw fail('message_in_past');
}

const leftRow = row({ left: int });

/** How many more messages a teacher may send on this day of the provider's; null for others. */
async function leftToday(db: Db, { id, role }: Person): Promise<number | null> {
  if (role !== 'teacher') return null;
  const { left } = await one(
    db,
    leftRow,
    sql`
      select greatest(v.teacher_messages - (
        select count(*)
        from messages m
        where m.author_id = ${id} and m.author_role = 'teacher' and m.canceled_at is null
          and m.created_at >= date_trunc('day', now() at time zone v.time_zone) at time zone v.time_zone
      ), 0)::integer as left
      from provider v
    `,
  );
  return left;
}

/** The mail of the named reader, else those that differ most: by the provider's clock, by another, in each version. */
function samplesOf({ mails }: Plan, home: string, { versions }: Text, as?: number): PlannedMail[] {
  const named = mails.find(({ readers }) => readers.some(({ person_id }) => person_id === as));
  if (named !== undefined) return [named];
  const ofVersions = versions.map(({ language }) =>
    mails.find(({ readers }) => readers[0]?.language === language),
  );
  const here = mails.find(({ readers }) => readers[0]?.timezone === home);
  const abroad = mails.find(({ readers }) => readers[0]?.timezone !== home);
  const other = mails.find((mail) => mail !== (here ?? abroad));
  return [...new Set([here, abroad, here && abroad ? undefined : other, ...ofVersions])].flatMap(
    (mail) => mail ?? [],
  );
}

/** The hosts of links that lead elsewhere. Readers cannot see what is behind a word. */
function hostsOf(body: string, appUrl: string): string[] {
  const own = new URL(appUrl).host;
  const links = Array.from(body.matchAll(/<a href="([^"]*)"/g), ([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  );
  const hosts = links.flatMap((href) => (URL.canParse(href) ? new URL(href).host : []));
  return [...new Set(hosts)].filter((host) => host !== '' && host !== own).toSorted();
}

/** Whom a message would also reach by WhatsApp. */
async function whatsappOf(
  { db, config: { appUrl } }: Ctx,
  author: Author,
  written: Text,
  audience: Audience,
  { readers }: Plan,
) {
  const texts = await planTexts(db, readers);
  const contents = await contentsOf(db, author, written, audience, texts);
  return {
    people: texts.reduce((sum, one) => sum + one.readers.length, 0),
    texts: texts.length,
    is_cut: [...contents.values()].some((data) => isCutByWhatsApp(data, appUrl)),
  };
}

const namesShown = 100;
/** Readers whose mail can be looked at. */
const readersShown = 500;

const readersOf = ({ mails }: Plan) =>
  mails
    .flatMap(({ readers }) => readers.map(({ person_id: user_id, fullname }) => ({ user_id, fullname })))
    .toSorted((a, b) => a.fullname.localeCompare(b.fullname))
    .slice(0, readersShown);

/** How many people of an audience read each language. */
export async function countLanguages({ db, person }: Ctx, asked: MessageAudience) {
  return languagesOf(await planMails(db, await readAudience(db, person, asked), { isNewsletter: false }));
}

export async function previewMessage(
  ctx: Ctx,
  { audience: asked, at, as, ...text }: TimedMessage,
): Promise<MessagePreview> {
  const { db, person, config, provider } = ctx;
  const written = await readTextOf(db, person, text);
  refuseWrongTime(at);
  const audience = await readAudience(db, person, asked);
  const plan = await planMails(db, audience, written);
  const author = await authorOf(db, person);
  const contents = await contentsOf(db, author, written, audience, plan.mails);
  const settings = await provider.read();
  const occasion = { appUrl: config.appUrl, at: new Date(), language: 'en', provider: settings } as const;
  const used = [...messageFields.filter((field) => written.fields.includes(field)), ...written.own];
  const empty = used.flatMap((field) => {
    const people = [...contents.values()].reduce(
      (sum, data) => sum + data.people.filter((one) => isEmptyFor(one, field, data)).length,
      0,
    );
    return people === 0 ? [] : [{ field, people, words: generalWord(field, written.language ?? 'en') }];
  });
  return {
    ...countsOf(plan),
    languages: languagesOf(plan).map((one) => ({
      ...one,
      has_version:
        one.language === written.language ||
        written.versions.some(({ language }) => language === one.language),
    })),
    readers: readersOf(plan),
    whatsapp: config.whatsapp === null ? null : await whatsappOf(ctx, author, written, audience, plan),
    sharing: plan.mails.reduce((sum, { readers }) => sum + (readers.length > 1 ? readers.length : 0), 0),
    unreached: plan.unreached
      .slice(0, namesShown)
      .map(({ person_id: user_id, fullname, reason }) => ({ user_id, fullname, reason })),
    samples: samplesOf(plan, settings.time_zone, written, as).map((mail) => ({
      fullname: mail.readers.map(({ fullname }) => fullname).join(', '),
      zone: mail.readers[0]!.timezone,
      mail: layOut(writeMail('message', contents.get(mail), occasion)),
    })),
    empty,
    links: hostsOf([written, ...written.versions].map(({ body }) => body).join(' '), config.appUrl),
    left_today: await leftToday(db, person),
    digest: await digestOfText(written, asked, at),
  };
}

const sentRow = row({ id: int, held_until: instant });

/** The same message of the last minute, that was not taken back: somebody pressed twice. */
const findTwin = (db: Db, authorId: number, digest: string) =>
  maybeOne(
    db,
    sentRow,
    sql`
      select m.id, m.created_at + make_interval(secs => ${heldSeconds}) as held_until
      from messages m
      where m.author_id = ${authorId} and m.digest = ${digest} and m.canceled_at is null
        and m.created_at > now() - make_interval(secs => ${heldSeconds})
      order by m.id desc
      limit 1
    `,
  );

/** The earliest moment at which it is nine o'clock of that day anywhere: fourteen hours ahead of UTC. */
const firstNine = (day: string) =>
  sql`(${day}::date + time '09:00') at time zone 'UTC' - interval '14 hours'`;

function timesOf(at: MessageTime | undefined) {
  const held = sql`now() + make_interval(secs => ${heldSeconds})`;
  if (at === undefined) return { sendAt: held, nineOn: null };
  if (typeof at === 'string') return { sendAt: sql`greatest(${at}::timestamptz, ${held})`, nineOn: null };
  return { sendAt: sql`greatest(${firstNine(at.nine_on)}, ${held})`, nineOn: at.nine_on };
}

/** Stores the message. Its mails are written when its time has come. */
export async function sendMessage(
  ctx: Ctx,
  {
    digest,
    whatsapp,
    change_id: changeId,
    ...message
  }: TimedMessage & {
    readonly digest?: string | undefined;
    readonly whatsapp: boolean;
    readonly change_id?: number | undefined;
  },
) {
  const { db, person } = ctx;
  const { audience: asked, newsletter, at } = message;
  const written = await readTextOf(db, person, message);
  const present = await digestOfText(written, asked, at);
  return checked({
    // The second of two presses waits here, and then sees the first.
    turn: () => run(db, sql`select from people where id = ${person.id} for no key update`),
    plan: () => readAudience(db, person, asked),
    preview: () => previewMessage(ctx, message),
    digest: () => present,
    seen: digest ?? present,
    carryOut: (audience) =>
      store(ctx, { audience, asked, written, present, at, newsletter, whatsapp, changeId }),
  });
}

interface Storing {
  readonly audience: Audience;
  readonly asked: MessageAudience;
  readonly written: Text;
  readonly present: string;
  readonly at: MessageTime | undefined;
  readonly newsletter: boolean;
  readonly whatsapp: boolean;
  readonly changeId: number | undefined;
}

async function store(
  ctx: Ctx,
  { audience, asked, written, present, at, newsletter, whatsapp, changeId }: Storing,
) {
  const { db, person } = ctx;
  const plan = await planMails(db, audience, written);
  const counts = countsOf(plan);
  const byWhatsApp = whatsapp && ctx.config.whatsapp !== null;
  const ownDigest = byWhatsApp ? `${present} whatsapp` : present;
  const twin = await findTwin(db, person.id, ownDigest);
  if (twin !== null) return { ...counts, message_id: twin.id, held_until: twin.held_until };
  refuseWrongTime(at);
  if (plan.people === 0) throw fail('nobody_to_write');
  if ((await leftToday(db, person)) === 0) {
    const { teacher_messages: most } = await ctx.provider.read();
    throw fail('messages_spent', { facts: { most } });
  }
  const { sendAt, nineOn } = timesOf(at);
  const stored = await one(
    db,
    sentRow,
    sql`
      insert into messages (author_id, author_role, subject, body, audience, course_id, class_id, event_id, digest,
        whatsapp, newsletter, language, versions, change_id, send_at, next_at, nine_on)
      select ${person.id}, ${person.role}, ${written.subject}, ${written.body}, ${JSON.stringify(asked)}::jsonb,
        ${audience.courseId}, ${audience.classId}, ${audience.eventId}, ${ownDigest}, ${byWhatsApp},
        ${newsletter}, ${written.language}, ${JSON.stringify(written.versions)}::jsonb,
        (select ch.id from changes ch where ch.id = ${changeId ?? null}::bigint and ch.person_id = ${person.id}), t.at, t.at, ${nineOn}::date
      from (select ${sendAt} as at) t
      returning id, created_at + make_interval(secs => ${heldSeconds}) as held_until
    `,
  );
  ctx.mail.announce();
  return { ...counts, message_id: stored.id, held_until: stored.held_until };
}

/** What an author reads of a message to nobody. */
const invented = (
  author: Author,
  { subject, body, isNewsletter }: Text,
  timezone: string,
): MessageMailData => ({
  subject,
  body,
  author: { name: author.name, address: author.address },
  is_test: true,
  is_newsletter: isNewsletter,
  language: 'en',
  timezone,
  people: [{ name: author.name, classes: [], courses: [], teachers: [], week: [], meeting: null, open: [] }],
});

/** Sends the mail of the first reader to the author. */
export async function sendTest(ctx: Ctx, { audience: asked, as, ...text }: MessageInput): Promise<void> {
  const { db, pool, person, config, mail, provider } = ctx;
  const key = `test-message:${person.id}`;
  // Outside the transaction, so that refused attempts count too.
  if ((await count(pool, { key, seconds: hour })) > config.limits.sentLinksPerHour) {
    throw fail('too_many', { retryAt: await endOf(pool, key, 1) });
  }
  const written = await readTextOf(db, person, text);
  const audience = await readAudience(db, person, asked);
  const plan = await planMails(db, audience, written);
  const author = await authorOf(db, person);
  const [first] = samplesOf(plan, (await provider.read()).time_zone, written, as);
  const data =
    first === undefined
      ? invented(author, written, (await provider.read()).time_zone)
      : { ...(await contentsOf(db, author, written, audience, [first])).get(first)!, is_test: true };
  await mail.enqueue(db, {
    kind: 'message',
    to: author.address,
    dedupeKey: `message_test:${randomUUID()}`,
    data,
  });
}

const readerRow = row({ person_id: int });

/** Takes back what waits of the messages that told of a change. Returns the people who got one. */
export async function cancelTelling({ db, mail }: Ctx, changeId: number): Promise<number[]> {
  const found = await many(
    db,
    idRow,
    sql`select m.id from messages m where m.change_id = ${changeId} and m.canceled_at is null for update`,
  );
  await run(
    db,
    sql`update messages set next_at = null, canceled_at = now() where change_id = ${changeId} and next_at is not null`,
  );
  for (const { id } of found) await mail.withdraw(db, { message_id: id });
  const readers = await many(
    db,
    readerRow,
    sql`
      select distinct r.student_id as person_id
      from messages m
      join message_readers r on r.message_id = m.id
      join mails mail on mail.id = r.mail_id and (mail.sent_at is not null or mail.handed_over_at is not null)
      where m.change_id = ${changeId}
    `,
  );
  return readers.map(({ person_id }) => person_id);
}

const canceledRow = row({ is_canceled: bool, is_over: bool });

/** Cancels what has not left of a message. Returns the number of mails that had. */
export async function cancelMessage({ db, person, mail }: Ctx, messageId: number): Promise<number> {
  const found = await maybeOne(
    db,
    canceledRow,
    sql`
      select m.canceled_at is not null as is_canceled, m.next_at is null as is_over
      from messages m
      where m.id = ${messageId} and ${ownMessages(person)}
      for update
    `,
  );
  if (found === null) throw fail('not_found');
  if (found.is_over && !found.is_canceled) throw fail('message_left');
  await run(
    db,
    sql`update messages set next_at = null, canceled_at = now() where id = ${messageId} and next_at is not null`,
  );
  const { told } = await mail.withdraw(db, { message_id: messageId });
  return told.length;
}
