import type { Sentence } from '@gurukul/contract/shared/words/said';
import { textsOf } from '#server/test/texts-of.ts';
import { importRowsMax } from '@gurukul/contract/student-import';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { eventOffice } from '#server/test/events.ts';
import { addEnrolment, admin, dayFromToday, foundSchool, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, draft, students, staff } = await foundSchool(db);

type Cells = Record<string, unknown>;

const cells = (row: number, name: string, more: Cells = {}): Cells => ({
  row,
  first_name: name,
  last_name: '',
  email_id: `${name.toLowerCase().replaceAll(' ', '')}@office.test`,
  phone_number: '',
  course_name: 'Gita',
  class_name: 'Morning',
  ...more,
});

/** A name without digits for each row. */
const nameOf = (index: number) =>
  `Pupil ${String(index).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')}`;

const preview = (as: string, rows: Cells[]) =>
  office.call('studentImport.students_preview', { file_name: 'new.xlsx', rows }, { as });
const confirm = (as: string, rows: Cells[]) =>
  office.callChecked('studentImport.students', { file_name: 'new.xlsx', rows, confirm: true }, { as });

interface Counts {
  readonly people: number;
  readonly enrolments: number;
  readonly imports: number;
}
const counts = () =>
  one<Counts>(db)`
    select (select count(*) from people) as people, (select count(*) from enrolments) as enrolments,
      (select count(*) from imports) as imports
  `;

const outcomes = (body: { data: { rows: { outcome: string }[] } }) =>
  body.data.rows.map(({ outcome }) => outcome);

// Removes the rows of the import before.
beforeEach(async () => {
  await run(db)`delete from enrolments where import_id is not null`;
  await run(db)`delete from contacts where person_id in (select id from people where import_id is not null)`;
  await run(db)`delete from people where import_id is not null`;
  await run(db)`delete from imports`;
  await run(db)`delete from access_requests`;
});

describe('who may import', () => {
  it('a course of somebody else reads like one that does not exist', async () => {
    const { body } = await preview(own, [
      cells(2, 'Hari', { course_name: 'Veda' }),
      cells(3, 'Hema', { course_name: 'Nowhere' }),
    ]);
    expect(body.data.rows.map(({ problems }: Cells) => textsOf(problems as Sentence[]))).toEqual([
      ['There is no course of this name'],
      ['There is no course of this name'],
    ]);
  });
});

describe('bad input', () => {
  it.each([
    ['no rows', { rows: [] }, 400],
    ['no confirmation', { confirm: false }, 400],
    ['a cell that is no text', { rows: [cells(2, 'Hari', { phone_number: 9_876_543_210 })] }, 400],
    ['a cell without end', { rows: [cells(2, 'Hari', { address: 'x'.repeat(501) })] }, 400],
    ['more rows than a file may have', { rows: Array.from({ length: importRowsMax + 1 }, () => ({})) }, 413],
  ])('%s is refused and nothing is saved', async (_, wrong, status) => {
    const before = await counts();
    const sheet = {
      file_name: 'new.xlsx',
      rows: [cells(2, 'Hari')],
      confirm: true,
      digest: 'seen',
      ...wrong,
    };
    expect((await office.call('studentImport.students', sheet, { as: own })).status).toBe(status);
    expect(await counts()).toEqual(before);
  });
});

