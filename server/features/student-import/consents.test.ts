import { access } from '@gurukul/contract/access';
import { audit } from '@gurukul/contract/audit';
import { privacy } from '@gurukul/contract/privacy';
import { studentImport } from '@gurukul/contract/student-import';
import { beforeEach, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { addEnrolment, admin, dayFromToday, foundSchool, own } from '#server/test/small-school.ts';
import { changeOf } from '#server/test/undo-office.ts';

/* Consents on paper, in a file of students, where no child begins without one. */

const portal = await testApp({ database: 'empty' });
const { call, callChecked, db } = portal;
const add = office(db);
const { veda } = await foundSchool(db);

const child = dayFromToday(-9 * 365);
const grown = dayFromToday(-30 * 365);
const yes = { guardian_name: 'Meera Rao', consent_child_data: 'yes' };
const row = (of: number, name: string, more: object = {}) => ({
  row: of,
  first_name: name,
  last_name: 'Rao',
  email_id: '',
  phone_number: '',
  course_name: 'Gita',
  class_name: '',
  dob: child,
  ...more,
});
const sheetOf = (...rows: readonly object[]) => ({ file_name: 'children.xlsx', rows, answers: [] });
const shown = async (...rows: readonly object[]) =>
  (await call(studentImport.students_preview, sheetOf(...rows), { as: admin })).body.data.rows.map(
    ({ outcome, problems }: { outcome: string; problems: { code: string }[] }) => [
      outcome,
      ...problems.map(({ code }) => code),
    ],
  );
const imported = async (as: string, ...rows: readonly object[]) => {
  const done = await callChecked('studentImport.students', { ...sheetOf(...rows), confirm: true }, { as });
  expect(done.status).toBe(200);
  return done;
};
const idOf = async (name: string) =>
  (await one<{ id: number }>(db)`select id from people where first_name = ${name}`).id;
/** Each word about somebody: purpose, agreed, who said it, its version, and how many days ago. */
const words = (id: number) =>
  many<{ word: string }>(db)`
    select concat_ws(' ', c.purpose, c.agreed::text, coalesce(s.first_name, c.said_name), c.how, 'v' || t.version,
      (c.said_at at time zone 'Asia/Kolkata')::date) as word
    from consents c left join people s on s.id = c.said_by left join terms t on t.id = c.terms_id
    where c.person_id = ${id} order by c.id
  `;
const today = dayFromToday(0);

beforeEach(async () => {
  await run(db)`update provider set child_consent = 'off'`;
  await run(db)`delete from consents`;
  await run(db)`delete from terms`;
  for (const kind of ['child_data', 'photos']) {
    await call(privacy.save_terms, { kind, body: 'We store the name.' }, { as: admin });
  }
  await run(db)`update provider set child_consent = 'need'`;
});

it('a row says who agreed to what and when, for a child and for a grown student', async () => {
  const before = dayFromToday(-40);
  const done = await imported(
    admin,
    row(2, 'Childa', { ...yes, consent_photos: 'No', consent_rules: before }),
    row(3, 'Grown', { dob: grown, guardian_name: 'Meera Rao', consent_photos: 'Y' }),
  );
  expect((await words(await idOf('Childa'))).map(({ word }) => word)).toEqual([
    `child_data true Meera Rao paper_form v1 ${today}`,
    `photos false Meera Rao paper_form v1 ${today}`,
    `rules true Meera Rao paper_form ${before}`,
  ]);
  const grownId = await idOf('Grown');
  expect(await words(grownId)).toEqual([{ word: `photos true Grown paper_form v1 ${today}` }]);
  const undone = await call(audit.undo_change, { change_id: changeOf(done) }, { as: admin });
  expect(undone.status).toBe(200);
  expect(await many(db)`select from people where id = ${grownId} and deleted_at is null`).toEqual([]);
  // A word that was said later holds them.
  const again = await imported(admin, row(2, 'Laterchild', yes));
  const later = {
    user_id: await idOf('Laterchild'),
    purpose: 'photos',
    agreed: true,
    how: 'by_phone',
    said_name: 'Meera',
  };
  expect((await call(privacy.save_consent, later, { as: admin })).status).toBe(200);
  const kept = await call(audit.undo_change, { change_id: changeOf(again) }, { as: admin });
  expect(kept.body.reasons).toEqual([expect.objectContaining({ of: 'consents' })]);
});

it('a word of before the text is about no version of it', async () => {
  await run(db)`update terms set saved_at = now() - interval '10 days' where kind = 'photos'`;
  const day = (days: number) => dayFromToday(-days);
  await imported(
    admin,
    row(2, 'Early', { ...yes, consent_photos: day(11) }),
    row(3, 'Late', { ...yes, consent_photos: day(9) }),
  );
  expect((await words(await idOf('Early')))[1]).toEqual({
    word: `photos true Meera Rao paper_form ${day(11)}`,
  });
  expect((await words(await idOf('Late')))[1]).toEqual({
    word: `photos true Meera Rao paper_form v1 ${day(9)}`,
  });
});

it('the preview names what is missing, by row', async () => {
  const without = 'child_without_consent';
  expect(
    await shown(
      row(2, 'Silent'),
      row(3, 'Signed', yes),
      row(4, 'Nobody', { consent_child_data: 'yes' }),
      row(5, 'Refused', { ...yes, consent_child_data: 'no' }),
      row(6, 'Unread', { ...yes, consent_child_data: 'perhaps' }),
      row(7, 'Ahead', { ...yes, consent_child_data: dayFromToday(3) }),
      row(8, 'Ageless', { ...yes, dob: '' }),
      row(9, 'Grownup', { ...yes, dob: grown, consent_rules: '?' }),
      // The same child in a second course.
      row(10, 'Signed', { course_name: 'Veda' }),
      row(11, 'Signed', { course_name: 'Veda', last_name: 'Iyer' }),
    ),
  ).toEqual([
    ['problem', without],
    ['new'],
    ['problem', without, 'consent_without_guardian'],
    ['problem', without],
    ['problem', without, 'consent_lost'],
    ['problem', without, 'consent_lost'],
    ['new', 'consent_of_no_child'],
    ['new', 'consent_of_no_child', 'consent_lost'],
    ['enrol'],
    ['problem', without],
  ]);
});

it('a file brings the first word about a child who is there, and undoes none', async () => {
  const known = async (name: string) => {
    const id = await add.person(name, 'student');
    await run(db)`update people set dob = ${child}::date, email_id = ${`${name}@home.test`} where id = ${id}`;
    return id;
  };
  const unasked = await known('Unasked');
  const refused = await known('Refuser');
  await call(
    privacy.save_consent,
    { user_id: refused, purpose: 'child_data', agreed: false, how: 'by_phone', said_name: 'Father' },
    { as: admin },
  );
  await call(
    privacy.save_consent,
    { user_id: unasked, purpose: 'photos', agreed: false, how: 'by_phone', said_name: 'Father' },
    { as: admin },
  );
  const rows = [unasked, refused].map((_, at) => {
    const name = ['Unasked', 'Refuser'][at]!;
    return row(at + 2, name, {
      ...yes,
      last_name: '',
      email_id: `${name}@home.test`,
      consent_photos: 'yes',
    });
  });
  expect((await shown(...rows)).map(([outcome]: string[]) => outcome)).toEqual(['enrol', 'problem']);
  await imported(admin, ...rows);
  expect((await words(unasked)).map(({ word }) => word)).toEqual([
    `photos false Father by_phone v1 ${today}`,
    `child_data true Meera Rao paper_form v1 ${today}`,
  ]);
  expect(await words(refused)).toHaveLength(1);
});

it('an account admin who decides about an address brings the consents along', async () => {
  const far = await add.person('Faraway', 'student');
  await run(db)`update people set email_id = 'faraway@home.test' where id = ${far}`;
  await run(db)`update provider set child_consent = 'off'`;
  await addEnrolment(db, { student: far, course: veda.id, class: null });
  await run(db)`update provider set child_consent = 'need'`;
  await imported(own, row(2, 'Sister', { ...yes, email_id: 'faraway@home.test' }));
  const { id } = await one<{ id: number }>(db)`select id from access_requests where decided_at is null`;
  const decided = await call(access.decide, { request_ids: [id], decision: 'accepted' }, { as: admin });
  expect(decided.status).toBe(200);
  expect(await words(await idOf('Sister'))).toEqual([
    { word: `child_data true Meera Rao paper_form v1 ${today}` },
  ]);
});
