import { defaultSettings } from '@gurukul/contract/provider';
import type { ChildConsent } from '@gurukul/contract/provider';
import { privacy } from '@gurukul/contract/privacy';
import type { Said, TermsVersion } from '@gurukul/contract/privacy';
import { registrations } from '@gurukul/contract/registrations';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { pageReaders } from '#server/test/page-readers.ts';
import { oneChild, registering } from '#server/test/registering.ts';
import { many, one, run } from '#server/test/rows.ts';
import { addEnrolment, admin, dayFromToday, foundSchool, own } from '#server/test/small-school.ts';

/* Terms in versions, who agreed to which, and children who may not begin without it. */

const portal = await testApp({ database: 'empty', limits: { publicRequestsPerMinute: 1_000_000 } });
const { app, call, callChecked, db } = portal;
const { gita, veda, students, staff } = await foundSchool(db);
const { post, press, register } = registering(portal);
const { newFamily, confirmed } = pageReaders(portal, { course: gita.id, group: gita.morning });
const add = office(db);
const url = `/register/${gita.id}-gita`;
await run(db)`update courses set reg_status = 'opened' where id = ${gita.id}`;

const { receipt_year_start: _, ...settings } = defaultSettings;
const set = (child_consent: ChildConsent) =>
  call(
    'provider.save_settings',
    {
      ...settings,
      name: 'Sunrise',
      languages: ['en', 'te'],
      catalogue_open: true,
      registration_open: true,
      child_consent,
    },
    { as: admin },
  );
const save = (given: object) => call(privacy.save_terms, given, { as: admin });
/** The present version of a kind. */
const terms = async (kind: string): Promise<TermsVersion | undefined> =>
  (await call(privacy.get_terms, {}, { as: own })).body.data.find((each: TermsVersion) => each.kind === kind);
const idOf = async (kind: string) => String((await terms(kind))!.terms_id);

const childhood = (years: number) => dayFromToday(-Math.round(years * 365.25));
let count = 0;
/** A child of nine in no course. */
async function child(dob = childhood(9)) {
  const id = await add.person(`Child${(count += 1)}`, 'student');
  await run(db)`update people set dob = ${dob}::date where id = ${id}`;
  return id;
}
const said = async (id: number, purpose = 'child_data') =>
  (await call(privacy.get_consents, { user_id: id }, { as: admin })).body.data.consents.find(
    (each: { purpose: string }) => each.purpose === purpose,
  ).said;
const note = (user_id: number, more: object = {}) =>
  call(
    privacy.save_consent,
    { user_id, purpose: 'child_data', agreed: true, how: 'paper_form', said_name: 'Meera', ...more },
    { as: admin },
  );
const isIn = async (id: number, course = gita.id) =>
  (
    await many(
      db,
    )`select id from enrolments where student_id = ${id} and course_id = ${course} and ended_on is null`
  ).length > 0;

beforeEach(async () => {
  await run(db)`delete from rate_limits`;
  await run(db)`update provider set child_consent = 'off'`;
  await run(db)`delete from consents`;
  await run(db)`delete from terms`;
  await save({ kind: 'child_data', body: 'We store the name and the birthday.' });
});

describe('terms', () => {
  it('get a new version by another text alone, and old ones stay readable', async () => {
    const text = `<script>alert(1)</script> \u0645\u0631\u062d\u0628\u0627\n${'x'.repeat(4_900)}`;
    expect((await save({ kind: 'rules', body: text, body_te: 'నియమాలు', version: 0 })).status).toBe(200);
    expect((await save({ kind: 'rules', body: text, body_te: 'నియమాలు' })).status).toBe(200);
    await save({ kind: 'rules', body: 'Come on time.' });
    const all = (await call(privacy.get_terms, {}, { as: own })).body.data;
    expect(
      all
        .filter(({ kind }: TermsVersion) => kind === 'rules')
        .map(({ version, body, body_te }: TermsVersion) => [version, body, body_te]),
    ).toEqual([
      [2, 'Come on time.', ''],
      [1, text, 'నియమాలు'],
    ]);
    // Another tab saw the first.
    expect((await save({ kind: 'rules', body: 'Be quiet.', version: 1 })).body.code).toBe('conflict');
    expect((await save({ kind: 'rules', body: 'x'.repeat(5_001) })).status).toBe(400);
    expect((await call(privacy.save_terms, { kind: 'rules', body: 'Mine' }, { as: own })).status).toBe(403);
  });

  it('must be there before a consent to them is needed, and stay while it is', async () => {
    await save({ kind: 'child_data', body: '' });
    expect((await set('need')).body.code).toBe('terms_needed');
    expect((await note(await child())).body.code).toBe('terms_needed');
    await save({ kind: 'child_data', body: 'Again.' });
    expect((await set('need')).status).toBe(200);
    expect((await save({ kind: 'child_data', body: '' })).body.code).toBe('terms_needed');
  });
});