describe('the preview', () => {
  it('gives the outcome of every row, and saves nothing', async () => {
    const before = await counts();
    const { status, body } = await preview(admin, [
      cells(2, 'Hari'),
      cells(3, 'Hari', { course_name: ' UPANISHADS ', class_name: '' }),
      cells(4, 'Anu'),
      cells(5, 'Esha', { email_id: 'ESHA@office.test' }),
      cells(6, 'Deepa'),
      cells(7, 'Gone'),
      cells(8, 'Teach'),
      cells(9, '', { email_id: 'nobody' }),
    ]);
    expect(status).toBe(200);
    expect(outcomes(body)).toEqual([
      'new',
      'enrol',
      'unchanged',
      'enrol',
      'problem',
      'new',
      'question',
      'problem',
    ]);
    expect(body.data.totals).toEqual({
      new: 2,
      enrol: 2,
      ask: 0,
      unchanged: 1,
      question: 1,
      problem: 2,
      waiting: 0,
    });
    expect(body.data.rows[1]).toMatchObject({ course_name: 'Upanishads', class_name: '' });
    expect(textsOf(body.data.rows[4].problems)).toEqual([
      'Already in another class of this course: move the student on Updating',
    ]);
    // A list of participants may name its teachers.
    expect(textsOf(body.data.rows[6].problems)).toEqual([
      'A colleague has this name and email: do they study here too?',
    ]);
    expect(body.data.rows[7]).toMatchObject({
      email_id: 'nobody',
      problems: [{ message: 'First name is missing' }, { message: 'Email is not valid' }],
    });
    expect(await counts()).toEqual(before);
  });
});

describe('an address out of a course admin’s reach', () => {
  // Nobody; in another course; in none; deleted; a teacher of the own course; another course admin; an account admin.
  const names = ['Hari', 'Esha', 'Free', 'Gone', 'Teach', 'Other', 'Admin'];
  const rows = names.map((name, index) => cells(index + 2, name));
  const waiting = () =>
    many<{ email_id: string }>(db)`select email_id from access_requests where decided_at is null order by id`;
  const enrolled = (id: number) =>
    many<{ course_id: number }>(db)`
      select course_id from enrolments where student_id = ${id} and ended_on is null order by course_id
    `;

  it('reads the same in the preview for every owner', async () => {
    const { body } = await preview(own, rows);
    const told = body.data.rows.map((row: Cells) => ({ ...row, row: 0, email_id: '', fullname: '' }));
    for (const line of told) expect(line).toEqual(told[0]);
    expect(told[0]).toMatchObject({ outcome: 'ask', problems: [] });
    expect(body.data.totals).toEqual({
      new: 0,
      enrol: 0,
      ask: names.length,
      unchanged: 0,
      question: 0,
      problem: 0,
      waiting: 0,
    });
  });

  it('is added when nobody has it, else waits for an account admin; the answer does not tell which', async () => {
    const before = await enrolled(students.esha);
    const answers = [];
    for (const row of rows) answers.push((await confirm(own, [row])).body.data);
    for (const { import_id, ...rest } of answers) {
      expect(import_id).toEqual(expect.any(Number));
      expect(rest).toEqual({
        created: 0,
        enrolled: 0,
        asked: 1,
        unchanged: 0,
        questions: 0,
        skipped: 0,
        waiting: 0,
      });
    }
    expect(await enrolled(students.esha)).toEqual(before);
    expect(
      (await office.call('students.get_single_student', { id: students.esha }, { as: own })).status,
    ).toBe(404);
    expect((await waiting()).map(({ email_id }) => email_id)).toEqual(
      ['esha', 'free', 'teach', 'other', 'admin'].map((name) => `${name}@office.test`),
    );
    const added = await many<{ email_id: string }>(db)`
      select email_id from people where import_id is not null order by email_id
    `;
    expect(added.map(({ email_id }) => email_id)).toEqual(['gone@office.test', 'hari@office.test']);
  });

  it('that comes in two rows is one student in both courses, or two requests', async () => {
    const both = (name: string) => [
      cells(2, name),
      cells(3, name, { course_name: 'Upanishads', class_name: '' }),
    ];
    expect((await confirm(own, both('Hari'))).body.data).toMatchObject({ asked: 2 });
    const [hari] = await many<{ id: number }>(db)`select id from people where import_id is not null`;
    expect((await enrolled(hari?.id ?? 0)).map(({ course_id }) => course_id)).toEqual([gita.id, draft.id]);
    expect((await confirm(own, both('Esha'))).body.data).toMatchObject({ asked: 2 });
    expect(await waiting()).toHaveLength(2);
  });

  it('is removed when the import is undone, waiting requests too', async () => {
    const done = await confirm(own, [cells(2, 'Hari'), cells(3, 'Esha')]);
    expect(await waiting()).toHaveLength(1);
    const change_id = Number(done.headers['change-id']);
    expect((await office.call('audit.undo_change', { change_id }, { as: own })).status).toBe(200);
    expect(await waiting()).toEqual([]);
  });

  it('is enrolled when an account admin accepts, as requested', async () => {
    await confirm(own, [cells(2, 'Esha')]);
    const { body } = await office.call('access.get_requests', {}, { as: admin });
    expect(body.data).toMatchObject([
      { course_name: 'Gita', class_name: 'Morning', belongs_to: { user_id: students.esha } },
    ]);
    const [{ request_id }] = body.data;
    await office.call('access.decide', { request_ids: [request_id], decision: 'accepted' }, { as: admin });
    expect((await enrolled(students.esha)).map(({ course_id }) => course_id)).toEqual([gita.id, veda.id]);
    await run(db)`delete from enrolments where student_id = ${students.esha} and course_id = ${gita.id}`;
  });
});

