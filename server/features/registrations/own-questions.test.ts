import { defaultSettings } from '@gurukul/contract/provider';
import { questions, type Question } from '@gurukul/contract/questions';
import { registrations } from '@gurukul/contract/registrations';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { pageReaders } from '#server/test/page-readers.ts';
import { oneChild, registering } from '#server/test/registering.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool } from '#server/test/small-school.ts';

/* Own questions on pages without script: the form of registrations, and My page. */

const office = await testApp({ database: 'empty', limits: { publicRequestsPerMinute: 1_000_000 } });
const { app, call, db } = office;
const { gita, students } = await foundSchool(db);
const { post, press, typed, register } = registering(office);
const { newFamily, confirmed, get } = pageReaders(office, { course: gita.id, group: gita.morning });
const url = `/register/${gita.id}-gita`;

const { receipt_year_start: _, ...settings } = defaultSettings;
await call(
  'provider.save_settings',
  { ...settings, name: 'Sunrise', languages: ['en', 'te'], catalogue_open: true, registration_open: true },
  { as: admin },
);
await run(db)`update courses set reg_status = 'opened' where id = ${gita.id}`;

const temple = {
  about: 'person',
  kind: 'line',
  label: 'Which <b>temple</b>? \u0645\u0633\u062c\u062f',
  label_te: 'ఏ దేవాలయం?',
  asked: ['form', 'my_page'],
  shown_to: 'office',
  keep_count: null,
  keep_unit: 'months',
};
const shirt = {
  ...temple,
  about: 'enrolment',
  kind: 'choice',
  label: 'T-shirt',
  label_te: '',
  choices: ['Small', 'Large'],
  choices_te: ['', 'పెద్దది'],
};
const music = {
  ...temple,
  kind: 'several',
  label: 'Music',
  label_te: '',
  choices: ['Vina', 'Flute'],
  choices_te: ['వీణ'],
};
let asked: Question[];
const ids = () => asked.map(({ question_id: id }) => id);
const save = async (all: readonly object[], removed: readonly number[] = []) => {
  const { status, body } = await call(questions.save_questions, { questions: all, removed }, { as: admin });
  expect(status).toBe(200);
  return body.data;
};

beforeEach(async () => {
  await run(db)`delete from questions`;
  await run(db)`delete from rate_limits`;
  asked = await save([temple, shirt, music]);
});

const stored = async (name: string) =>
  one<{ person: object; enrolment: object }>(db)`
    select p.answers as person, e.answers as enrolment
    from people p join enrolments e on e.student_id = p.id and e.ended_on is null and e.course_id = ${gita.id}
    where p.fullname = ${name}
  `;