describe('where a child needs a consent', () => {
  beforeEach(() => set('need'));

  const newStudent = (more: object) =>
    call(
      'students.add_student',
      {
        first_name: `New${'abcdefgh'[(count += 1) % 8]}`,
        last_name: 'Rao',
        phone_number: '',
        email_id: `new${count}@home.test`,
        course_id: gita.id,
        class_id: null,
        ...more,
      },
      { as: admin },
    );

  it('Add student asks for it, and notes who gave it', async () => {
    expect((await newStudent({ dob: childhood(9) })).body.code).toBe('consent_missing');
    expect((await newStudent({ dob: childhood(19) })).status).toBe(200);
    const consent = { said_name: 'Meera Rao', how: 'by_phone' };
    const { status, body } = await newStudent({ dob: childhood(9), consent });
    expect(status).toBe(200);
    expect(await said(body.data.user_id)).toMatchObject([
      {
        agreed: true,
        how: 'by_phone',
        said_by: 'Meera Rao',
        version: 1,
        text_language: null,
        recorded_by: 'Admin',
      },
    ]);
  });

  it('a course admin learns nothing of an address by it', async () => {
    const write = (email_id: string) =>
      call(
        'students.add_student',
        {
          first_name: 'Esha',
          last_name: 'Rao',
          phone_number: '',
          email_id,
          dob: childhood(9),
          course_id: gita.id,
          class_id: null,
        },
        { as: own },
      );
    expect((await write('esha@office.test')).body.code).toBe('consent_missing');
    expect((await write('nobody@office.test')).body.code).toBe('consent_missing');
  });

  it('a move, alone or of many, leaves them where they are', async () => {
    const [id, other] = [await child(), await child()];
    await run(db)`update provider set child_consent = 'off'`;
    for (const each of [id, other]) await addEnrolment(db, { student: each, course: veda.id, class: null });
    await set('need');
    const change = { kind: 'move', course_id: gita.id, class_id: null, even_if_full: false };
    const selected = {
      list: { course_status: 'all' },
      rows: [id, other].map((student_id) => ({ student_id, course_id: veda.id })),
    };
    await note(other);
    const { data } = (await call('selection.preview_change', { selected, change }, { as: admin })).body;
    expect(data).toMatchObject({ changes: 1, stays: [{ reason: 'no_consent', count: 1 }] });
    const saved = await call(
      'selection.save_change',
      { selected, change, digest: data.digest },
      { as: admin },
    );
    expect(saved.status).toBe(200);
    expect([await isIn(id), await isIn(other)]).toEqual([false, true]);
    const alone = {
      email_id: (await one<{ email: string }>(db)`select email_id as email from people where id = ${id}`)
        .email,
      user_id: id,
      courseadmin_id: staff.own,
      course_id: gita.id,
      class_id: null,
      from_course_id: veda.id,
    };
    const moved = await call('students.update_course_to_student', alone, { as: admin });
    expect(moved.body.code).toBe('consent_missing');
    expect([await isIn(id), await isIn(id, veda.id)]).toEqual([false, true]);
  });

  it('a file and the site are told by row, and nobody of them begins', async () => {
    const row = (at: number, dob: string) => ({
      row: at,
      first_name: 'Sheet',
      last_name: at === 1 ? 'Iyer' : 'Rao',
      email_id: `sheet${at}@home.test`,
      phone_number: '',
      course_name: 'Gita',
      class_name: '',
      dob,
    });
    const rows = [row(1, childhood(9)), row(2, childhood(30))];
    const sheet = { file_name: 'new.xlsx', rows, answers: [], confirm: true };
    const shown = (await call('studentImport.students_preview', sheet, { as: admin })).body.data.rows;
    expect(
      shown.map(({ outcome, problems }: { outcome: string; problems: { code: string }[] }) => [
        outcome,
        problems[0]?.code,
      ]),
    ).toEqual([
      ['problem', 'child_without_consent'],
      ['new', undefined],
    ]);
    expect((await callChecked('studentImport.students', sheet, { as: admin })).status).toBe(200);
    expect(await many(db)`select id from people where email_id = 'sheet1@home.test'`).toEqual([]);
  });

  it('no statement begins one, and another guardian takes back what one gave', async () => {
    const id = await child();
    const begin = () => addEnrolment(db, { student: id, course: gita.id, class: null });
    await expect(begin()).rejects.toThrow('without a consent');
    await note(id, { said_name: 'Mother' });
    await note(id, { said_name: 'Father', agreed: false });
    await expect(begin()).rejects.toThrow('without a consent');
    expect(
      (await said(id)).map((one: { said_by: string; agreed: boolean }) => [one.said_by, one.agreed]),
    ).toEqual([
      ['Father', false],
      ['Mother', true],
    ]);
    // On the day of eighteen years they begin by themselves.
    await run(
      db,
    )`update people set dob = (today_in_kolkata() - interval '18 years')::date + 1 where id = ${id}`;
    await expect(begin()).rejects.toThrow('without a consent');
    await run(db)`update people set dob = (today_in_kolkata() - interval '18 years')::date where id = ${id}`;
    await begin();
    expect((await note(id)).status).toBe(400);
  });

  it('a guardian speaks, not the child, and not who may not see it', async () => {
    const family = await newFamilyOfChild();
    const by = (said_by: number) => note(family.child, { said_by, said_name: undefined });
    expect((await by(family.child)).status).toBe(400);
    expect((await by(family.father)).status).toBe(404);
    expect((await note(family.child, { said_name: '' })).status).toBe(400);
    expect((await by(family.mother)).status).toBe(200);
  });
});

