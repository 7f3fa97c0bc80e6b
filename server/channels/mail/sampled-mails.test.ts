import type { PortalLanguage } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import { expect, test, vi } from 'vitest';
import { int, row, text } from '../../db/columns.ts';
import { many, one } from '../../db/rows.ts';
import { run } from '../../test/rows.ts';
import { inTransaction } from '../../db/tx.ts';
import { readOutbox } from '../../test/outbox.ts';
import type { Post } from '../../test/post.ts';
import { openPost } from '../../test/post.ts';
import type { ReadMail } from '../../test/read-mail.ts';
import { proveAllMailboxes } from './prove.ts';
import { listMailReaders } from './readers.ts';
import type { Mail } from './templates.ts';
import { eventMail } from './templates.ts';
import { samples } from './templates/samples.ts';

/** `PROOF=full vitest run --project unit server/channels/mail/sampled-mails.test.ts` writes to 200 readers. */
const readers = process.env['PROOF'] === 'full' ? 200 : 42;

type Language = keyof typeof calendars;
type Spoken = 'Telugu' | 'English' | 'Sanskrit' | null;
interface Case {
  readonly role: 'student' | 'guardian' | 'teacher';
  readonly speaks: Spoken;
  /** Of the guardian's child. */
  readonly child?: Spoken;
  /** The child has the mailbox too. */
  readonly isShared?: boolean;
  /** Chosen on My page. */
  readonly page?: PortalLanguage;
  /** The language that the mail must have. */
  readonly reads: Language;
}

const cases: readonly Case[] = [
  { role: 'student', speaks: 'Telugu', reads: 'te' },
  { role: 'student', speaks: 'Telugu', page: 'hi', reads: 'hi' },
  { role: 'guardian', speaks: 'Telugu', child: 'English', isShared: true, reads: 'te' },
  { role: 'student', speaks: 'English', reads: 'en' },
  { role: 'guardian', speaks: null, child: 'Telugu', reads: 'te' },
  { role: 'student', speaks: null, page: 'hi', reads: 'hi' },
  { role: 'teacher', speaks: null, reads: 'en' },
  { role: 'guardian', speaks: 'English', child: 'Telugu', reads: 'en' },
  { role: 'student', speaks: 'Sanskrit', reads: 'en' },
  { role: 'guardian', speaks: null, child: null, page: 'hi', reads: 'hi' },
  { role: 'teacher', speaks: 'Telugu', reads: 'te' },
  { role: 'student', speaks: 'English', page: 'te', reads: 'te' },
  { role: 'student', speaks: null, reads: 'en' },
];

/** Where they live. Without a zone their place says it, else the provider. */
const places = [
  { zone: 'Asia/Kolkata', clock: 'Asia/Kolkata' },
  { zone: 'America/New_York', clock: 'America/New_York' },
  { zone: 'America/Sao_Paulo', clock: 'America/Sao_Paulo' },
  { zone: 'Europe/London', clock: 'Europe/London' },
  { zone: '', clock: 'Asia/Kolkata' },
  { zone: 'Africa/Johannesburg', clock: 'Africa/Johannesburg' },
  { zone: 'Australia/Sydney', clock: 'Australia/Sydney' },
  { zone: '', country: 'United States', state: 'California', clock: 'America/Los_Angeles' },
  { zone: 'Asia/Kathmandu', clock: 'Asia/Kathmandu' },
  { zone: 'Pacific/Auckland', clock: 'Pacific/Auckland' },
  { zone: 'Africa/Cairo', clock: 'Africa/Cairo' },
] as const;

const kinds = [
  'event_published',
  'meeting_change',
  'event_changed',
  'owing_reminder',
  'event_canceled',
  'receipt',
  'event_on_again',
] as const;

/** Days around a change of clocks, in summer and in winter, in the years after this one. */
const starts = [
  '2036-01-15T13:00:00Z',
  '2036-03-09T06:30:00Z',
  '2036-07-31T20:15:00Z',
  '2036-11-02T05:30:00Z',
  '2036-12-31T18:45:00Z',
];
const minutes = 90;

