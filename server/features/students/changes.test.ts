import { describe, expect, it } from 'vitest';
import { many, one } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { addEnrolment, admin, foundSchool, other, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, draft, students, staff } = await foundSchool(db);

const missing = 999_999;

await addEnrolment(db, { student: students.anu, course: draft.id, class: null });

type Row = Record<string, unknown>;
const enrolments = () =>
  many<Row>(db)`
    select id, student_id, course_id, payment_status, registration_status, ended_on from enrolments order by id
  `;
const regions = () => many<Row>(db)`select id, region from people order by id`;

const statusCalls = [
  ['payment_status', 'students.update_payment_status', 'Exempted'],
  ['registration_status', 'students.update_registration_status', 'Gold medalist'],
] as const;

describe.each(statusCalls)('the %s', (field, call, value) => {
  const set = (user_id: number, course_id: number, as?: string, to: string = value) =>
    office.call(call, { user_id, course_id, [field]: to }, { as });

  it('takes known values only', async () => {
    const before = await enrolments();
    for (const wrong of ['', 'exempted', 'Paid']) {
      expect((await set(students.anu, gita.id, own, wrong)).status).toBe(400);
    }
    expect(await enrolments()).toEqual(before);
  });

  it('of a course elsewhere, of an enrolment that ended or of nobody is not found', async () => {
    const before = await enrolments();
    const nobody = refusal(await set(missing, gita.id, own));
    expect(nobody.status).toBe(404);
    for (const [student, course] of [
      [students.esha, veda.id],
      [students.anu, missing],
      [students.anu, veda.id],
      [students.gone, gita.id],
      [students.free, gita.id],
    ] as const) {
      expect(refusal(await set(student, course, own))).toEqual(nobody);
    }
    expect(refusal(await set(students.anu, gita.id, other))).toEqual(nobody);
    expect(await enrolments()).toEqual(before);
  });

  it('changes the one current enrolment in that course, and the trail says who did it', async () => {
    const before = await enrolments();
    // Chitra's earlier enrolment in the same course stays as it is.
    expect((await set(students.chitra, gita.id, own)).body).toEqual({ status: 200, message: 'success' });
    const changed = (await enrolments()).filter(
      (enrolment, index) => enrolment[field] !== before[index]![field],
    );
    expect(changed).toMatchObject([
      { student_id: students.chitra, course_id: gita.id, ended_on: null, [field]: value },
    ]);
    const trail = await one<Row>(db)`
      select person_id, call, before, after from audit_entries where table_name = 'enrolments' and call = ${call}
    `;
    expect(trail).toMatchObject({ person_id: staff.own, call, after: { [field]: value } });
  });

  it('may go from any value to any other, also by an admin', async () => {
    const first = field === 'payment_status' ? 'Refunded' : 'Dropped';
    expect((await set(students.esha, veda.id, admin, first)).status).toBe(200);
    expect((await set(students.esha, veda.id, admin)).status).toBe(200);
    expect((await enrolments()).find((enrolment) => enrolment['student_id'] === students.esha)).toMatchObject(
      {
        [field]: value,
      },
    );
  });
});

describe('the region', () => {
  const set = (user_id: number, course_id: unknown, as?: string, region = 'India') =>
    office.call('students.update_region', { user_id, course_id, region }, { as });

  it('is never empty', async () => {
    expect((await set(students.anu, null, own, ' ')).status).toBe(400);
  });

  it('of a student elsewhere, or for a course without that student, is not found', async () => {
    const before = await regions();
    const nobody = refusal(await set(missing, null, own));
    expect(nobody.status).toBe(404);
    expect(refusal(await set(students.esha, null, own))).toEqual(nobody);
    expect(refusal(await set(students.free, null, own))).toEqual(nobody);
    expect(refusal(await set(students.gone, null, admin))).toEqual(nobody);
    expect(refusal(await set(staff.teach, null, admin))).toEqual(nobody);
    expect(refusal(await set(students.anu, veda.id, own))).toEqual(nobody);
    expect(refusal(await set(students.bala, draft.id, own))).toEqual(nobody);
    expect(await regions()).toEqual(before);
  });

  it.each([[null], ['---'], [''], [gita.id]])('changes the student alone, with course %j', async (course) => {
    await set(students.anu, null, admin, 'India');
    const region = 'Canada';
    expect((await set(students.anu, course, own, region)).status).toBe(200);
    expect((await regions()).filter((row) => row['region'] === region).map((row) => row['id'])).toEqual([
      students.anu,
    ]);
  });

  it('is set by an admin for a student in no course', async () => {
    expect((await set(students.free, '---', admin, 'Nepal')).status).toBe(200);
    expect((await regions()).find((row) => row['id'] === students.free)).toMatchObject({ region: 'Nepal' });
  });
});