async function newFamilyOfChild() {
  await run(db)`update provider set child_consent = 'off'`;
  const family = await newFamily();
  await run(db)`update people set dob = ${childhood(9)}::date where id = ${family.child}`;
  return family;
}

describe('the form of registrations', () => {
  const studentOf = async (name: string) =>
    (
      await one<{ id: number }>(
        db,
      )`select id::int from people where fullname = ${name} and deleted_at is null`
    ).id;

  it('shows the texts, needs the ticks, keeps what was typed, and stores who agreed to which', async () => {
    await set('need');
    await save({ kind: 'rules', body: 'Be <b>kind</b>.', body_te: 'దయగా ఉండండి.' });
    await save({ kind: 'photos', body: 'On our site.' });
    const page = (await app.inject({ url })).body;
    expect(page).toContain('Be &lt;b&gt;kind&lt;/b&gt;.');
    expect((await app.inject({ url: `${url}?lang=te` })).body).toContain('దయగా ఉండండి.');
    const form = oneChild('Ravi Iyer', 'ravi@home.test');
    const refused = await post(url, form);
    expect([refused.statusCode, refused.body.match(/id="agree-\w+-error"/g)]).toEqual([
      400,
      ['id="agree-child_data-error"', 'id="agree-rules-error"'],
    ]);
    expect(refused.body).toContain('value="Ravi Iyer"');
    const ticked = { 'agree-child_data': await idOf('child_data'), 'agree-rules': await idOf('rules') };
    await register(`${url}?lang=te`, { ...form, ...ticked });
    const id = await studentOf('Ravi Iyer');
    // The rules alone have a text in Telugu.
    expect(await said(id)).toMatchObject([
      {
        agreed: true,
        how: 'registration',
        said_by: 'Meera Iyer',
        version: 1,
        text_language: 'en',
        recorded_by: null,
      },
    ]);
    expect(await said(id, 'rules')).toMatchObject([{ text_language: 'te' }]);
    expect(await said(id, 'photos')).toEqual([]);
    // Grown-ups need no guardian, and nobody agrees to a child's data for them.
    await register(url, { ...oneChild('Grown Iyer', 'grown@home.test', { ...ticked, 'year-1': '1990' }) });
    expect(await said(await studentOf('Grown Iyer'))).toEqual([]);
  });

  it('asks again where the text has changed since, before and after the code was mailed', async () => {
    await set('need');
    const old = { 'agree-child_data': await idOf('child_data') };
    const form = oneChild('Late Iyer', 'late@home.test', old);
    const sent = await post(url, form);
    const challenge = /name="challenge" value="([\w-]+)"/.exec(sent.body)![1]!;
    await save({ kind: 'child_data', body: 'We also store the <i>town</i>.' });
    for (const asked of [
      await post(url, form),
      await press(url, challenge, { do: 'prove', code: '123456' }),
    ]) {
      expect([400, 409]).toContain(asked.statusCode);
      expect(asked.body).toContain('This text has changed.');
      expect(asked.body).toContain('We also store the &lt;i&gt;town&lt;/i&gt;.');
      expect(asked.body).toContain('value="Late Iyer"');
      expect(asked.body).not.toMatch(/value="\d+"\s+checked/);
    }
    await register(url, { ...form, 'agree-child_data': await idOf('child_data') });
    expect(await said(await studentOf('Late Iyer'))).toMatchObject([{ version: 2 }]);
  });

  it('keeps the word of somebody whom the office has to tell apart, as of the day of the form', async () => {
    await set('need');
    await run(db)`update people set email_id = 'shared@home.test' where id = ${students.anu}`;
    await register(
      url,
      oneChild('Unknown Iyer', 'shared@home.test', { 'agree-child_data': await idOf('child_data') }),
    );
    const waiting = await one<{ id: number; asked_at: Date }>(db)`
      update registrations set asked_at = now() - interval '2 days' where learner_name = 'Unknown Iyer'
      returning id::int, asked_at
    `;
    const decision = { registration_ids: [waiting.id], decision: 'new', send_mail: false };
    expect((await call(registrations.decide, decision, { as: admin })).status).toBe(200);
    const id = await studentOf('Unknown Iyer');
    expect(await said(id)).toMatchObject([
      {
        how: 'registration',
        said_by: 'Meera Iyer',
        said_at: new Date(waiting.asked_at).toISOString(),
        text_language: 'en',
      },
    ]);
    expect(await one(db)`select agreed from registrations where id = ${waiting.id}`).toEqual({ agreed: [] });
  });

  it('takes no word of a guardian who may not see the learner', async () => {
    const family = await newFamilyOfChild();
    const form = oneChild('Barred Iyer', family.fatherMail, {
      'agree-child_data': await idOf('child_data'),
    });
    await register(url, form);
    const waiting = await one<{ id: number }>(db)`
      select id::int from registrations where email_id = ${family.fatherMail} and student_id is null
    `;
    const decision = {
      registration_ids: [waiting.id],
      decision: 'same',
      user_id: family.child,
      send_mail: false,
    };
    expect((await call(registrations.decide, decision, { as: admin })).status).toBe(200);
    expect(await said(family.child)).toEqual([]);
  });
});

