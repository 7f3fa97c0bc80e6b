import type { CallName } from '@gurukul/contract/index';
import type { FoundItem, FoundKind } from '@gurukul/contract/search';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { admin, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const app = await testApp({ database: 'empty' });
const { db } = app;
const { gita, veda, students, staff } = await foundSchool(db);

await run(db)`update people set phone_number = '+91 98480 22338' where id = ${students.anu}`;
const newPayment = async (paymentId: string, courseId: number, name: string) =>
  (
    await one<{ id: number }>(db)`
      insert into payments (payment_id, course_id, full_name, email_id, phone_number, amount, status, paid_at)
      values (${paymentId}, ${courseId}, ${name}, 'payer@office.test', '9000000000', 1, 'success', now())
      returning id
    `
  ).id;
const paid = {
  gita: await newPayment('pay_100%', gita.id, 'Anu Rao'),
  veda: await newPayment('pay_200', veda.id, 'Anu Veda'),
};
await run(db)`
  insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
  values (${gita.id}, 'Anu’s Satsang', 'https://meet.test/a', '2026-12-01', '2026-12-01T10:00Z', '2026-12-01T11:00Z',
    ${staff.own})
`;

const find = async (as: string, text: string): Promise<FoundItem[]> => {
  const { status, body } = await app.call('search.find', { text }, { as });
  expect([status, body.message]).toEqual([200, 'success']);
  return body.data;
};
const titles = async (as: string, text: string, kind?: FoundKind) =>
  (await find(as, text)).filter((item) => kind === undefined || item.kind === kind).map(({ title }) => title);

describe('a search is refused', () => {
  it('without a text, and with a page of text', async () => {
    for (const text of ['', '   ', 'a\nb', 'x'.repeat(101)]) {
      expect((await app.call('search.find', { text }, { as: admin })).status).toBe(400);
    }
  });
});

describe('a search finds', () => {
  it('students by a part of the name, the address, the telephone number and their id', async () => {
    const asked = [
      'an',
      'ANU',
      'nu@off',
      '98480 22338',
      '+91-98480-22338',
      '09848022338',
      `${students.anu}`,
      `#${students.anu}`,
    ];
    for (const text of asked) expect([text, ...(await titles(admin, text, 'student'))]).toContain('Anu');
    expect(await titles(admin, '98480 22339', 'student')).toEqual([]);
  });

  it('students with their courses and classes, as far as the caller may see them', async () => {
    await run(db)`
      insert into enrolments (student_id, course_id, started_on) values (${students.anu}, ${veda.id}, current_date)
    `;
    const contextFor = async (as: string) =>
      (await find(as, 'anu')).find(({ id }) => id === students.anu)?.context;
    expect(await contextFor(admin)).toBe('Gita · Morning, Veda');
    expect(await contextFor(own)).toBe('Gita · Morning');
    expect(await contextFor(teach)).toBe('Gita · Morning');
    await run(db)`delete from enrolments where student_id = ${students.anu} and course_id = ${veda.id}`;
  });

  it('colleagues and payments by a telephone number, however it is written', async () => {
    await run(db)`update people set phone_number = '040 2355-1177' where id = ${staff.teach}`;
    for (const text of ['04023551177', '+91 40 2355 1177']) {
      expect([text, ...(await titles(own, text, 'teacher'))]).toEqual([text, 'Teach']);
    }
    expect(await titles(own, '04023551178', 'teacher')).toEqual([]);
    expect(await titles(own, '+91 90000-00000', 'payment')).toEqual(['Anu Rao']);
  });

  it('of each kind, the distinctive fields and those that a link needs', async () => {
    const course = (await find(own, 'gita')).find(({ kind }) => kind === 'course');
    expect(course).toEqual({
      kind: 'course',
      id: gita.id,
      title: 'Gita',
      detail: 'Own',
      context: '',
      course_id: gita.id,
      slot_id: null,
    });
    const morning = (await find(own, 'morn')).find(({ kind }) => kind === 'class');
    expect(morning).toEqual({
      kind: 'class',
      id: gita.morning,
      title: 'Morning',
      detail: 'Gita',
      context: '',
      course_id: gita.id,
      slot_id: expect.any(Number),
    });
    const payment = (await find(own, 'pay_100%')).find(({ kind }) => kind === 'payment');
    expect(payment).toEqual({
      kind: 'payment',
      id: paid.gita,
      title: 'Anu Rao',
      detail: 'pay_100%',
      context: '',
      course_id: gita.id,
      slot_id: null,
    });
    expect(await titles(own, 'satsang', 'event')).toEqual(['Anu’s Satsang']);
    expect(await titles(admin, 'oth', 'course_admin')).toEqual(['Other']);
    expect(await titles(admin, 'teac', 'teacher')).toEqual(['Teach']);
  });

  it('a class by its own name, its course, or both in either order', async () => {
    for (const text of ['morn', 'gita', 'Gita morning', 'morning gita']) {
      expect([text, ...(await titles(teach, text, 'class'))]).toEqual([text, 'Morning']);
    }
    expect(await titles(own, 'gita', 'class')).toEqual(['Evening', 'Morning']);
    expect(await titles(own, 'veda', 'class')).toEqual([]);
  });

  it('people by the sound of their names, after those whose names have the text', async () => {
    const name = (id: number, first: string, last: string) =>
      run(db)`update people set first_name = ${first}, last_name = ${last} where id = ${id}`;
    await name(students.anu, 'లక్ష్మి', 'శర్మ');
    await name(students.chitra, 'Vijaya', 'Lakshmi');
    await name(students.deepa, 'Lakshmi', 'Rao');
    await name(staff.teach, 'José', 'García');
    expect(await titles(admin, 'lakshmi', 'student')).toEqual(['Lakshmi Rao', 'Vijaya Lakshmi', 'లక్ష్మి శర్మ']);
    expect(await titles(teach, 'Smt. Sharma, Laxmi', 'student')).toEqual(['లక్ష్మి శర్మ']);
    await name(students.bala, 'Mohammed', 'Ali');
    expect(await titles(own, 'jose garcia', 'teacher')).toEqual(['José García']);
    expect(await titles(own, 'محمد', 'student')).toEqual(['Mohammed Ali']);
    expect(await titles(own, 'rao anoo', 'payment')).toEqual(['Anu Rao']);
    // Lists find the same.
    const listed = async (name: CallName, params: object, key: string) =>
      ((await app.call(name, params, { as: own })).body.data as Record<string, unknown>[]).map(
        (each) => each[key],
      );
    expect(
      await listed('students.get_roster', { course_id: gita.id, search: 'laxmi sharma' }, 'fullname'),
    ).toEqual(['లక్ష్మి శర్మ']);
    expect(
      await listed('students.get_roster', { course_id: gita.id, search: 'علي محمد' }, 'fullname'),
    ).toEqual(['Mohammed Ali']);
    await name(students.anu, 'Anu', '');
    await name(students.bala, 'Bala', '');
    await name(students.chitra, 'Chitra', '');
    await name(students.deepa, 'Deepa', '');
    await name(staff.teach, 'Teach', '');
  });

  it('wildcards as ordinary characters', async () => {
    expect(await titles(admin, '100%', 'payment')).toEqual(['Anu Rao']);
    expect(await titles(admin, 'pay_2', 'payment')).toEqual(['Anu Veda']);
    expect(await find(admin, 'a%u')).toEqual([]);
    expect(await find(admin, '_nu')).toEqual([]);
    expect(await find(admin, '\\')).toEqual([]);
  });

  it('names that begin with the text before those that contain it', async () => {
    await run(db)`update people set first_name = 'Chanu' where id = ${students.chitra}`;
    expect(await titles(admin, 'anu', 'student')).toEqual(['Anu', 'Chanu']);
    await run(db)`update people set first_name = 'Chitra' where id = ${students.chitra}`;
  });
});

describe('a search hides', () => {
  it('everybody and everything that is deleted', async () => {
    expect(await titles(admin, 'gone')).toEqual([]);
    const byNumber = await find(admin, String(students.gone));
    expect(byNumber.filter(({ kind }) => kind === 'student')).toEqual([]);
  });

  it('from a course admin: students, courses, payments and events of others, and colleagues of admins', async () => {
    expect(await titles(own, 'esha')).toEqual([]);
    expect(await titles(own, 'veda')).toEqual([]);
    expect(await titles(own, 'pay_200')).toEqual([]);
    expect(await titles(own, 'other')).toEqual([]);
    expect(await titles(other, 'satsang')).toEqual([]);
    expect(await titles(other, 'anu')).toEqual(['Anu Veda']);
    for (const text of [String(students.esha), `#${veda.id}`, String(paid.veda)]) {
      const found = await find(own, text);
      const ids = [...Object.values(students), gita.id, gita.morning, gita.evening];
      expect(
        found.filter(({ id, kind }) => kind === 'student' && id === students.esha && ids.length > 0),
      ).toEqual([]);
      expect(found.filter(({ id, kind }) => kind === 'course' && id === veda.id)).toEqual([]);
      expect(found.filter(({ id, kind }) => kind === 'payment' && id === paid.veda)).toEqual([]);
    }
  });

  it('from a teacher: everything but their own classes, their courses and students', async () => {
    expect((await find(teach, 'anu')).map(({ kind, title }) => [kind, title])).toEqual([['student', 'Anu']]);
    expect(await titles(teach, 'deepa')).toEqual([]);
    expect(await titles(teach, 'morning', 'class')).toEqual(['Morning']);
    expect(await titles(teach, 'evening')).toEqual([]);
    expect(await titles(teach, 'own')).toEqual([]);
  });
});

it('any text gets an answer', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ minLength: 1, maxLength: 100, unit: 'grapheme' }), async (text) => {
      const { status } = await app.call('search.find', { text }, { as: own });
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 50 },
  );
});