describe('the form of registrations', () => {
  it('asks every learner, in the language of the page, and stores what is said', async () => {
    const page = (await app.inject({ url })).body;
    expect(page).toContain('Which &lt;b&gt;temple&lt;/b&gt;? \u0645\u0633\u062c\u062f');
    const telugu = (await app.inject({ url: `${url}?lang=te` })).body;
    expect(telugu).toContain('ఏ దేవాలయం?');
    expect(telugu).toMatch(/<option value="Large"[^>]*>పెద్దది</);
    expect(telugu).toMatch(/<option value="Small"[^>]*>Small</);
    expect(telugu).toMatch(/value="Vina"[^>]*>\s*<span dir="auto"\s*>వీణ</);
    const [t, s, m] = ids();
    await register(
      url,
      oneChild('Ravi Iyer', 'ravi@home.test', {
        [`answer-1-${t}`]: ' <script>x</script> \u202eriver ',
        [`answer-1-${s}`]: 'Large',
        [`answer-1-${m}`]: 'Flute',
      }),
    );
    expect(await stored('Ravi Iyer')).toEqual({
      person: { [t!]: '<script>x</script> river', [m!]: 'Flute' },
      enrolment: { [s!]: 'Large' },
    });
  });

  it('names what is too long or no choice, and keeps what was typed', async () => {
    const [t, s] = ids();
    const wrong = { [`answer-1-${t}`]: 'x'.repeat(5_000), [`answer-1-${s}`]: 'Huge' };
    const answer = await post(url, oneChild('Long Iyer', 'long@home.test', wrong));
    expect([answer.statusCode, answer.body.match(/id="answer-1-\d+-error"/g)?.length]).toEqual([400, 2]);
    expect(answer.body).toContain(`value="${'x'.repeat(5_000)}"`);
    const more = await post(
      url,
      oneChild('More Iyer', 'more@home.test', { [`answer-1-${t}`]: 'River', do: 'add' }),
    );
    expect(more.body).toContain('value="River"');
    expect(more.body).toContain(`name="answer-2-${t}"`);
  });

  it('leaves out what is not asked any more when the code comes', async () => {
    const [t, s] = ids();
    const both = { [`answer-1-${t}`]: 'River', [`answer-1-${s}`]: 'Large' };
    const challenge = await typed(url, oneChild('Late Iyer', 'late@home.test', both));
    await save([{ ...shirt, question_id: s, choices: ['Small'], choices_te: [] }], [t!]);
    expect((await press(url, challenge, { do: 'prove' })).statusCode).toBe(303);
    expect(await stored('Late Iyer')).toEqual({ person: {}, enrolment: {} });
  });

  it('keeps the answers of somebody whom the office has to tell apart, and moves them to the student', async () => {
    const [t, s] = ids();
    await run(db)`update people set email_id = 'shared@home.test' where id = ${students.anu}`;
    const both = { [`answer-1-${t}`]: 'River', [`answer-1-${s}`]: 'Large' };
    await register(url, oneChild('Unknown Iyer', 'shared@home.test', both));
    const [waiting] = await many<{ id: number; answers: object }>(db)`
      select id, answers from registrations where learner_name = 'Unknown Iyer' and student_id is null
    `;
    expect(waiting!.answers).toEqual({ [t!]: 'River', [s!]: 'Large' });
    // The office reads them before it decides.
    const { data } = (await call(registrations.get_registrations, { page: 1, pageSize: 100 }, { as: admin }))
      .body;
    expect(
      data.find((one: { registration_id: number }) => one.registration_id === waiting!.id).answers,
    ).toEqual([
      { question_id: t, answer: 'River' },
      { question_id: s, answer: 'Large' },
    ]);
    const decision = { registration_ids: [waiting!.id], decision: 'new', send_mail: false };
    expect((await call(registrations.decide, decision, { as: admin })).status).toBe(200);
    expect(await stored('Unknown Iyer')).toEqual({ person: { [t!]: 'River' }, enrolment: { [s!]: 'Large' } });
    expect(await one(db)`select answers from registrations where id = ${waiting!.id}`).toEqual({
      answers: {},
    });
  });
});

describe('My page', () => {
  it('shows what the family answered, and takes what they change', async () => {
    const family = await newFamily();
    const device = await confirmed(family.motherMail);
    const [t, s, m] = ids();
    const fields = [`answer-0-${t}`, `answer-${gita.id}-${s}`, `answer-0-${m}`];
    for (const field of fields) expect(device.page.text).toContain(`name="asked" value="${field}"`);
    const said = await device.send('answer', {
      student: String(family.child),
      asked: fields[0]!,
      [fields[0]!]: 'Of the river',
      // Not named: the page did not show it.
      [fields[1]!]: 'Large',
    });
    expect(said.status).toBe(303);
    expect(await stored(family.name)).toEqual({ person: { [t!]: 'Of the river' }, enrolment: {} });
    expect((await get(device.url, device.cookie)).text).toContain('value="Of the river"');
    const entry = await one<{ call: string; person_id: number }>(db)`
      select call, person_id from audit_entries where table_name = 'people' and row_id = ${String(family.child)}
      order by id desc limit 1
    `;
    expect(entry).toEqual({ call: 'page.answer', person_id: family.mother });
    const long = { student: String(family.child), asked: fields[0]!, [fields[0]!]: 'x'.repeat(5_000) };
    expect((await device.send('answer', long)).status).toBe(400);
  });

  it('shows nothing of what is not asked there, and nothing to a guardian who may not see', async () => {
    const family = await newFamily();
    const [t] = ids();
    await run(
      db,
    )`update people set answers = jsonb_build_object(${String(t)}::text, 'Hidden') where id = ${family.child}`;
    await save([{ ...temple, question_id: t, asked: ['form'] }], ids().slice(1));
    const { page } = await confirmed(family.motherMail);
    expect(page.text).not.toContain('/answer"');
    expect(page.text).not.toContain('Hidden');
  });
});