describe('My page', () => {
  it('shows what is asked, takes a yes and a no, and asks anew about a new text', async () => {
    const family = await newFamilyOfChild();
    const device = await confirmed(family.motherMail);
    expect(device.page.text).toContain('We store the name and the birthday.');
    const send = async (agreed: string, more: object = {}) =>
      device.send('consent', {
        student: String(family.child),
        purpose: 'child_data',
        agreed,
        terms: await idOf('child_data'),
        ...more,
      });
    expect((await send('yes')).status).toBe(303);
    expect((await send('yes')).status).toBe(303);
    expect(await said(family.child)).toMatchObject([
      { agreed: true, how: 'my_page', version: 1, text_language: 'en', recorded_by: family.motherName },
    ]);
    const old = await idOf('child_data');
    await save({ kind: 'child_data', body: 'A second text.' });
    expect((await device.read()).text).toContain('There is a new text now.');
    // It counts on until somebody says no.
    await set('need');
    expect(await many(db)`select from children_without_consent where student_id = ${family.child}`).toEqual(
      [],
    );
    expect((await send('yes', { terms: old })).status).toBe(409);
    expect((await send('yes')).status).toBe(303);
    expect((await send('no')).status).toBe(303);
    expect(
      (await said(family.child)).map(({ agreed, version, text_language: language }: Said) => [
        agreed,
        version,
        language,
      ]),
    ).toEqual([
      [false, 2, null],
      [true, 2, 'en'],
      [true, 1, 'en'],
    ]);
    // The sibling is grown up, and nothing else is asked.
    const other = { student: String(family.sibling) };
    expect((await send('yes', other)).status).toBe(400);
    expect((await send('yes', { purpose: 'rules' })).status).toBe(400);
  });

  it('asks for the name of the guardian where the page is that of the child', async () => {
    const id = await child();
    const { email_id: mailbox } = await one<{ email_id: string }>(
      db,
    )`select email_id from people where id = ${id}`;
    const device = await confirmed(mailbox);
    const form = {
      student: String(id),
      purpose: 'child_data',
      agreed: 'yes',
      terms: await idOf('child_data'),
    };
    expect((await device.send('consent', form)).status).toBe(400);
    expect((await device.send('consent', { ...form, name: 'Meera <b>' })).status).toBe(303);
    expect(await said(id)).toMatchObject([{ said_by: 'Meera <b>', how: 'my_page' }]);
    expect((await device.read()).text).toContain('Meera &lt;b&gt;');
  });
});