describe('a limit on addresses', async () => {
  const limited = await testApp({ database: 'empty', limits: { importedAddressesPerDay: 3 } });
  await foundSchool(limited.db);

  it('a course admin may use a limited number of addresses a day, previews included; an account admin any number', async () => {
    const ask = (as: string, names: string[]) =>
      limited.call(
        'studentImport.students_preview',
        { file_name: 'new.xlsx', rows: names.map((name, index) => cells(index + 2, name)) },
        { as },
      );
    expect((await ask(own, ['Hari', 'Hema'])).status).toBe(200);
    expect((await ask(own, ['Indu', 'Isha'])).status).toBe(429);
    expect((await ask(admin, ['Hari', 'Hema', 'Indu', 'Isha'])).status).toBe(200);
  });
});

describe('a limit on requests to admins', async () => {
  const limited = await testApp({ database: 'empty', limits: { requestsToAdminsPerDay: 2 } });
  const { gita: course } = await foundSchool(limited.db);

  it('a course admin requests a limited number of people a day, by spreadsheet and for events', async () => {
    const bring = (as: string, names: string[]) =>
      limited.callChecked(
        'studentImport.students',
        {
          file_name: 'new.xlsx',
          rows: names.map((name, index) => cells(index + 2, name)),
          confirm: true,
        },
        { as },
      );
    const events = eventOffice(limited, course.id, own);
    const event_id = await events.published();
    const invite = (email_id: string) =>
      limited.call('events.add_student_to_event', { event_id, course_id: course.id, email_id }, { as: own });
    const waiting = async () =>
      (await limited.call('access.get_requests', {}, { as: admin })).body.total_count;

    expect((await bring(own, ['Hari'])).status).toBe(200);
    expect((await invite('hema@office.test')).status).toBe(200);
    expect((await bring(own, ['Indu'])).status).toBe(429);
    expect((await invite('isha@office.test')).status).toBe(429);
    expect(await waiting()).toBe(1);
    expect((await bring(admin, ['Hari', 'Indu', 'Isha'])).status).toBe(200);
  });
});

