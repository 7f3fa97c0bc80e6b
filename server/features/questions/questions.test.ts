import { access } from '@gurukul/contract/access';
import { audit } from '@gurukul/contract/audit';
import { duplicates } from '@gurukul/contract/duplicates';
import { privacy } from '@gurukul/contract/privacy';
import { questions, type Question } from '@gurukul/contract/questions';
import { studentImport } from '@gurukul/contract/student-import';
import { students as studentCalls } from '@gurukul/contract/students';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { codeOf, office } from '#server/test/office.ts';
import { changeOf } from '#server/test/undo-office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { addEnrolment, admin, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';
import { endAnswers } from '../privacy/end-answers.ts';

const server = await testApp({ database: 'empty' });
const { db, call } = server;
const add = office(db);
const { gita, veda, staff, students } = await foundSchool(db);

const line = {
  about: 'person',
  kind: 'line',
  label: 'Which temple?',
  asked: ['form', 'add', 'my_page'],
  shown_to: 'office',
  keep_count: null,
  keep_unit: 'months',
};
const size = {
  ...line,
  about: 'enrolment',
  kind: 'choice',
  label: 'T-shirt',
  choices: ['Small', 'Large'],
  choices_te: ['', 'పెద్దది'],
  shown_to: 'teachers',
};

const save = (all: readonly object[], more: object = {}, as = admin) =>
  call(questions.save_questions, { questions: all, ...more }, { as });
const saved = async (...all: readonly object[]): Promise<Question[]> => {
  const { status, body } = await save(all);
  expect(status).toBe(200);
  return body.data;
};
const listed = async (as = admin) => (await call(questions.get_questions, {}, { as })).body;
const answersOf = async (id: number, as = own) =>
  (await call(questions.get_answers, { id }, { as })).body.data;
const write = (user_id: number, course_id: number | null, answers: Record<number, string>, as = own) =>
  call(
    questions.save_answers,
    {
      user_id,
      course_id,
      answers: Object.entries(answers).map(([id, answer]) => ({ question_id: Number(id), answer })),
    },
    { as },
  );
/** By the course, or 'person': the answers in the order of the questions. */
const told = async (id: number, as = own) =>
  Object.fromEntries(
    (await answersOf(id, as)).answered.map(
      ({ course_name, answers }: { course_name: string | null; answers: { answer: string }[] }) => [
        course_name ?? 'person',
        answers.map(({ answer }) => answer),
      ],
    ),
  );

beforeEach(async () => {
  await run(db)`delete from questions`;
  await run(db)`update people set answers = '{}'`;
  await run(db)`update enrolments set answers = '{}'`;
});

describe('the questions', () => {
  it('keep their order, and one that a save does not name stays behind the others', async () => {
    const [temple, shirt] = await saved(line, size);
    await save([{ ...size, question_id: shirt!.question_id, label: 'Size of the T-shirt' }]);
    expect((await listed()).data.map(({ label }: Question) => label)).toEqual([
      'Size of the T-shirt',
      'Which temple?',
    ]);
    await save([], { removed: [temple!.question_id] });
    expect((await listed()).data).toHaveLength(1);
  });

  it('are refused when they cannot be asked', async () => {
    const [temple] = await saved(line);
    const { question_id } = temple!;
    expect(codeOf(await save([size, { ...size, label: ' t-SHIRT ' }]))).toContain(
      'questions: question_twice',
    );
    expect(codeOf(await save([{ ...size, label: 'which  temple?' }]))).toContain('label: question_twice');
    expect(codeOf(await save([{ ...size, choices: [] }]))).toContain('choices: fill_in');
    expect(codeOf(await save([{ ...size, choices: ['Large', ' large'] }]))).toContain('choice_twice');
    expect(codeOf(await save([{ ...size, choices_hi: ['large'] }]))).toContain('choices: choice_twice');
    expect(codeOf(await save([{ ...size, choices_te: ['', '', 'Huge'] }]))).toContain(
      'choices_te: no_choice',
    );
    expect(codeOf(await save([{ ...line, question_id, kind: 'day' }]))).toContain('kind: no_choice');
    expect(codeOf(await save([{ ...size, question_id, kind: 'line' }]))).toContain('about: no_choice');
    const thirty = Array.from({ length: 30 }, (_, at) => ({ ...line, label: `Question ${at}` }));
    expect(codeOf(await save(thirty))).toBe('400 bad_input questions: at_most_entries');
    expect((await listed()).data).toHaveLength(1);
  });

  it('are saved by one of two tabs at once', async () => {
    const { version } = await listed();
    const both = await Promise.all([save([line], { version }), save([size], { version })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await listed()).data).toHaveLength(1);
  });

  it('come back with an Undo', async () => {
    const [temple] = await saved(line);
    const removing = await save([], { removed: [temple!.question_id] });
    await call(audit.undo_change, { change_id: changeOf(removing) }, { as: admin });
    expect((await listed()).data).toEqual([temple]);
  });

  it('for the office alone no teacher sees', async () => {
    await saved(line, size);
    expect((await listed(teach)).data.map(({ label }: Question) => label)).toEqual(['T-shirt']);
  });
});

