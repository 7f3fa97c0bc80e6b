import { messages } from '@gurukul/contract/messages';
import { questions } from '@gurukul/contract/questions';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf } from '#server/test/office.ts';
import { openMailer } from '#server/test/mailer.ts';
import { deliveredMails, silent } from '#server/test/outbox.ts';
import { run } from '#server/test/rows.ts';
import { admin, foundSchool, own, teach } from '#server/test/small-school.ts';
import { sendNextMessage } from './expand.ts';

const { call, config, db } = await testApp({ database: 'empty' });
const { gita, veda, students } = await foundSchool(db);
const mailer = await openMailer({ db, config });

const asked = { label_te: '', label_hi: '', choices: [], asked: [], keep_count: null, keep_unit: 'months' };
const { body: stored } = await call(
  questions.save_questions,
  {
    questions: [
      {
        ...asked,
        about: 'person',
        kind: 'yes',
        label: 'Reads & <writes>?',
        label_te: 'చదువు',
        shown_to: 'teachers',
      },
      { ...asked, about: 'enrolment', kind: 'line', label: 'T-shirt', shown_to: 'teachers' },
      { ...asked, about: 'person', kind: 'line', label: 'Remark', shown_to: 'office' },
      {
        ...asked,
        about: 'person',
        kind: 'choice',
        label: 'Size',
        choices: ['Small', 'Large'],
        choices_te: ['', 'పెద్దది'],
        shown_to: 'teachers',
      },
    ],
  },
  { as: admin },
);
const [reads, shirt, remark, size] = stored.data.map(({ question_id: id }: { question_id: number }) => id);
await run(db)`
  update people set answers = ${JSON.stringify({ [reads]: 'yes', [remark]: 'Slow', [size]: 'Large' })}::jsonb where id = ${students.anu}
`;
await run(db)`
  update enrolments set answers = jsonb_build_object(${String(shirt)}::text, 'of ' || course_id)
  where student_id = ${students.anu}
`;
await run(db)`
  insert into enrolments (student_id, course_id, started_on, answers)
  values (${students.anu}, ${veda.id}, current_date, ${JSON.stringify({ [shirt]: 'of Veda' })}::jsonb)
`;

const audience = { class_id: gita.morning };
const body = '<p>{reads &amp; &lt;WRITES&gt;?}, {చదువు}, {T-shirt}</p>';
const preview = (text: object = {}, as = teach) =>
  call(messages.preview_message, { audience, subject: 'News', body, ...text }, { as });

test('an own question is a field by any of its labels, for those who read it', async () => {
  const { data } = (await preview({ subject: '{ t-SHIRT }' })).body;
  const anu = data.samples.find(({ fullname }: { fullname: string }) => fullname === 'Anu');
  expect(JSON.stringify(anu.mail)).toContain(`of ${gita.id}`);
  expect(data.empty).toMatchObject([
    { field: 't-shirt', people: 1, words: 'no answer yet' },
    { field: 'reads & <writes>?', people: 1 },
    { field: 'చదువు', people: 1 },
  ]);
  const inTelugu = (await preview({ body: '<p>{Size}</p>', language: 'te' })).body.data.samples;
  expect(JSON.stringify(inTelugu)).toContain('పెద్దది');
  const ofOffice = { body: '<p>{Remark}</p>' };
  expect(codeOf(await preview(ofOffice))).toBe('400 unknown_field');
  expect((await preview(ofOffice, own)).status).toBe(200);
  expect(codeOf(await preview({ body: '<p>{T-<strong>shirt</strong>}</p>' }))).toBe('400 unknown_field');
});

test('mails are filled in with what their writer may read when they leave', async () => {
  await call(messages.send_message, { audience, subject: 'News', body }, { as: teach });
  const send = async () => {
    await run(db)`update messages set next_at = now() where next_at is not null`;
    while (await sendNextMessage(db, mailer, silent));
    return (await deliveredMails({ config, db })).map(({ text }) => text).join('\n');
  };
  expect(await send()).toContain(`yes, yes, of ${gita.id}`);
  await call(
    messages.send_message,
    { audience, subject: 'Again', body: '<p>Hidden: {T-shirt}</p>' },
    { as: teach },
  );
  await run(db)`update questions set shown_to = 'office' where id = ${shirt}`;
  expect(await send()).toContain('Hidden: no answer yet');
});