describe('the import', () => {
  it('saves the good rows with every cell, and leaves out those with a problem', async () => {
    const { body } = await confirm(admin, [
      cells(2, 'Hari', {
        last_name: 'Das',
        phone_number: '+91 98765 43210',
        gender: 'M',
        dob: '05-Mar-2001',
        city: ' Pune ',
        country: 'india',
        language: 'telugu',
      }),
      cells(3, 'Hari', { last_name: 'Das', course_name: 'Upanishads', class_name: '' }),
      cells(4, 'Hema', { course_name: 'Nowhere' }),
    ]);
    const { import_id: importId, ...totals } = body.data;
    expect(totals).toEqual({
      created: 1,
      enrolled: 1,
      asked: 0,
      unchanged: 0,
      questions: 0,
      skipped: 1,
      waiting: 0,
    });
    const [hari, ...others] = await many(db)`
      select fullname, main_role, phone_number, gender, dob, city, country, region, language, password_hash
      from people where import_id = ${importId}
    `;
    expect(others).toEqual([]);
    expect(hari).toEqual({
      fullname: 'Hari Das',
      main_role: 'student',
      phone_number: '9876543210',
      gender: 'male',
      dob: '2001-03-05',
      city: 'Pune',
      country: 'India',
      region: 'India',
      language: 'Telugu',
      password_hash: null,
    });
    expect(
      await many(db)`
        select course_id, class_id, started_on, ended_on from enrolments where import_id = ${importId} order by id
      `,
    ).toEqual([
      { course_id: gita.id, class_id: gita.morning, started_on: dayFromToday(0), ended_on: null },
      { course_id: draft.id, class_id: null, started_on: dayFromToday(0), ended_on: null },
    ]);
    expect(await many(db)`select kind, file_name, row_count, created_by from imports`).toEqual([
      { kind: 'students', file_name: 'new.xlsx', row_count: 3, created_by: staff.admin },
    ]);
  });

  it('saves nothing for another name at a known address until the office answers, and remembers the answer', async () => {
    const rows = [
      cells(2, 'Rohan', { email_id: 'esha@office.test' }),
      cells(3, 'Eshaa', { email_id: 'esha@office.test', course_name: 'Upanishads', class_name: '' }),
    ];
    const asked = await preview(admin, rows);
    expect(outcomes(asked.body)).toEqual(['question', 'question']);
    expect(asked.body.data.rows[0].behind).toEqual([
      { user_id: students.esha, row: null, fullname: 'Esha', dob: null, is_student: true },
    ]);
    const before = await counts();
    expect((await confirm(admin, rows)).body.data).toMatchObject({ created: 0, enrolled: 0, questions: 2 });
    expect(await counts()).toEqual(before);

    const answers = [
      { row: 2, answer: 'sibling' },
      { row: 3, answer: 'same', user_id: students.esha },
    ];
    const { body, headers } = await office.callChecked(
      'studentImport.students',
      { file_name: 'new.xlsx', rows, answers, confirm: true },
      { as: admin },
    );
    expect(body.data).toMatchObject({ created: 1, enrolled: 1, questions: 0 });
    const people = () =>
      many(db)`
        select fullname, other_names from people where email_id = 'esha@office.test' and deleted_at is null order by id
      `;
    expect(await people()).toEqual([
      { fullname: 'Esha', other_names: ['Eshaa'] },
      { fullname: 'Rohan', other_names: [] },
    ]);
    expect(outcomes((await preview(admin, rows)).body)).toEqual(['unchanged', 'unchanged']);

    const change_id = Number(headers['change-id']);
    expect((await office.call('audit.undo_change', { change_id }, { as: admin })).status).toBe(200);
    expect(await people()).toEqual([{ fullname: 'Esha', other_names: [] }]);
  });

  it('enrols a known student without changing their record', async () => {
    const { body } = await confirm(admin, [
      cells(2, 'ESHA', { email_id: 'Esha@Office.test', phone_number: '9876543210' }),
    ]);
    expect(body.data).toMatchObject({ created: 0, enrolled: 1 });
    const esha = await one(db)`
      select fullname, email_id, phone_number, import_id from people where id = ${students.esha}
    `;
    expect(esha).toEqual({
      fullname: 'Esha',
      email_id: 'esha@office.test',
      phone_number: null,
      import_id: null,
    });
    const enrolments = await many(db)`
      select course_id from enrolments where student_id = ${students.esha} and ended_on is null order by id
    `;
    expect(enrolments).toEqual([{ course_id: veda.id }, { course_id: gita.id }]);
  });

  it('brings back who left the course, as a new enrolment', async () => {
    await addEnrolment(db, { student: students.free, course: gita.id, class: gita.morning, until: -5 });
    const { body } = await confirm(admin, [cells(2, 'Free')]);
    expect(body.data).toMatchObject({ created: 0, enrolled: 1, skipped: 0 });
  });

  it('the same file again adds nothing and leaves no import behind', async () => {
    const rows = ['Hari', 'Hema', 'Indu'].map((name, index) => cells(index + 2, name));
    expect((await confirm(own, rows)).body.data).toMatchObject({ created: 0, asked: 3, unchanged: 0 });
    const after = await counts();
    expect((await confirm(own, rows)).body.data).toEqual({
      import_id: null,
      created: 0,
      enrolled: 0,
      asked: 0,
      unchanged: 3,
      questions: 0,
      skipped: 0,
      waiting: 0,
    });
    expect(outcomes((await preview(own, rows)).body)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(await counts()).toEqual(after);
  });

  it('is refused with the new preview if a row means somebody else by now, though it reads the same', async () => {
    const rows = [cells(2, 'Esha')];
    const { data: seen } = (await preview(admin, rows)).body;
    expect(outcomes({ data: seen })).toEqual(['enrol']);
    const name = (id: number, fullname: string) =>
      run(db)`
        update people set first_name = ${fullname}, email_id = ${`${fullname.toLowerCase()}@office.test`}
        where id = ${id}
      `;
    await name(students.esha, 'Somebody');
    await name(students.free, 'Esha');
    const before = await counts();
    const sheet = { file_name: 'new.xlsx', rows, confirm: true, digest: seen.digest };
    const late = await office.call('studentImport.students', sheet, { as: admin });
    expect([late.status, late.body.code]).toEqual([409, 'changed_since_check']);
    expect(late.body.preview).toEqual({ ...seen, digest: late.body.preview.digest });
    expect(await counts()).toEqual(before);
    await name(students.free, 'Free');
    await name(students.esha, 'Esha');
  });

  it('two confirms at the same moment add every student once', async () => {
    const before = await counts();
    const rows = Array.from({ length: 200 }, (_, index) =>
      cells(index + 2, nameOf(index), { class_name: index % 2 ? 'Morning' : 'evening' }),
    );
    const answers = await Promise.all([admin, admin, admin].map((as) => confirm(as, rows)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body }) => body.data.created).toSorted((a, b) => a - b)).toEqual([0, 0, 200]);
    expect(await counts()).toEqual({
      people: before.people + 200,
      enrolments: before.enrolments + 200,
      imports: 1,
    });
  });
});