describe('answers', () => {
  it('are written for the person and for a course, and read by who may', async () => {
    const [temple, shirt] = await saved(line, size);
    const { anu } = students;
    expect((await write(anu, null, { [temple!.question_id]: '  Of   the river ' })).status).toBe(200);
    expect((await write(anu, gita.id, { [shirt!.question_id]: 'Large' })).status).toBe(200);
    expect(await told(anu)).toEqual({ person: ['Of the river'], Gita: ['Large'] });
    expect(await told(anu, teach)).toEqual({ person: [], Gita: ['Large'] });
    // Another class, another course, and no right to write.
    expect((await call(questions.get_answers, { id: anu }, { as: elsewhere })).status).toBe(404);
    expect((await call(questions.get_answers, { id: anu }, { as: other })).status).toBe(404);
    expect((await write(anu, null, { [temple!.question_id]: 'X' }, teach)).status).toBe(403);
    expect((await write(anu, veda.id, { [shirt!.question_id]: 'Large' })).status).toBe(404);
    expect((await write(anu, null, { [shirt!.question_id]: 'Large' })).status).toBe(404);
    await write(anu, null, { [temple!.question_id]: '' });
    expect(await told(anu)).toEqual({ person: [], Gita: ['Large'] });
  });

  it('are refused when they are none', async () => {
    const [temple, shirt, day, yes, several] = await saved(
      line,
      { ...size, about: 'person' },
      { ...line, kind: 'day', label: 'Initiated on' },
      { ...line, kind: 'yes', label: 'Vegetarian?' },
      { ...line, kind: 'several', label: 'Instruments', choices: ['Vina', 'Flute'] },
    );
    const problem = async (question: Question | undefined, answer: string) =>
      codeOf(await write(students.anu, null, { [question!.question_id]: answer }));
    expect(await problem(temple, 'x'.repeat(201))).toBe('400 bad_input answers.0.answer: not_right');
    expect(await problem(temple, 'x'.repeat(5_000))).toBe(
      '400 bad_input answers.0.answer: at_most_characters',
    );
    expect(await problem(shirt, 'Huge')).toBe('400 bad_input answers.0.answer: no_choice');
    expect(await problem(day, '2026-02-30')).toBe('400 bad_input answers.0.answer: no_date');
    expect(await problem(yes, 'maybe')).toBe('400 bad_input answers.0.answer: not_right');
    expect(await problem(several, 'Vina\nDrum')).toBe('400 bad_input answers.0.answer: no_choice');
    expect(await problem(several, 'Flute\nVina')).toBe('200');
    expect(await told(students.anu)).toEqual({ person: ['Vina\nFlute'], Gita: [] });
  });

  it('keep letters of every script, and no marks that turn them round', async () => {
    const [temple] = await saved({ ...line, label: '<script>alert(1)</script> مسجد?' });
    await write(students.anu, null, { [temple!.question_id]: '<img src=x> \u202eنهر\u202c' });
    expect(await told(students.anu)).toEqual({ person: ['<img src=x> نهر'], Gita: [] });
  });

  it('stay with a choice and with a question that were removed', async () => {
    const [temple, shirt] = await saved(line, { ...size, about: 'person' });
    await write(students.anu, null, { [temple!.question_id]: 'River', [shirt!.question_id]: 'Large' });
    await save(
      [{ ...size, about: 'person', question_id: shirt!.question_id, choices: ['Small'], choices_te: [] }],
      {
        removed: [temple!.question_id],
      },
    );
    expect((await write(students.anu, null, { [shirt!.question_id]: 'Large' })).status).toBe(200);
    expect(await told(students.anu)).toEqual({ person: ['Large', 'River'], Gita: [] });
    expect(await told(students.anu, teach)).toEqual({ person: ['Large'], Gita: [] });
    expect((await answersOf(students.bala)).questions).toHaveLength(1);
    expect((await write(students.bala, null, { [shirt!.question_id]: 'Large' })).status).toBe(400);
  });

  it('are refused in the second of two tabs', async () => {
    const [temple] = await saved(line);
    const { version } = (await answersOf(students.anu)).answered[0];
    const answer = (text: string) =>
      call(
        questions.save_answers,
        {
          user_id: students.anu,
          course_id: null,
          answers: [{ question_id: temple!.question_id, answer: text }],
          version,
        },
        { as: own },
      );
    const both = await Promise.all([answer('River'), answer('Hill')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('are in the history by the words of the question', async () => {
    const [temple] = await saved(line);
    await write(students.anu, null, { [temple!.question_id]: 'River' });
    const { body } = await call(audit.get_timeline, { person_id: students.anu }, { as: admin });
    expect(JSON.stringify(body.data[0])).toContain('Which temple?: River');
  });
});

describe('a new student', () => {
  const asha = (more: object) => ({
    first_name: 'Asha',
    last_name: 'Rao',
    email_id: '',
    phone_number: '',
    course_id: gita.id,
    class_id: gita.morning,
    ...more,
  });
  const answersTo = (...asked: readonly [Question | undefined, string][]) =>
    asked.map(([question, answer]) => ({ question_id: question!.question_id, answer }));

  it('is added with answers about them and about the course', async () => {
    const [temple, shirt] = await saved(line, size);
    const answers = answersTo([temple, 'River'], [shirt, 'Small']);
    const { body } = await call(studentCalls.add_student, asha({ answers }), { as: own });
    expect(await told(body.data.user_id)).toEqual({ person: ['River'], Gita: ['Small'] });
    const wrong = await call(studentCalls.add_student, asha({ answers: answersTo([shirt, 'Huge']) }), {
      as: own,
    });
    expect(codeOf(wrong)).toBe('400 bad_input answers.0.answer: no_choice');
    // To another class and course the answers go along.
    const move = { user_id: body.data.user_id, email_id: '', course_id: gita.id, class_id: gita.evening };
    await call(studentCalls.update_course_to_student, move, { as: admin });
    expect(await told(body.data.user_id)).toEqual({ person: ['River'], Gita: ['Small'] });
  });

  it('whom an account admin has to accept keeps the answers', async () => {
    const [temple, shirt] = await saved(line, size);
    await add.person('Far', 'student');
    const answers = answersTo([temple, 'River'], [shirt, 'Small']);
    const asked = await call(
      studentCalls.add_student,
      asha({ first_name: 'Near', email_id: 'far@office.test', answers, answer: 'new' }),
      { as: own },
    );
    expect(asked.body.data.outcome).toBe('asked');
    const { id } = await one<{ id: number }>(db)`select id from access_requests where decided_at is null`;
    await call(access.decide, { request_ids: [id], decision: 'accepted' }, { as: admin });
    const near = await one<{ id: number }>(db)`select id from people where first_name = 'Near'`;
    expect(await told(near.id)).toEqual({ person: ['River'], Gita: ['Small'] });
  });
});

describe('an import of students', () => {
  const row = (of: number, name: string, answers: readonly { question_id: number; answer: string }[]) => ({
    row: of,
    first_name: name,
    last_name: 'Rao',
    email_id: '',
    phone_number: '',
    course_name: 'Gita',
    class_name: 'Morning',
    answers,
  });

  it('takes the columns of questions, however they are written, and names what is no answer', async () => {
    const asked = await saved(
      line,
      size,
      { ...line, kind: 'several', label: 'Music', choices: ['Vina', 'Flute, bamboo'], choices_hi: ['वीणा'] },
      { ...line, kind: 'yes', label: 'Vegetarian?' },
      { ...line, kind: 'day', label: 'Initiated' },
    );
    const cells = (...texts: readonly string[]) =>
      texts.map((answer, at) => ({ question_id: asked[at]!.question_id, answer }));
    const sheet = {
      file_name: 'students.xlsx',
      rows: [
        row(2, 'Filed', cells(' River ', 'LARGE', 'flute, bamboo', 'Y', '05-Mar-2001')),
        row(3, 'Wrong', cells('x'.repeat(300), 'Huge', 'Vina, Drum', 'maybe', 'soon')),
        row(5, 'Local', cells('', ' పెద్దది', 'वीणा', '', '')),
        row(4, 'Gone', [{ question_id: 999_999, answer: 'River' }]),
      ],
    };
    const { body } = await call(studentImport.students_preview, sheet, { as: own });
    const problems = body.data.rows.map(({ problems: all }: { problems: { code: string }[] }) =>
      all.map(({ code }) => code),
    );
    expect(problems).toEqual([[], Array.from({ length: 5 }, () => 'answer_lost'), [], []]);
    const done = await call(
      studentImport.students,
      { ...sheet, confirm: true, digest: body.data.digest },
      { as: own },
    );
    expect(codeOf(done)).toBe('200');
    const id = async (name: string) =>
      (await one<{ id: number }>(db)`select id from people where first_name = ${name}`).id;
    expect(await told(await id('Filed'))).toEqual({
      person: ['River', 'Flute, bamboo', 'yes', '2001-03-05'],
      Gita: ['Large'],
    });
    expect(await told(await id('Local'))).toEqual({ person: ['Vina'], Gita: ['Large'] });
    expect(await told(await id('Wrong'))).toEqual({ person: [], Gita: [] });

    // Who is there already keeps their answers, and the check says so where the file has another one.
    const checkedAgain = async (river: string) => {
      const rows = [
        row(2, 'Filed', cells(river, 'LARGE', 'flute, bamboo', 'Y', '05-Mar-2001')),
        sheet.rows[2],
      ];
      const again = await call(studentImport.students_preview, { ...sheet, rows }, { as: own });
      return again.body.data.rows.map(
        ({ outcome, problems: all }: { outcome: string; problems: { code: string }[] }) =>
          [outcome, ...all.map(({ code }) => code)].join(' '),
      );
    };
    expect(await checkedAgain('River')).toEqual(['unchanged', 'unchanged']);
    expect(await checkedAgain('Sea')).toEqual(['unchanged answers_stay', 'unchanged']);
  });
});

describe('the list of students', () => {
  const list = async (more: object = {}, as = admin) =>
    (
      await call(
        studentCalls.get_all_students,
        { course_status: 'all', page: 1, pageSize: 50, ...more },
        { as },
      )
    ).body;
  const namesIn = (rows: readonly { fullname: string; course_name: string | null }[]) =>
    rows.map(({ fullname, course_name: course }) => `${fullname}${course ?? '-'}`.replaceAll(' ', ''));

  it('shows answers, finds students by them, and exports them', async () => {
    const [temple, shirt, music, yes] = await saved(
      { ...line, label: '=Temple' },
      size,
      { ...line, kind: 'several', label: 'Instruments', choices: ['Vina', 'Flute'] },
      { ...line, kind: 'yes', label: 'Vegetarian?' },
    );
    const { anu, bala, free } = students;
    const [t, s, m, y] = [temple, shirt, music, yes].map((question) => question!.question_id) as [
      number,
      number,
      number,
      number,
    ];
    await write(anu, null, { [t]: 'River', [m]: 'Vina\nFlute', [y]: 'no' });
    await write(anu, gita.id, { [s]: 'Large' });
    await write(bala, null, { [m]: 'Flute' });
    await write(free, null, { [y]: 'yes' }, admin);
    const whole = await list();
    expect(whole.has_questions).toBe(true);
    const row = whole.data.find((one: { id: number }) => one.id === anu);
    expect(row.answers).toEqual(
      expect.arrayContaining([
        { question_id: t, answer: 'River' },
        { question_id: s, answer: 'Large' },
      ]),
    );
    const found = async (...answers: readonly [number, string][]) => {
      const given = answers.map(([question_id, answer]) => ({ question_id, answer }));
      const body = await list({ answers: given });
      expect(body.total_count).toBe(body.data.length);
      return namesIn(body.data);
    };
    expect(await found([s, 'Large'])).toEqual(['AnuGita']);
    expect(await found([m, 'Flute'])).toEqual(['BalaGita', 'AnuGita']);
    expect(await found([m, 'Flute'], [y, 'no'])).toEqual(['AnuGita']);
    expect(await found([y, 'yes'])).toEqual(['Free-']);
    expect(await found([y, ''])).not.toContain('Free-');
    expect(await found([m, "x' or 'a'='a"])).toEqual([]);
    expect(await list({ answers: [{ question_id: m, answer: 'Flute' }], search: 'bal' })).toMatchObject({
      total_count: 1,
    });
    const file = await call(
      studentCalls.export_students,
      { format: 'csv', course_status: 'all', answers: [{ question_id: y, answer: 'no' }] },
      { as: admin },
    );
    const [head, only, ...others] = String(file.body).trim().split('\r\n');
    expect(others).toEqual([]);
    expect(head).toMatch(/,"'=Temple","T-shirt","Instruments","Vegetarian\?"$/);
    expect(only).toMatch(/,"River","Large","Vina, Flute","No"$/);
  });

  it('of a teacher says nothing of them', async () => {
    const [temple] = await saved(line);
    await write(students.anu, null, { [temple!.question_id]: 'River' });
    const { body } = await call(
      'people.getstudents_under_teacher',
      { user_id: staff.teach, course_id: 0, class_id: 0 },
      { as: teach },
    );
    expect(JSON.stringify(body)).not.toContain('River');
  });
});

describe('the end of answers', () => {
  const everywhere = (word: string) =>
    many<{ place: string }>(db)`
      select 'people' as place from people where answers::text like ${`%${word}%`}
      union all select 'enrolments' from enrolments where answers::text like ${`%${word}%`}
      union all select 'registrations' from registrations where answers::text like ${`%${word}%`}
      union all select 'trail' from audit_entries where concat(before, after) like ${`%${word}%`}
      union all select 'requests' from access_requests where details::text like ${`%${word}%`}
      union all select 'stored answers' from idempotency_keys where answer::text like ${`%${word}%`}
    `;
  const withAnswers = async (name: string, word: string) => {
    const [temple, shirt] = (await listed()).data as Question[];
    const student = await add.person(name, 'student');
    await addEnrolment(db, { student, course: gita.id, class: gita.morning });
    await write(student, null, { [temple!.question_id]: word });
    await write(student, gita.id, { [shirt!.question_id]: word });
    return student;
  };
  const two = [line, { ...line, label: 'Size', about: 'enrolment' }];

  it('comes with an erasure, also in the history', async () => {
    await saved(...two);
    const student = await withAnswers('Erased', 'secretriver');
    expect(await everywhere('secretriver')).toHaveLength(4);
    const preview = await call(privacy.erase_person, { user_id: student, preview: true }, { as: admin });
    const erased = await call(
      privacy.erase_person,
      { user_id: student, digest: preview.body.data?.digest },
      { as: admin },
    );
    expect(codeOf(erased)).toBe('200');
    expect(await everywhere('secretriver')).toEqual([]);
  });

  it('comes so long after the last course ended', async () => {
    const forADay = { ...line, keep_count: 1, keep_unit: 'days' };
    const months = { ...line, label: 'Size', about: 'enrolment', keep_count: 2 };
    const always = { ...line, label: 'Always' };
    const [, , kept] = await saved(forADay, months, always);
    const student = await withAnswers('Left', 'oldriver');
    await write(student, null, { [kept!.question_id]: 'staysriver' });
    await endAnswers(db);
    expect(await told(student)).toEqual({ person: ['oldriver', 'staysriver'], Gita: ['oldriver'] });
    const past = (days: number) => run(db)`
      update enrolments set started_on = current_date - 200, ended_on = current_date - ${days}::int,
        registered_at = now() - interval '200 days'
      where student_id = ${student}
    `;
    await run(db)`update people set registered_at = now() - interval '200 days' where id = ${student}`;
    await past(20);
    await endAnswers(db);
    expect((await everywhere('oldriver')).map(({ place }) => place)).toEqual(['enrolments', 'trail']);
    await past(90);
    await endAnswers(db);
    expect(await everywhere('oldriver')).toEqual([]);
    expect((await everywhere('staysriver')).map(({ place }) => place)).toEqual(['people']);
  });

  it('does not come with a merge', async () => {
    await saved(...two, { ...line, label: 'Third' });
    const keep = await withAnswers('Lakshmi', 'kept');
    const merge = await withAnswers('Laxmi', 'merged');
    const [, , third] = (await listed()).data as Question[];
    await write(merge, null, { [third!.question_id]: 'third' });
    const both = { keep_id: keep, merge_id: merge };
    const { body } = await call(duplicates.merge_people, { ...both, preview: true }, { as: admin });
    const answer = { digest: body.data.digest, courses: [{ course_id: gita.id, use: 'keep' }] };
    expect(codeOf(await call(duplicates.merge_people, { ...both, ...answer }, { as: admin }))).toBe('200');
    expect(await told(keep)).toEqual({ person: ['kept', 'third'], Gita: ['kept'] });
  });
});
