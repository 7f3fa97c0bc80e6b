import { provider } from '@gurukul/contract/provider';
import { Temporal } from 'temporal-polyfill';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { many, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool, other, own, teach } from '#server/test/small-school.ts';
import { nextAfter } from './periods.ts';
import { sendOpenCases } from './send-open-cases.ts';

const server = await testApp({ database: 'empty' });
const { db, call, config } = server;
const { gita, veda, staff, students } = await foundSchool(db);
await run(db)`update provider set time_zone = 'America/New_York'`;
const mailer = await openMailer(server);

/** Each test has a Monday of its own. */
let monday = nextAfter(dayFromToday(0), 'weekly');
const atSeven = () =>
  new Date(
    Temporal.PlainDateTime.from(`${monday}T07:00`).toZonedDateTime('America/New_York').epochMilliseconds,
  );
const before = () => new Date(atSeven().getTime() - 60_000);
const look = () => sendOpenCases(db, mailer, atSeven());

let lines = 0;
interface OpenLine {
  readonly kind?: string;
  readonly course?: number | null;
  readonly class?: number | null;
  readonly due?: string;
  readonly quiet?: string;
}
async function open(owner: number, { kind = 'three_absences', due, quiet, ...place }: OpenLine = {}) {
  const { course = gita.id, class: classId = gita.morning } = place;
  lines += 1;
  await run(db)`
    insert into cases (kind, line, course_id, class_id, student_id, owner_id, due_on, quiet_until, opened_by)
    values (${kind}, ${`${kind}:${lines}`}, ${course}, ${classId}, ${students.anu}, ${owner}, ${due ?? null},
      ${quiet ?? null}, ${owner})
  `;
}

interface KeptMail {
  readonly recipient: string;
  readonly state: string;
}
/** The mails of this Monday, as the delivery log has them. */
const logged = () =>
  many<KeptMail>(db)`
    select m.recipient, m.state from mails m
    where m.kind = 'open_cases' and m.dedupe_key like ${`open_cases:%:${monday}`} order by m.recipient
  `;
const recipients = async () => (await logged()).map(({ recipient }) => recipient);
/** The texts that left since the last look, by address, without the foot. */
let read = 0;
async function arrived() {
  const all = (await deliveredMails({ config, db })).slice(read);
  read += all.length;
  return new Map(all.map(({ to, subject, text }) => [to, { subject, text: text.split('\n-- \n')[0]! }]));
}

const pause = (isOn: boolean) =>
  call(
    provider.save_settings,
    {
      name: '',
      logo: '',
      accent: 'teal',
      time_zone: 'America/New_York',
      languages: ['en', 'te', 'hi'],
      sender_name: '',
      reply_to: '',
      weekly_cases: isOn,
    },
    { as: admin },
  );

beforeEach(async () => {
  await run(db)`delete from cases`;
  monday = nextAfter(monday, 'weekly');
  await run(db)`update provider set weekly_cases_on = ${monday}::date`;
});

test('each owner gets the cases that wait, overdue ones first, in their language, and no name of a student', async () => {
  await run(db)`update people set language = 'Telugu' where id = ${staff.teach}`;
  await open(staff.own, { due: '2031-02-03' });
  await open(staff.own, { kind: 'event_without_link', class: null });
  await open(staff.own, { kind: 'attending_unpaid', class: gita.evening, due: '2026-01-05' });
  await open(staff.own, { kind: 'paid_not_placed', quiet: dayFromToday(2) });
  await open(staff.own, { kind: 'class_without_teacher', quiet: dayFromToday(0) });
  await open(staff.own, { kind: 'unmarked_class' });
  await run(db)`
    update cases set state = 'done', outcome = 'other', closed_at = now()
    where owner_id = ${staff.own} and kind = 'unmarked_class'
  `;
  await open(staff.teach, { due: '2026-01-05' });
  await open(staff.admin, { kind: 'failed_mail', course: null, class: null });
  await open(staff.other, { quiet: dayFromToday(2), course: veda.id, class: veda.morning });
  expect(await look()).toBe(true);
  expect(await recipients()).toEqual([admin, own, teach]);

  const mails = await arrived();
  expect([...mails.keys()].toSorted()).toEqual([admin, own, teach]);
  const { subject, text } = mails.get(own)!;
  expect(subject).toBe('Your open cases at Gurukul: 4');
  expect(text).toContain('Open cases of yours: 4. Overdue: 1.');
  const listed = [
    'Attends, not paid: Evening · Gita: overdue since 5 January 2026',
    'Three times absent: Morning · Gita: due on 3 February 2031',
    'Event without link: Gita: no due day',
    'Class without teacher: Morning · Gita: no due day',
  ];
  expect(text.split('\n').filter((line) => / · | Gita:/.test(line))).toEqual(listed);
  expect(text).toContain('Attends, not paid: 1\n');
  expect(text).toContain(`${config.appUrl}/cases`);
  expect(text).not.toMatch(/Roll not called|Paid, in no class|more/);
  expect(mails.get(admin)!.text).toContain('Mail not delivered: no due day');

  const [telugu, english] = mails.get(teach)!.text.split(' · In English');
  expect(mails.get(teach)!.subject).toBe('Gurukul: మీ తెరిచిన అంశాలు 1');
  expect(telugu).toContain('మూడుసార్లు గైర్హాజరు: Morning · Gita: గడువు దాటింది, 5 జనవరి 2026');
  expect(english).toContain('Three times absent: Morning · Gita: overdue since 5 January 2026');
  for (const each of mails.values()) expect(each.text).not.toContain('Anu');
});