describe('a class with a limit', () => {
  const rows = [cells(2, 'Hari'), cells(3, 'Hema')];
  const placed = () =>
    many<{ class_id: number | null }>(db)`
      select p.first_name, e.class_id, e.waits_for_class_id
      from enrolments e join people p on p.id = e.student_id
      where e.import_id is not null order by e.id
    `;
  // Anu and Bala are in Morning, so that one place is left.
  beforeEach(() => run(db)`update course_teachers set strength = 3 where teacher_id = ${staff.teach}`);
  afterAll(() => run(db)`update course_teachers set strength = 0 where teacher_id = ${staff.teach}`);

  it('says in the preview who is over it; they join the course and wait, and the file again changes nothing', async () => {
    const { body } = await preview(own, rows);
    expect(
      body.data.rows.map(({ problems }: Cells) => (problems as Sentence[]).map(({ code }) => code)),
    ).toEqual([[], ['class_full_waits']]);
    expect(body.data.totals.waiting).toBe(1);
    expect((await confirm(own, rows)).body.data).toMatchObject({ asked: 2, waiting: 1 });
    expect(await placed()).toEqual([
      { first_name: 'Hari', class_id: gita.morning, waits_for_class_id: null },
      { first_name: 'Hema', class_id: null, waits_for_class_id: gita.morning },
    ]);
    expect((await confirm(own, rows)).body.data).toMatchObject({ unchanged: 2, waiting: 0 });
  });

  it('is passed over by a knowing act only', async () => {
    const { body } = await office.callChecked(
      'studentImport.students',
      { file_name: 'new.xlsx', rows: rows, confirm: true, even_if_full: true },
      { as: own },
    );
    expect(body.data).toMatchObject({ asked: 2, waiting: 0 });
    expect((await placed()).map(({ class_id }) => class_id)).toEqual([gita.morning, gita.morning]);
  });
});

