import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office as officeOf } from '#server/test/office.ts';
import { foundSchool, own, teach } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { day, gita, students, staff } = await foundSchool(db);
const add = officeOf(db);
const { anu } = students;

const morning = { course_id: gita.id, class_id: gita.morning, attendance_date: day };

const changes = (as: string, student_attendance_id: number) =>
  office.call('attendance.get_mark_changes', { student_attendance_id }, { as });
const correct = (as: string, attendance_status: string, student_id = anu) =>
  office.call(
    'attendance.update_students_attendance',
    { ...morning, students: [{ student_id, attendance_status }] },
    { as },
  );
const save = (as: string, attendance_status: string, seen: string | null) =>
  office.call(
    'attendance.save_roll',
    { ...morning, marks: [{ student_id: anu, attendance_status, seen }] },
    { as },
  );
const markId = async () =>
  (await one<{ id: number }>(db)`select id from attendance where student_id = ${anu}`).id;
const stepsOf = async (as: string, id: number) =>
  (await changes(as, id)).body.data.map((step: Record<string, unknown>) => [
    step['changed_by'],
    step['from'],
    step['to'],
  ]);

/** As the owner, who leaves no audit trail. */
async function asOwner(work: (owner: pg.Client) => Promise<unknown>) {
  const owner = new pg.Client(office.database.owner);
  await owner.connect();
  try {
    await run(owner)`select set_config('gurukul.audit', 'off', false)`;
    await work(owner);
  } finally {
    await owner.end();
  }
}

const layDown = (markedBy: number | null, markedAt: string) =>
  asOwner((owner) =>
    owner.query(
      `with register as (
         insert into attendance_registers (course_id, class_id, attendance_date)
         values ($1, $2, $3) returning id, class_id, course_id, attendance_date
       )
       insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_by, marked_at)
       select attendance_date, $4, course_id, class_id, id, 'moved', $5, $6 from register`,
      [gita.id, gita.morning, day, anu, markedBy, markedAt],
    ),
  );

beforeEach(async () => {
  await run(db)`delete from attendance`;
  await run(db)`delete from attendance_registers`;
});

describe('the changes of a mark', () => {
  it('are its creation and every change, oldest first, for every way of marking', async () => {
    await office.call(
      'attendance.student_attendence',
      {
        attendence: [
          {
            student_id: anu,
            course_id: gita.id,
            class_id: gita.morning,
            date: day,
            attendence: 'absent',
          },
        ],
      },
      { as: teach },
    );
    await correct(own, 'absent');
    await correct(own, 'present');
    await save(teach, 'moved', 'present');
    const { body } = await changes(own, await markId());
    expect(body.data).toEqual([
      { changed_by: 'Teach', changed_at: expect.any(String), from: null, to: 'absent' },
      { changed_by: 'Own', changed_at: expect.any(String), from: 'absent', to: 'present' },
      { changed_by: 'Teach', changed_at: expect.any(String), from: 'present', to: 'moved' },
    ]);
    const instants = body.data.map((step: { changed_at: string }) => step.changed_at);
    expect(instants).toEqual(instants.toSorted());
  });

  it('the marking lists say of corrected marks that they are, and nothing of others', async () => {
    await correct(own, 'present');
    const listed = async () =>
      (await office.call('attendance.get_students_attendence', morning, { as: own })).body.data[0];
    await correct(own, 'present');
    expect(await listed()).not.toHaveProperty('corrected');
    await correct(own, 'absent');
    expect((await listed()).corrected).toBe(true);
    // Back to its first value, which is a correction too.
    await correct(own, 'present');
    expect((await listed()).corrected).toBe(true);
  });

  it('so does the history, with the mark’s id', async () => {
    const asked = { user_id: staff.teach, course: 0, class: 0 };
    const listed = async (input: object) =>
      (await office.call('attendance.get_attendence_for_teacher', input, { as: teach })).body.data[0];
    await correct(own, 'present');
    expect(await listed(asked)).not.toHaveProperty('corrected');
    expect(await listed(asked)).not.toHaveProperty('student_attendance_id');
    await correct(own, 'absent');
    const told = { corrected: true, student_attendance_id: await markId() };
    expect(await listed(asked)).toMatchObject(told);
    expect(await listed({ ...asked, page: 1 })).toMatchObject(told);
  });

  it('name people who were deleted since', async () => {
    const leaver = await add.person('Leaver', 'courseadmin');
    await run(db)`update courses set courseadmin_id = ${leaver} where id = ${gita.id}`;
    await correct('leaver@office.test', 'present');
    await run(db)`update courses set courseadmin_id = ${staff.own} where id = ${gita.id}`;
    await add.remove('people', leaver);
    expect(await stepsOf(own, await markId())).toEqual([['Leaver', null, 'present']]);
  });

  it.each([
    ['a teacher', staff.teach, 'Teach'],
    ['nobody', null, null],
  ])('of a mark from the first data for %s begin with its first value', async (_, by, name) => {
    await layDown(by, '2026-01-02T03:04:05Z');
    const id = await markId();
    expect(
      await many(db)`select id from audit_entries where row_id = ${id}::text and table_name = 'attendance'`,
    ).toEqual([]);
    const made = { changed_by: name, changed_at: '2026-01-02T03:04:05.000Z', from: null, to: 'moved' };
    expect((await changes(own, id)).body.data).toEqual([made]);
    // The first change does not replace the author for the teacher, so only the second shows.
    await correct(teach, 'present');
    await correct(own, 'absent');
    const { body } = await changes(own, id);
    expect(body.data[0]).toEqual(made);
    expect(body.data.slice(1)).toMatchObject([
      { changed_by: 'Teach', from: 'moved', to: 'present' },
      { changed_by: 'Own', from: 'present', to: 'absent' },
    ]);
  });
});