test('twenty cases stand in a mail, and the number of the others', async () => {
  for (let n = 0; n < 23; n += 1) await open(staff.own, { due: dayFromToday(-n) });
  await look();
  const { text } = (await arrived()).get(own)!;
  expect(text.match(/Morning · Gita/g)).toHaveLength(20);
  expect(text).toContain('and 3 more');
  expect(text).toContain('Three times absent: 23');
});

test('it is written once at seven on the clock of the provider, however many look, and again a week later', async () => {
  await open(staff.own);
  expect(await sendOpenCases(db, mailer, before())).toBe(false);
  const looks = await Promise.all(Array.from({ length: 6 }, look));
  expect(looks.filter(Boolean)).toHaveLength(1);
  expect(await look()).toBe(false);
  expect(await recipients()).toEqual([own]);
  await open(staff.teach);
  expect(await look()).toBe(false);
  expect(await recipients()).toEqual([own]);
  monday = nextAfter(monday, 'weekly');
  expect(await look()).toBe(true);
  expect(await recipients()).toEqual([own, teach]);
});

test('a look that was killed is made again, and its Monday has one mail even so', async () => {
  await open(staff.own);
  const killed = {
    ...mailer,
    enqueueMany: async (...given: Parameters<typeof mailer.enqueueMany>) => {
      await mailer.enqueueMany(...given);
      throw new Error('killed');
    },
  };
  await expect(sendOpenCases(db, killed, atSeven())).rejects.toThrow('killed');
  expect(await recipients()).toEqual([]);
  expect(await look()).toBe(true);
  expect(await recipients()).toEqual([own]);
  await run(db)`update provider set weekly_cases_on = ${monday}::date`;
  expect(await look()).toBe(true);
  expect(await recipients()).toEqual([own]);
});

test('a provider that switched it off sends none, and none in the middle of the week when it is on again', async () => {
  await open(staff.own);
  expect((await pause(false)).status).toBe(200);
  expect((await call(provider.get_settings, {}, { as: admin })).body.data.weekly_cases).toBe(false);
  await look();
  expect(await recipients()).toEqual([]);
  await pause(true);
  expect(await look()).toBe(false);
  expect(await recipients()).toEqual([]);
});

test('owners who are deleted, or do not see the case any more, get none', async () => {
  await open(staff.elsewhere, { course: veda.id, class: veda.morning });
  await open(staff.other);
  await open(staff.teach, { kind: 'attending_unpaid' });
  await run(db)`update people set deleted_at = now() where id = ${staff.elsewhere}`;
  await look();
  await run(db)`update people set deleted_at = null where id = ${staff.elsewhere}`;
  expect(await recipients()).toEqual([]);
  await run(db)`update provider set weekly_cases_on = ${monday}::date`;
  await look();
  expect(await recipients()).toEqual(['elsewhere@office.test']);
});

test('a mail whose cases were closed before it left is withdrawn, and another says what is left', async () => {
  await open(staff.own);
  await open(staff.other, { course: veda.id, class: veda.morning });
  await open(staff.other, { course: veda.id, class: veda.morning });
  await look();
  await run(db)`delete from cases where owner_id = ${staff.own}`;
  await run(db)`delete from cases where line = ${`three_absences:${lines}`}`;
  expect([...(await arrived())].map(([to, { subject }]) => [to, subject])).toEqual([
    [other, 'Your open cases at Gurukul: 1'],
  ]);
  const log = await many<KeptMail>(db)`
    select recipient, state from mails where recipient = ${own} order by id desc limit 1
  `;
  expect(log).toEqual([{ recipient: own, state: 'withdrawn' }]);
});