describe('the time zone and language', () => {
  const written = () =>
    many<{ first_name: string; timezone: string; language: string | null }>(db)`
      select first_name, timezone, language from people where import_id is not null order by id
    `;

  it('are written as the row says, else as place and class propose, and shown before', async () => {
    const rows = [
      cells(2, 'Tara', { city: 'Chicago', state: 'IL', country: 'USA' }),
      cells(3, 'Mira', { timezone: 'US/Central', language: 'Telugu' }),
      cells(4, 'Ravi', { timezone: 'El Paso', country: 'USA' }),
      cells(5, 'Lata', { country: 'USA' }),
      cells(6, 'Hari'),
    ];
    const { body } = await preview('admin@office.test', rows);
    const expected = [
      ['America/Chicago', ''],
      ['America/Chicago', 'Telugu'],
      ['America/Denver', ''],
      // The class meets in India, where no American clock goes.
      ['', ''],
      ['Asia/Kolkata', ''],
    ];
    expect(
      body.data.rows.map(({ timezone, language }: { timezone: string; language: string }) => [
        timezone,
        language,
      ]),
    ).toEqual(expected);
    expect((await confirm('admin@office.test', rows)).status).toBe(200);
    expect((await written()).map(({ timezone, language }) => [timezone, language ?? ''])).toEqual(expected);
  });

  it('of a class are the language of more than half of its students', async () => {
    await confirm('admin@office.test', [
      cells(2, 'Mira', { language: 'Telugu' }),
      cells(3, 'Ravi', { language: 'Telugu' }),
      cells(4, 'Lata', { language: 'English' }),
    ]);
    const { body } = await preview('admin@office.test', [
      cells(2, 'Hari'),
      cells(3, 'Uma', { class_name: '' }),
    ]);
    expect(body.data.rows.map(({ language }: { language: string }) => language)).toEqual(['Telugu', '']);
  });

  it('that nobody knows are a problem of the row', async () => {
    const { body } = await preview('admin@office.test', [cells(2, 'Tara', { timezone: 'Springfield' })]);
    expect(body.data.rows[0].problems).toEqual([expect.objectContaining({ code: 'zone_unknown' })]);
  });
});