/** Written here once more, so that nothing of the server says what is right. */
const calendars = {
  en: {
    months: 'January February March April May June July August September October November December'.split(
      ' ',
    ),
    days: 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' '),
    foot: 'My page:',
    script: /[A-Za-z]/,
    labels: ['When', 'Your time', 'New time', 'Instead of'],
  },
  te: {
    months: 'జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్'.split(' '),
    days: 'సోమవారం మంగళవారం బుధవారం గురువారం శుక్రవారం శనివారం ఆదివారం'.split(' '),
    foot: 'నా పేజీ:',
    script: /\p{Script=Telugu}/u,
    labels: ['ఎప్పుడు', 'మీ సమయం', 'కొత్త సమయం', 'దీనికి బదులు'],
  },
  hi: {
    months: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' '),
    days: 'सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार'.split(' '),
    foot: 'मेरा पेज:',
    script: /\p{Script=Devanagari}/u,
    labels: ['कब', 'आपका समय', 'नया समय', 'इसके बदले'],
  },
} as const;

interface Sampled extends Case {
  readonly n: number;
  readonly kind: (typeof kinds)[number];
  readonly place: (typeof places)[number];
  readonly email: string;
  readonly starts_at: string;
  readonly ends_at: string;
}

function sampled(n: number): Sampled {
  const who = cases[n % cases.length]!;
  const kind = who.role === 'teacher' ? 'meeting_change' : kinds[n % kinds.length]!;
  const starts_at = new Date(starts[n % starts.length]!).toISOString();
  return {
    ...who,
    n,
    kind,
    place: places[n % places.length]!,
    email: `reader${n}@families.test`,
    starts_at,
    ends_at: new Date(Date.parse(starts_at) + minutes * 60_000).toISOString(),
  };
}

const idRow = row({ id: int });

async function addPerson(
  { pool }: Post,
  role: string,
  name: string,
  email: string,
  speaks: Spoken,
  place: Sampled['place'],
) {
  const { zone } = place;
  const { country, state } = 'country' in place ? place : { country: '', state: '' };
  const { id } = await one(
    pool,
    idRow,
    sql`
      insert into people (email_id, main_role, first_name, language, timezone, country, state)
      values (${email}, ${role}, ${name}, ${speaks}, ${zone}, ${country}, ${state}) returning id
    `,
  );
  return id;
}

/** Makes the reader and their mail, as the features write it. */
async function mailFor(post: Post, course: number, event: number, reader: Sampled): Promise<Mail> {
  const { pool } = post;
  const { n, role, speaks, place, email, kind, starts_at, ends_at } = reader;
  const isGuardian = role === 'guardian';
  const self = await addPerson(post, role, `Reader${n}`, email, speaks, place);
  const student = isGuardian
    ? await addPerson(post, 'student', `Child${n}`, reader.isShared ? email : '', reader.child ?? null, place)
    : self;
  if (isGuardian) {
    await run(pool)`insert into guardians (student_id, guardian_id, pays) values (${student}, ${self}, true)`;
  }
  if (reader.page !== undefined) {
    await run(pool)`
      insert into personal_pages (mailbox, nonce, hash, language)
      values (${email}, ${`nonce ${n}`}, ${Buffer.from(`hash ${n}`)}, ${reader.page})
    `;
  }
  const [found] = await listMailReaders(pool, sql`select ${student}::bigint`);
  expect(found).toMatchObject({ email_id: email, timezone: place.clock });
  const { fullname, timezone } = found!;
  if (kind === 'receipt') {
    return { kind, to: email, person_id: self, dedupeKey: `receipt:${n}`, data: samples.receipt };
  }
  if (kind === 'owing_reminder') {
    await run(pool)`
      insert into charges (student_id, course_id, due_on, amount, currency)
      values (${student}, ${course}, '2026-02-03', 2500, 'INR')
    `;
    const debt = { ...samples.owing_reminder.debts[0]!, student_id: student, course_id: course };
    const data = { ...samples.owing_reminder, fullname, debts: [debt] };
    return { kind, to: email, person_id: self, dedupeKey: `owing_reminder:${n}`, data };
  }
  if (kind === 'meeting_change') {
    const [meeting] = samples.meeting_change.meetings;
    const was = {
      starts_at: new Date(Date.parse(starts_at) - 86_400_000).toISOString(),
      ends_at: new Date(Date.parse(ends_at) - 86_400_000).toISOString(),
    };
    const meetings = [{ ...meeting!, starts_at, ends_at, was }];
    return {
      kind,
      to: email,
      person_id: student,
      dedupeKey: `meeting_change:${n}`,
      data: { fullname, timezone, meetings, more: 0 },
    };
  }
  const told = { ...samples[kind], event_id: event, version: n, starts_at, ends_at };
  return eventMail(kind, told, { person_id: student, email_id: email, fullname, timezone });
}

