import type { SelectionChange } from '@gurukul/contract/selection';
import { noCourse } from '@gurukul/contract/students';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { many, run } from '#server/test/rows.ts';
import { addEnrolment, admin, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { call, database, db } = office;
const owner = new pg.Client(database.owner);
await owner.connect();
afterAll(() => owner.end());
const { gita, veda, students, staff } = await foundSchool(db);

const ticked = (...rows: readonly (readonly [student: number, course: number | typeof noCourse])[]) => ({
  list: { course_status: 'all' },
  rows: rows.map(([student_id, course_id]) => ({ student_id, course_id })),
});
const everybody = { list: { course_status: 'all' } };
const preview = (selected: object, change: SelectionChange, as = own) =>
  call('selection.preview_change', { selected, change }, { as });
const save = (selected: object, change: SelectionChange, digest: string, as = own) =>
  call('selection.save_change', { selected, change, digest }, { as });
/** Previews and saves; the digest stays out of the comparison. */
async function change(selected: object, wanted: SelectionChange, as = own) {
  const { body } = await preview(selected, wanted, as);
  const { digest, ...shown } = body.data;
  const saved = await save(selected, wanted, digest, as);
  expect(saved.body.data).toEqual({
    selected: shown.selected,
    changed: shown.changes,
    stayed: shown.selected - shown.changes,
  });
  const stayed = shown.stays.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  expect(shown.changes + stayed).toBe(shown.selected);
  return { shown, changeId: Number(saved.headers['change-id']) };
}
const statuses = () =>
  many<{ fullname: string; payment_status: string | null }>(db)`
    select p.fullname, e.payment_status from enrolments e join people p on p.id = e.student_id
    where e.ended_on is null order by p.fullname
  `;
const places = (student: number) =>
  many(db)`
    select course_id, class_id from enrolments where student_id = ${student} and ended_on is null order by id
  `;

const paid = { kind: 'payment_status', payment_status: 'Successful' } as const;

beforeEach(async () => {
  await run(db)`update enrolments set payment_status = null`;
});

describe('a change of selected students', () => {
  test('tells beforehand who changes and who stays, and does exactly that', async () => {
    await run(db)`update enrolments set payment_status = 'Successful' where student_id = ${students.bala}`;
    const selected = ticked(
      [students.anu, gita.id],
      [students.bala, gita.id],
      // In a course of somebody else; deleted; there is nobody of this id.
      [students.esha, veda.id],
      [students.gone, gita.id],
      [999_999, gita.id],
    );
    const { shown } = await change(selected, paid);
    expect(shown).toEqual({
      selected: 5,
      changes: 1,
      stays: [
        { reason: 'same', count: 1, names: ['Bala'] },
        { reason: 'gone', count: 3, names: [] },
      ],
    });
    expect((await statuses()).filter(({ payment_status }) => payment_status !== null)).toEqual([
      { fullname: 'Anu', payment_status: 'Successful' },
      { fullname: 'Bala', payment_status: 'Successful' },
    ]);
  });

  test('of all that a list finds reaches the own courses only', async () => {
    expect((await change(everybody, paid)).shown).toMatchObject({ selected: 4, changes: 4 });
    expect(await statuses()).toContainEqual({ fullname: 'Esha', payment_status: null });
    expect((await change(everybody, paid, other)).shown).toMatchObject({ selected: 1, changes: 1 });
  });

  test('is refused with the digest of another change, or of another person’s preview', async () => {
    const before = await statuses();
    const failed = { kind: 'payment_status', payment_status: 'Failed' } as const;
    const again = (await preview(everybody, paid)).body.data.digest;
    expect((await save(everybody, failed, again)).status).toBe(409);
    expect((await save(everybody, paid, again, other)).status).toBe(409);
    expect(await statuses()).toEqual(before);
  });

  test('is one change with one Undo of exactly these rows', async () => {
    await run(db)`update enrolments set payment_status = 'Failed' where student_id = ${students.bala}`;
    const before = await fingerprint(db);
    const { changeId } = await change(everybody, paid);
    expect(await fingerprint(db)).not.toEqual(before);
    expect((await call('audit.undo_change', { change_id: changeId }, { as: own })).status).toBe(200);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('that meets an error changes nobody', async () => {
    const before = await fingerprint(db);
    const { body } = await preview(everybody, paid);
    await owner.query(`
      create function stop_here() returns trigger language plpgsql as $$ begin raise 'stop'; end $$;
      create trigger stop_here before update on enrolments for each row
        when (new.student_id = ${students.deepa}) execute function stop_here()`);
    const answer = await save(everybody, paid, body.data.digest);
    await run(owner)`drop trigger stop_here on enrolments; drop function stop_here()`;
    expect(answer.status).toBe(500);
    expect(await fingerprint(db)).toEqual(before);
  });

  test('belongs to the office; a teacher and a visitor get a refusal', async () => {
    for (const as of [teach, undefined]) {
      const status = as === undefined ? 401 : 403;
      expect(
        (await call('selection.preview_change', { selected: everybody, change: paid }, { as })).status,
      ).toBe(status);
    }
    expect((await preview(everybody, { kind: 'delete' })).status).toBe(403);
    expect((await save(everybody, { kind: 'delete' }, '')).status).toBe(403);
    const foreign = { kind: 'move', course_id: veda.id, class_id: veda.morning } as const;
    expect((await preview(everybody, foreign)).status).toBe(404);
  });
});

describe('each kind of change', () => {
  test('about the student counts a student of several courses once', async () => {
    await addEnrolment(db, { student: students.anu, course: veda.id, class: null });
    const selected = ticked([students.anu, gita.id], [students.anu, veda.id], [students.free, noCourse]);
    const { shown } = await change(selected, { kind: 'region', region: 'Nepal' }, admin);
    expect(shown).toMatchObject({ selected: 3, changes: 2, stays: [{ reason: 'again', count: 1 }] });
    expect((await change(selected, { kind: 'language', language: 'Telugu' }, admin)).shown.changes).toBe(2);
    const people = await many(db)`
      select fullname from people where region = 'Nepal' and language = 'Telugu' order by fullname
    `;
    expect(people).toEqual([{ fullname: 'Anu' }, { fullname: 'Free' }]);
    await run(db)`delete from enrolments where student_id = ${students.anu} and course_id = ${veda.id}`;
  });

  test('about the place in a course leaves students without a course alone', async () => {
    const selected = ticked([students.free, noCourse], [students.anu, gita.id]);
    for (const wanted of [paid, { kind: 'registration_status', registration_status: 'Memorizer' } as const]) {
      expect((await change(selected, wanted, admin)).shown).toMatchObject({
        changes: 1,
        stays: [{ reason: 'no_course', count: 1, names: ['Free'] }],
      });
    }
  });

  test('a move fills the free places of the class, then says that it is full', async () => {
    await run(db)`
      update course_teachers set strength = 3
      where course_id = ${gita.id} and teacher_id = ${staff.elsewhere}
    `;
    // Chitra and Deepa are there, so one more has a place.
    const selected = ticked([students.anu, gita.id], [students.bala, gita.id], [students.deepa, gita.id]);
    const move = { kind: 'move', course_id: gita.id, class_id: gita.evening } as const;
    const { shown, changeId } = await change(selected, move);
    expect(shown).toMatchObject({
      changes: 1,
      stays: [
        { reason: 'same', count: 1, names: ['Deepa'] },
        { reason: 'class_full', count: 1, names: ['Bala'] },
      ],
    });
    expect(await places(students.anu)).toEqual([{ course_id: gita.id, class_id: gita.evening }]);
    expect((await change(selected, { ...move, even_if_full: true })).shown.changes).toBe(1);
    expect((await call('audit.undo_change', { change_id: changeId }, { as: own })).status).toBe(200);
    expect(await places(students.anu)).toEqual([{ course_id: gita.id, class_id: gita.morning }]);
  });

  test('a move to another course takes nobody who is there already, and begins for those in none', async () => {
    await addEnrolment(db, { student: students.deepa, course: veda.id, class: null });
    const selected = ticked([students.free, noCourse], [students.deepa, gita.id]);
    const { shown } = await change(selected, { kind: 'move', course_id: veda.id, class_id: null }, admin);
    expect(shown).toMatchObject({ changes: 1, stays: [{ reason: 'in_course', count: 1, names: ['Deepa'] }] });
    expect(await places(students.free)).toEqual([{ course_id: veda.id, class_id: null }]);
  });

  test('ends places in courses, and deletes accounts', async () => {
    const { shown } = await change(ticked([students.free, veda.id]), { kind: 'unassociate' }, admin);
    expect(shown.changes).toBe(1);
    expect(await places(students.free)).toEqual([]);
    await change(ticked([students.free, noCourse], [students.esha, veda.id]), { kind: 'delete' }, admin);
    const left = await many(db)`
      select deleted_at is null as is_there from people where id in (${students.free}, ${students.esha})
    `;
    expect(left).toEqual([{ is_there: false }, { is_there: false }]);
    expect(await places(students.esha)).toEqual([]);
  });
});