describe('what offices write', () => {
  /** As the columns Name, and one other, of a sheet. */
  const list = (column: string, texts: readonly string[]) =>
    texts.map((text, index) =>
      cells(index + 2, 'Pupil', {
        last_name: nameOf(index).slice(6),
        email_id: `pupil${index}@office.test`,
        [column]: text,
      }),
    );
  const notesOf = (body: { data: { rows: { problems: Sentence[] }[] } }) =>
    body.data.rows.map(({ problems }) => textsOf(problems).join('; '));
  const stored = () =>
    many<Record<string, string | null>>(db)`
      select p.*, (select string_agg(c.value, ' ' order by c.id) from contacts c where c.person_id = p.id) as further
      from people p where import_id is not null and deleted_at is null order by id
    `;
  const saved = async (rows: Cells[]) => {
    const { body } = await preview(admin, rows);
    const { status, headers } = await confirm(admin, rows);
    expect([status, new Set(outcomes(body))]).toEqual([200, new Set(['new'])]);
    const people = await stored();
    const undo = { change_id: Number(headers['change-id']) };
    expect((await office.call('audit.undo_change', undo, { as: admin })).status).toBe(200);
    expect(await stored()).toEqual([]);
    return { notes: notesOf(body), people, dates: body.data.dates };
  };

  it('of birthdays is read as the column says', async () => {
    const { notes, people, dates } = await saved(list('dob', ['25/12/2010', '13/07/2012', '05/03/2011']));
    expect(people.map(({ dob }) => dob)).toEqual(['2010-12-25', '2012-07-13', '2011-03-05']);
    expect([notes, dates]).toEqual([
      ['', '', ''],
      { order: 'day_first', decided_by: 'file', example: '05/03/2011' },
    ]);
  });

  it('of birthdays that read two ways is asked about, and the answer counts', async () => {
    const ask = async (rows: Cells[], more: object = {}) => {
      const sheet = { file_name: 'new.xlsx', rows, ...more };
      const { body } = await office.call('studentImport.students_preview', sheet, { as: admin });
      return [body.data.dates.decided_by, ...body.data.rows.map(({ dob }: Cells) => dob)];
    };
    const open = list('dob', ['05/03/2011', '06/04/2012']);
    expect(await ask(open)).toEqual(['default', '2011-03-05', '2012-04-06']);
    expect(await ask(open, { date_order: 'month_first' })).toEqual(['choice', '2011-05-03', '2012-06-04']);
    const turned = list('dob', ['2011-05-10', '15/10/2011']);
    expect(await ask(turned)).toEqual(['open', null, '2011-10-15']);
    expect(await ask(turned, { date_order: 'day_first' })).toEqual(['choice', '2011-10-05', '2011-10-15']);
  });

  it('of phone numbers never loses the student', async () => {
    const { notes, people } = await saved(
      list('phone_number', [
        '98765 43243 / 91234 56780',
        '\u202a+91 98765 43245\u202c',
        '+91 (0) 98765 43246',
        '९८७६५ ४३२४७',
        '040-23456789',
        '+1 (312) 555-0142 x23',
        '9.87654E+09',
      ]),
    );
    expect(people.map(({ phone_number: phone, further }) => [phone, further])).toEqual([
      ['9876543243', '9123456780'],
      ['9876543245', null],
      ['9876543246', null],
      ['9876543247', null],
      ['+914023456789', null],
      ['+13125550142', null],
      [null, null],
    ]);
    expect(notes.map((note) => note.split(':')[0])).toEqual([
      'Further phone number',
      '',
      '',
      '',
      '',
      'Left out of the phone number',
      'Phone number cannot be read',
    ]);
  });

  it('of numbers without a country is read as in the country of the class, where the student then lives', async () => {
    await run(db)`update class_slots set time_zone = 'America/Chicago' where class_id = ${gita.morning}`;
    onTestFinished(async () => {
      await run(db)`update class_slots set time_zone = 'Asia/Kolkata' where class_id = ${gita.morning}`;
    });
    const { notes, people } = await saved(
      list('phone_number', ['(847) 555-0142', '312-555-0143', '98765 43210']),
    );
    const home = { country: 'United States', region: 'United States', timezone: 'America/Chicago' };
    expect([notes, people]).toMatchObject([
      ['', '', ''],
      [
        { ...home, phone_number: '+18475550142' },
        { ...home, phone_number: '+13125550143' },
        { ...home, phone_number: '+919876543210' },
      ],
    ]);
  });

  it('of nobody is taken: without a country the student lives in that of the provider, so that they can be charged', async () => {
    const { people } = await saved([
      cells(2, 'Tara', { class_name: '' }),
      cells(3, 'Mira', { class_name: '', region: 'Kenya' }),
      cells(4, 'Ravi', { class_name: '', city: 'Chicago', state: 'IL' }),
      // A number abroad says where they live; one of India goes with families who moved.
      cells(5, 'Asha', { class_name: '', phone_number: '+1 408 555 0143' }),
      cells(6, 'Lata', { class_name: '', phone_number: '+44 7911 123456' }),
      cells(7, 'Sita', { class_name: '', phone_number: '+91 98765 43299' }),
    ]);
    expect(people.map(({ country, region }) => [country, region])).toEqual([
      ['India', 'India'],
      ['Kenya', 'Kenya'],
      ['United States', 'United States'],
      ['United States', 'United States'],
      ['United Kingdom', 'United Kingdom'],
      ['India', 'India'],
    ]);
  });

  it('of addresses keeps the first, and the others as further ones', async () => {
    const { notes, people } = await saved(
      list('email_id', [
        'alpha@case.test, alpha.home@case.test',
        'Gamma G <gamma@case.test>',
        'mailto:delta@case.test',
        'zeta@case.test.',
        'eta @case.test',
        'N/A',
        '',
      ]),
    );
    expect(people.map(({ email_id: email, further }) => [email, further])).toEqual([
      ['alpha@case.test', 'alpha.home@case.test'],
      ['gamma@case.test', null],
      ['delta@case.test', null],
      ['zeta@case.test', null],
      ['', null],
      ['', null],
      ['', null],
    ]);
    const bad = 'Email is not valid';
    expect(notes).toEqual(['Further email: alpha.home@case.test', '', '', '', bad, bad, '']);
  });

  it('without addresses adds nothing the second time, by number, birthday or name in the course', async () => {
    const rows = [
      cells(2, 'Tara', { email_id: '', phone_number: '9876543210' }),
      cells(3, 'Mira', { email_id: '', dob: '2010-12-25' }),
      cells(4, 'Ravi', { email_id: '' }),
      cells(5, 'Ravi', { email_id: '', course_name: 'Veda', class_name: '' }),
    ];
    await confirm(admin, rows);
    const before = await counts();
    expect(outcomes((await preview(admin, rows)).body)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    expect((await confirm(own, rows)).body.data).toMatchObject({ import_id: null });
    expect(await counts()).toEqual(before);
  });

  it('of names takes the name, and says what it left out; a refused row shows the whole', async () => {
    const names = [
      'Dr. (Mrs.) K. Padmavathi',
      'Rao, Asha',
      'Priya d/o Raman',
      'Sinead O`Connor',
      'Ravi Kumar & Family',
      'Ravi <b>Kumar',
    ];
    const rows = names.map((name, index) => {
      const [first_name = '', ...others] = name.split(' ');
      return cells(index + 2, 'Pupil', {
        first_name,
        last_name: others.join(' '),
        email_id: `n${index}@office.test`,
      });
    });
    const { body } = await preview(admin, rows);
    expect(body.data.rows.map(({ fullname }: Cells) => fullname)).toEqual([
      'K. Padmavathi',
      'Asha Rao',
      'Priya',
      "Sinead O'Connor",
      'Ravi Kumar',
      'Ravi <b>Kumar',
    ]);
    expect(outcomes(body)).toEqual(['new', 'new', 'new', 'new', 'new', 'problem']);
    expect(notesOf(body)).toEqual([
      'Left out of the name: Dr., (Mrs.)',
      '',
      'Left out of the name: d/o Raman',
      '',
      'Taken as Ravi Kumar; nobody is added for: & Family',
      'Last name may hold letters, blanks, apostrophes, hyphens and dots',
    ]);
  });
});

// At the end, because removing so many rows again takes as long.
it.runIf(process.env['PROOF'] === 'full')('takes a full file', async () => {
  const rows = Array.from({ length: importRowsMax }, (_, index) => cells(index + 2, nameOf(index)));
  expect((await confirm(own, rows)).body.data).toMatchObject({ asked: importRowsMax, skipped: 0 });
});