const wallRow = row({ day: text, month: int, year: text, weekday: int, time: text });

/** A moment on the clock of a zone, by PostgreSQL, which has rules of zones of its own. */
const onClock = ({ pool }: Post, at: string, zone: string) =>
  one(
    pool,
    wallRow,
    sql`
      select to_char(t, 'FMDD') as day, extract(month from t)::int as month, to_char(t, 'YYYY') as year,
        extract(isodow from t)::int as weekday, to_char(t, 'HH24:MI') as time
      from (select ${at}::timestamptz at time zone ${zone}) as wall (t)
    `,
  );

const cityOf = (zone: string) => zone.split('/').at(-1)!.replaceAll('_', ' ');

/** The words of HTML, a line per block. */
const wordsOfHtml = (html: string) =>
  html
    .replace(/^[\s\S]*<body/, '<body')
    .replaceAll(/<br>(?!\n)/g, ': ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** What must stand together in one line, in a language. */
async function lineOf(
  post: Post,
  language: Language,
  zone: string,
  reader: Pick<Sampled, 'starts_at' | 'ends_at'>,
) {
  const [from, until] = await Promise.all(
    [reader.starts_at, reader.ends_at].map((at) => onClock(post, at, zone)),
  );
  const { months, days } = calendars[language];
  return [from!, until!]
    .flatMap((wall) => [wall.day, months[wall.month - 1]!, wall.year, days[wall.weekday - 1]!, wall.time])
    .concat(cityOf(zone));
}

async function checkTimes(post: Post, language: Language, part: string, reader: Sampled) {
  const lines = part.split('\n');
  const clock = reader.place.clock;
  const isMeeting = reader.kind === 'meeting_change';
  const before = (at: string) => new Date(Date.parse(at) - 86_400_000).toISOString();
  const wanted = [
    await lineOf(post, language, clock, reader),
    isMeeting
      ? await lineOf(post, language, clock, {
          starts_at: before(reader.starts_at),
          ends_at: before(reader.ends_at),
        })
      : await lineOf(post, language, 'Asia/Kolkata', reader),
  ];
  for (const words of wanted) {
    const found = lines.filter((line) => words.every((word) => line.includes(word)));
    expect([reader, language, words, part, found.length > 0]).toEqual([reader, language, words, part, true]);
  }
  expect(lines.some((line) => calendars[language].labels.some((label) => line.includes(label)))).toBe(true);
}

/** A mail's two parts; the second is missing where the first is English. */
function partsOf(words: string): readonly string[] {
  const lines = words.split('\n');
  const border = lines.findIndex((line) => line.trim().endsWith(' · In English'));
  return border === -1 ? [words] : [lines.slice(0, border).join('\n'), lines.slice(border + 1).join('\n')];
}

async function checkMail(post: Post, reader: Sampled, mail: ReadMail) {
  const { reads, kind, role } = reader;
  const own = calendars[reads];
  const languages: readonly Language[] = reads === 'en' ? ['en'] : [reads, 'en'];
  expect([reader, own.script.test(mail.subject)]).toEqual([reader, true]);
  expect(mail.html).toContain(`<html lang="${reads}" dir="ltr">`);
  // Of the plain text without its foot, and of the words of the HTML.
  for (const words of [mail.text.split('\n-- \n')[0]!, wordsOfHtml(mail.html)]) {
    const parts = partsOf(words);
    expect([reader, parts.length]).toEqual([reader, languages.length]);
    for (const [n, language] of languages.entries()) {
      const part = parts[n]!;
      expect([reader, language, calendars[language].script.test(part)]).toEqual([reader, language, true]);
      if (kind === 'receipt') {
        expect(part).toContain('₹12,500.00');
        continue;
      }
      if (kind === 'owing_reminder') {
        const due = ['3', calendars[language].months[1]!, '2026'];
        expect(part.split('\n').some((line) => due.every((word) => line.includes(word)))).toBe(true);
        expect(part).toContain('₹2,500.00');
        continue;
      }
      await checkTimes(post, language, part, reader);
    }
  }
  // In the plain text English has a part of its own, without a letter of another language.
  const english = partsOf(mail.text.split('\n-- \n')[0]!).at(-1)!;
  expect([reader, english.match(/\p{Script=Telugu}|\p{Script=Devanagari}/u)]).toEqual([reader, null]);
  const foot = mail.text.split('\n-- \n')[1]!;
  for (const language of languages) {
    expect([reader, foot.includes(calendars[language].foot)]).toEqual([reader, role !== 'teacher']);
  }
  const [file] = mail.files;
  if (kind.startsWith('event_')) {
    expect(file?.content).toContain(`DTSTART:${reader.starts_at.replaceAll(/[-:]|\.000/g, '')}`);
  } else expect(file?.name).toBe(kind === 'receipt' ? 'R-2029-30-17.pdf' : undefined);
}

test(`${readers} readers get their mails in their language, with English below, on their clock`, async () => {
  const post = await openPost();
  const { pool } = post;
  const { course, event } = await one(
    pool,
    row({ course: int, event: int }),
    sql`
      with admin as (
        insert into people (email_id, main_role, first_name) values ('admin@office.test', 'admin', 'Admin') returning id
      ), course as (
        insert into courses (course_name, course_image, course_duration, start_date)
        values ('Bhagavad Gita', '', 'yearly', '2026-01-05') returning id
      ), event as (
        insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
        select course.id, 'Talk', 'https://meet.test/a', '2036-01-05', '2036-01-05T12:30Z', '2036-01-05T13:30Z', admin.id
        from course, admin returning id
      )
      select (select id from course) as course, (select id from event) as event
    `,
  );
  const all = Array.from({ length: readers }, (_, n) => sampled(n));
  const mails: Mail[] = [];
  for (const reader of all) mails.push(await mailFor(post, course, event, reader));
  await proveAllMailboxes(pool);
  await inTransaction(pool, (tx) => post.mailer.enqueueMany(tx, mails));
  await post.startWorker({ atOnce: 3 });
  await vi.waitFor(
    async () => {
      const waiting = await many(
        pool,
        row({ kind: text }),
        sql`select kind from mails where state = 'queued'`,
      );
      expect(waiting).toEqual([]);
    },
    { timeout: 600_000, interval: 100 },
  );
  const received = new Map((await readOutbox(post.dataDir)).map((mail) => [mail.to, mail]));
  expect(received.size).toBe(readers);
  for (const reader of all) await checkMail(post, reader, received.get(reader.email)!);
  const seen = (of: (reader: Sampled) => string) => new Set(all.map(of)).size;
  expect([seen(({ kind }) => kind), seen(({ reads }) => reads), seen(({ place }) => place.clock)]).toEqual([
    kinds.length,
    3,
    10,
  ]);
});
