import { Temporal } from 'temporal-polyfill';
import { beforeEach, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { pageReaders, type Family } from '#server/test/page-readers.ts';
import { many, one, run } from '#server/test/rows.ts';
import { foundSchool, teach } from '#server/test/small-school.ts';
import { tellDecisions } from './tell-decisions.ts';

const server = await testApp({ database: 'empty' });
const { db, call, config } = server;
const { gita } = await foundSchool(db);
await run(db)`update provider set time_zone = 'Asia/Kolkata'`;
const { newFamily, confirmed } = pageReaders(server, { course: gita.id, group: gita.morning });
const mailer = await openMailer(server);

let family: Family;
beforeEach(async () => {
  await run(db)`delete from homework`;
  family = await newFamily();
  await confirmed(family.motherMail);
  await run(
    db,
  )`update people set region = 'India', email_id = '' where id in (${family.child}, ${family.sibling})`;
});

/** A moment of the last day in Kolkata that is whole. */
const at = (time: string, days = -1) =>
  new Date(
    Temporal.Now.plainDateISO('Asia/Kolkata')
      .add({ days })
      .toZonedDateTime({ timeZone: 'Asia/Kolkata', plainTime: time }).epochMilliseconds,
  );

async function decide(student: number, week: string, status: string, comment: string, when: Date) {
  const { id } = await one<{ id: number }>(db)`
    insert into homework (student_id, course_id, class_id, week_name, home_work)
    values (${student}, ${gita.id}, ${gita.morning}, ${week}, '')
    returning id
  `;
  await call('homework.decide_homework', { ids: [id], status, comment }, { as: teach });
  await run(db)`update homework set decided_at = ${when.toISOString()} where id = ${id}`;
  return id;
}
const arrived = async () =>
  (await deliveredMails({ config, db })).filter(
    ({ to, subject }) => to === family.motherMail && subject.startsWith('Homework'),
  );
const written = () =>
  many<{ recipient: string }>(db)`
    select m.recipient from mails m where m.kind = 'homework_decided' and m.recipient = ${family.motherMail}
  `;

test('an evening has one mail with all decisions of the day about all children, and what the teacher wrote', async () => {
  await decide(family.child, 'Week 1', 'accepted', '', at('10:00'));
  await decide(family.child, 'Week 2', 'rejected', 'Please write verse 3 once more.', at('19:59'));
  await decide(family.sibling, 'Week 1', 'accepted', 'Well done!', at('20:30', -2));
  await decide(family.sibling, 'Week 2', 'accepted', 'Of tomorrow', at('20:01'));
  await tellDecisions(db, mailer, at('19:58'));
  expect(await written()).toEqual([]);
  await decide(family.sibling, 'Week 3', 'accepted', 'Of yesterday', at('19:00', -2));
  await tellDecisions(db, mailer, at('20:05'));
  await tellDecisions(db, mailer, at('20:15'));
  expect(await written()).toHaveLength(1);
  const [mail] = await arrived();
  expect(mail!.subject).toBe('Homework at Gurukul: 3 decisions');
  const { text } = mail!;
  expect(text).toContain('Well done!');
  expect(text).toContain('Please write verse 3 once more.');
  expect(text).toContain('Please do it again');
  expect(text).not.toMatch(/Of tomorrow|Of yesterday/);
});

test('at night nobody gets it: it leaves in the morning', async () => {
  await decide(family.child, 'Week 1', 'accepted', '', at('10:00', -2));
  await tellDecisions(db, mailer, at('23:00', -2));
  expect(await written()).toEqual([]);
  await tellDecisions(db, mailer, at('07:30'));
  expect(await written()).toHaveLength(1);
});

test('what was undone before the mail leaves is not in it', async () => {
  const id = await decide(family.child, 'Week 1', 'accepted', '', at('10:00'));
  await tellDecisions(db, mailer, at('20:05'));
  await run(
    db,
  )`update homework set status = 'pending', decided_at = null, decided_by = null where id = ${id}`;
  expect(await arrived()).toEqual([]);
});

test('a new certificate is in it, first of all, and one that was revoked before it leaves is not', async () => {
  const issue = async (student: number, number: number) =>
    run(db)`
      insert into certificates (year, number, verify_id, student_id, course_id, name, course_name, status, on_day,
        provider_name, signature, signatory, layout, language, issued_at)
      values ('2026', ${number}, 'id' || ${number}::int, ${student}, ${gita.id}, 'Asha Rao', 'Gita', 'Gold medalist',
        '2026-11-20', 'Gurukul', '', '', 'frame', 'en', ${at('10:00').toISOString()}::timestamptz)
    `;
  await issue(family.child, 1);
  await issue(family.sibling, 2);
  await decide(family.child, 'Week 1', 'accepted', '', at('10:00'));
  await tellDecisions(db, mailer, at('20:05'));
  await run(db)`update certificates set revoked_at = now(), revoke_reason = 'Mistaken' where number = 2`;
  const mails = (await deliveredMails({ config, db })).filter(({ to }) => to === family.motherMail);
  const mail = mails.find(({ subject }) => subject === 'Gurukul: a certificate is ready');
  expect(mail!.text).toMatch(/A certificate is ready\.[^]*Gold medalist[^]*Week 1/);
});