it('a merge takes the words along, and an erasure leaves them without a name', async () => {
  const [keep, merge] = [await child(), await child()];
  await note(merge, { said_name: 'Zebulon Quux' });
  const two = { keep_id: keep, merge_id: merge };
  const preview = await call('duplicates.merge_people', { ...two, preview: true }, { as: admin });
  expect(
    (await call('duplicates.merge_people', { ...two, digest: preview.body.data.digest }, { as: admin }))
      .status,
  ).toBe(200);
  expect(await said(keep)).toMatchObject([{ said_by: 'Zebulon Quux' }]);
  const shown = await call(privacy.erase_person, { user_id: keep, preview: true }, { as: admin });
  const { digest } = shown.body.data;
  expect((await call(privacy.erase_person, { user_id: keep, digest }, { as: admin })).status).toBe(200);
  expect(await many(db)`select said_name, agreed, how from consents`).toEqual([
    { said_name: '', agreed: true, how: 'paper_form' },
  ]);
  const { found } = await one<{ found: number }>(db)`
    select count(*)::int as found from audit_entries t where t::text like '%Quux%'
  `;
  expect(found).toBe(0);
});

it('Today counts the children without a consent, and the list shows exactly these', async () => {
  await run(db)`update people set deleted_at = now() where id in (select student_id from children)`;
  const today = async (as: string) => (await call('dashboards.get_today', {}, { as })).body.without_consent;
  const [id, agreed] = [await child(), await child()];
  for (const each of [id, agreed]) await addEnrolment(db, { student: each, course: gita.id, class: null });
  await note(agreed);
  expect(await today(admin)).toBeUndefined();
  await set('warn');
  expect([await today(admin), await today(own), await today('teach@office.test')]).toEqual([1, 1, undefined]);
  const { body } = await call(
    'students.getallstudents_under_courseadmin',
    { course_status: 'all', user_id: staff.own, without_consent: true, page: 1, pageSize: 100 },
    { as: own },
  );
  expect(body.data[0].map(({ user_id }: { user_id: number }) => user_id)).toEqual([id]);
  await note(id);
  expect(await today(admin)).toBeUndefined();
});
