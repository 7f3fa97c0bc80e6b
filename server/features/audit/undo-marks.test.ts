import type { Change } from '@gurukul/contract/audit';
import type { AttendanceStatus } from '@gurukul/contract/attendance';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import type { Answer } from '#server/test/app.ts';
import { misjudged } from '#server/test/plain-due.ts';
import { admin, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { day, gita, students, staff } = await foundSchool(db);
const { anu, bala } = students;

const morning = { course_id: gita.id, class_id: gita.morning, attendance_date: day };
type Marks = Readonly<Record<number, AttendanceStatus>>;

const rowsOf = (marks: Marks) =>
  Object.entries(marks).map(([student_id, attendance_status]) => ({
    student_id: Number(student_id),
    attendance_status,
  }));

/** The three ways to mark a class. */
const ways: Readonly<Record<string, (as: string, marks: Marks) => Promise<Answer>>> = {
  'the roll call': async (as, marks) => {
    const seen = new Map((await stored()).map((row) => [row.student_id, row.status]));
    const sent = rowsOf(marks).map((row) => ({ ...row, seen: seen.get(row.student_id) ?? null }));
    return call('attendance.save_roll', { ...morning, marks: sent }, { as });
  },
  'Mark Attendance': (as, marks) =>
    call(
      'attendance.update_students_attendance',
      {
        ...morning,
        students: rowsOf(marks).map((row) => ({ ...row, student_attendance_id: '', attendance_id: '' })),
      },
      { as },
    ),
  'the register': (as, marks) => {
    const { attendance_date: date, ...ids } = morning;
    const attendence = rowsOf(marks).map(({ student_id, attendance_status }) => ({
      ...ids,
      date,
      student_id,
      attendence: attendance_status,
    }));
    return call('attendance.student_attendence', { attendence }, { as });
  },
};

const mark = ways['Mark Attendance']!;
const undo = (change_id: number, as: string) => call('audit.undo_change', { change_id }, { as });
const changeOf = ({ headers }: Answer) => Number(headers['change-id']);
const stored = () =>
  many<{ student_id: number; status: AttendanceStatus; corrected: boolean; marked_by: number }>(db)`
    select student_id, status, corrected_at is not null as corrected, marked_by from attendance order by student_id
  `;
const registers = async () => (await many(db)`select id from attendance_registers`).length;

beforeEach(async () => {
  await run(db)`delete from attendance`;
  await run(db)`delete from attendance_registers`;
  await run(db)`delete from homework`;
});

describe.each(Object.entries(ways))('marks made by %s', (_name, make) => {
  test.each([teach, own, admin])('are undone by %s, who made them', async (as) => {
    const change = changeOf(await make(as, { [anu]: 'present', [bala]: 'absent' }));
    expect(await stored()).toHaveLength(2);
    expect((await undo(change, as)).body).toMatchObject({ message: 'success', data: { rows: 3 } });
    expect(await stored()).toEqual([]);
    expect(await registers()).toBe(0);
    expect(await misjudged(db)).toEqual([]);
    expect(await undo(change, as)).toMatchObject({
      status: 409,
      body: { message: 'This was already undone' },
    });
  });

  test('stay where somebody has marked more of the class since', async () => {
    const change = changeOf(await make(teach, { [anu]: 'present' }));
    await mark(own, { [bala]: 'absent' });
    expect((await undo(change, teach)).status).toBe(409);
    expect(await stored()).toHaveLength(2);
  });
});

describe('a correction', () => {
  test.each(['the roll call', 'Mark Attendance'])(
    'made by %s is taken back to the mark of before',
    async (name) => {
      await mark(own, { [anu]: 'present', [bala]: 'absent' });
      const before = await stored();
      const change = changeOf(await ways[name]!(teach, { [anu]: 'drop-out', [bala]: 'drop-out' }));
      expect(await stored()).not.toEqual(before);
      expect((await undo(change, teach)).status).toBe(200);
      // Its author, and that it was never corrected, are as before too.
      expect(await stored()).toEqual(before);
    },
  );

  test('that somebody corrected again names that person', async () => {
    await mark(teach, { [anu]: 'present' });
    const change = changeOf(await mark(teach, { [anu]: 'absent' }));
    await mark(own, { [anu]: 'moved' });
    const refused = await undo(change, teach);
    expect(refused.status).toBe(409);
    expect(JSON.stringify(refused.body)).toContain('"by":"Own"');
    expect((await stored())[0]).toMatchObject({ status: 'moved' });
  });

  test('with the marks that are stored already is no change', async () => {
    await mark(teach, { [anu]: 'present' });
    expect((await mark(teach, { [anu]: 'present' })).headers['change-id']).toBeUndefined();
  });
});

describe('who may', () => {
  test('a teacher may undo their own marks, not those of the office or another teacher', async () => {
    const byOffice = changeOf(await mark(own, { [anu]: 'present' }));
    expect((await undo(byOffice, teach)).status).toBe(404);
    const byTeacher = changeOf(await mark(teach, { [anu]: 'absent' }));
    expect((await undo(byTeacher, elsewhere)).status).toBe(404);
    expect((await undo(byTeacher, teach)).status).toBe(200);
  });

  test('the office may undo a teacher’s marks, in its own courses', async () => {
    const change = changeOf(await mark(teach, { [anu]: 'present' }));
    expect((await undo(change, other)).status).toBe(404);
    expect((await undo(change, own)).status).toBe(200);
  });

  test('a teacher may not in a class that is no longer theirs', async () => {
    const change = changeOf(await mark(teach, { [anu]: 'present' }));
    const mine = sql`teacher_id = ${staff.teach} and course_id = ${gita.id}`;
    await run(db)`update slot_teachers set ended_at = now() where ${mine}`;
    expect((await undo(change, teach)).status).toBe(404);
    await run(db)`update slot_teachers set ended_at = null where ${mine}`;
    expect((await undo(change, teach)).status).toBe(200);
  });

  test('nobody may where the class was deleted since', async () => {
    await mark(teach, { [anu]: 'present' });
    const change = changeOf(await mark(teach, { [anu]: 'absent' }));
    await run(db)`update classes set deleted_at = now() where id = ${gita.morning}`;
    expect((await undo(change, admin)).status).toBe(409);
    await run(db)`update classes set deleted_at = null where id = ${gita.morning}`;
  });
});

test('rolls are in the timelines, can be undone there, and do not fill the bin', async () => {
  const change = changeOf(await mark(teach, { [anu]: 'present' }));
  const { body: bin } = await call('audit.get_bin', { search: '', before: '' }, { as: own });
  expect(bin.data.map((row: Change) => row.change_id)).not.toContain(change);
  const asked = { person_id: '', course_id: gita.id, side: 'about', before: '' };
  const { body: timeline } = await call('audit.get_timeline', asked, { as: own });
  const row = timeline.data.find((found: Change) => found.change_id === change);
  expect(row.undo).toMatchObject({ can: true, why: null });
});

describe('homework that a teacher decided', () => {
  const handIn = async () =>
    (
      await one<{ id: number }>(db)`
        insert into homework (student_id, course_id, class_id, week_name, home_work)
        values (${anu}, ${gita.id}, ${gita.morning}, 'Week 1', '') returning id
      `
    ).id;
  const decisions = () => many(db)`select status, decided_by, decided_at from homework order by id`;
  const waiting = { status: 'pending', decided_by: null, decided_at: null };

  test('waits again, one by one and all at once, and can be decided again', async () => {
    const [first, second] = [await handIn(), await handIn()];
    const single = changeOf(
      await call('homework.accept_homework', { id: first, status: 'rejected' }, { as: teach }),
    );
    expect((await undo(single, teach)).status).toBe(200);
    const bulk = changeOf(
      await call('homework.decide_homework', { ids: [first, second], status: 'accepted' }, { as: teach }),
    );
    expect((await undo(single, teach)).status).toBe(409);
    expect((await undo(bulk, elsewhere)).status).toBe(404);
    expect((await undo(bulk, teach)).status).toBe(200);
    expect(await decisions()).toEqual([waiting, waiting]);
    const again = await call('homework.accept_homework', { id: first, status: 'accepted' }, { as: teach });
    expect(again.status).toBe(200);
  });
});
