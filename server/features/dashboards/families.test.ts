import { cases } from '@gurukul/contract/cases';
import { dashboards } from '@gurukul/contract/dashboards';
import { myPage } from '@gurukul/contract/my-page';
import { students as studentCalls } from '@gurukul/contract/students';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { one, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { gita, students } = await foundSchool(db);
const { anu } = students;

interface Group {
  readonly kind: string;
  readonly count: number;
  readonly items: readonly { readonly line: string; readonly body?: string }[];
}

const today = async (as: string) =>
  ((await call(dashboards.get_today, {}, { as })).body.data as readonly Group[]).filter(
    ({ kind }) => kind === 'family_answer' || kind === 'correction',
  );
const kinds = async (as: string) => (await today(as)).map(({ kind, count }) => `${kind} ${count}`);

const wrote = async (kind: string, day: string | null = null) =>
  (
    await one<{ id: number }>(db)`
      insert into answers (student_id, course_id, class_id, kind, body, slot_id, on_date, is_extra, held_on, said_by)
      select ${anu}, ${gita.id}, ${gita.morning}, ${kind}, 'Namaste', case when ${day}::date is not null then s.id end,
        ${day}::date, case when ${day}::date is not null then false end, ${day}::date, ${anu}
      from class_slots s where s.class_id = ${gita.morning} limit 1
      returning id
    `
  ).id;

beforeEach(async () => {
  for (const table of ['answers_seen', 'answers', 'corrections', 'cases'])
    await db.query(`delete from ${table}`);
});

describe('what families write', () => {
  it('waits in Today of the teacher and the office until one of them has seen it', async () => {
    const message = await wrote('reply');
    await wrote('cannot_come', dayFromToday(3));
    for (const as of [admin, own, teach]) expect(await kinds(as)).toEqual(['family_answer 2']);
    expect(await kinds(other)).toEqual([]);
    await call(myPage.see_answers, { answer_ids: [message] }, { as: teach });
    expect(await kinds(own)).toEqual(['family_answer 1']);
  });

  it('waits no more when they come after all, or the meeting is over', async () => {
    await wrote('cannot_come', dayFromToday(-4));
    const absence = await wrote('cannot_come', dayFromToday(3));
    await run(db)`update answers set withdrawn_at = now() where id = ${absence}`;
    expect(await kinds(teach)).toEqual([]);
  });

  it('can be taken in hand by the teacher of the class alone', async () => {
    const line = `family_answer:${await wrote('reply')}`;
    const take = (as: string) => call(cases.assign, { lines: [line], owner_id: null }, { as });
    expect((await take(other)).status).toBe(404);
    expect((await take(teach)).status).toBe(200);
  });

  it('as a correction is for who may decide it', async () => {
    await run(
      db,
    )`insert into corrections (person_id, field, value, said_by) values (${anu}, 'city', 'Pune', ${anu})`;
    expect(await kinds(own)).toEqual(['correction 1']);
    expect(await kinds(admin)).toEqual(['correction 1']);
    expect(await kinds(other)).toEqual([]);
    expect(await kinds(teach)).toEqual([]);
  });
});

describe('where the office writes and calls', () => {
  it('is a guardian who may see, where the student has the address of one who may not', async () => {
    const guardian = async (name: string, maySee: boolean) => {
      const { id } = await one<{ id: number }>(db)`
        insert into people (first_name, email_id, phone_number, main_role)
        values (${name}, ${`${name}@home.test`}, ${maySee ? '+919800000001' : '+919800000002'}, 'guardian') returning id
      `;
      await run(
        db,
      )`insert into guardians (student_id, guardian_id, may_see) values (${anu}, ${id}, ${maySee})`;
    };
    await guardian('father', false);
    await run(
      db,
    )`update people set email_id = 'Father@home.test', phone_number = '98000 00002' where id = ${anu}`;
    const contact = async () =>
      (await call(studentCalls.get_single_student, { id: anu }, { as: own })).body.data[0].contact;
    expect(await contact()).toEqual({ email_id: '', phone_number: '' });
    await guardian('mother', true);
    expect(await contact()).toEqual({ email_id: 'mother@home.test', phone_number: '+919800000001' });
    const guardianFor = async (as: string) =>
      (await call(studentCalls.get_single_student, { id: anu }, { as })).body.data[0].guardian;
    const mother = { fullname: 'mother', email_id: 'mother@home.test', phone_number: '+919800000001' };
    expect([await guardianFor(own), await guardianFor(teach)]).toEqual([mother, null]);
    const roster = { course_id: gita.id, class_id: gita.morning, page: 1 };
    const { body } = await call(studentCalls.get_roster, roster, { as: own });
    const row = body.data.find(({ student_id }: { student_id: number }) => student_id === anu);
    expect(row).toMatchObject({ email_id: 'mother@home.test', phone_number: '+919800000001' });
  });
});
