import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { admin, changeOf, own, refusedSince, undoOffice } from '#server/test/undo-office.ts';

const { add, app, call, db, gita, newPupil, staff, undo } = await undoOffice();
/** Each test has a student of its own, enrolled in Gita Morning unless it says otherwise. */
let name: string;
beforeEach(async () => {
  ({ name } = await newPupil());
});

describe('teachers and their classes', () => {
  const teacherOf = async (slot: number) =>
    (
      await many<{ id: number }>(db)`
        select teacher_id as id from slot_teachers where slot_id = ${slot} and ended_at is null
      `
    ).map(({ id }) => id);
  const makeTeacher = async (suffix: string) => {
    const id = await add.person(`${name}${suffix}`, 'teacher');
    await add.associate(gita.id, id, 3);
    return id;
  };
  /** A slot of an own class. */
  const makeSlot = async (day: string, time: string) =>
    add.slot(gita.id, await add.class(gita.id, `${name} ${day} ${time}`), day, time);
  const give = (slot: number, teacher: number, more: object = {}) =>
    call(
      'assignments.add_teacher_to_class',
      { course_id: gita.id, id: slot, user_id: teacher, ...more },
      { as: own },
    );
  const replace = async (slot: number, teacher: number, more: object = {}) => {
    const { id, class_id } = await one<{ id: number; class_id: number }>(db)`
      select t.id, s.class_id from slot_teachers t join class_slots s on s.id = t.slot_id
      where t.slot_id = ${slot} and t.ended_at is null
    `;
    const input = { course_id: gita.id, class_id, assigned_id: id, user_id: teacher, ...more };
    return call('assignments.replace_teacher_to_class', input, { as: own });
  };
  const deleteTeacher = (teacher_id: number) => call('people.delete_teacher', { teacher_id }, { as: admin });

  test('a replacement is undone, unless the teacher teaches something else by then', async () => {
    const [first, second] = [await makeTeacher('x'), await makeTeacher('y')];
    const slot = await makeSlot('wednesday', '03:00');
    await give(slot, first);
    const change = changeOf(await replace(slot, second));
    const rival = await makeSlot('wednesday', '03:30');
    const given = changeOf(await give(rival, first));
    expect(Object.values(refusedSince(await undo(change, own)))).toEqual([
      `${name}x teaches something else by now at the time of ${name} wednesday 03:00`,
    ]);
    expect(await teacherOf(slot)).toEqual([second]);
    expect((await undo(given, own)).status).toBe(200);
    expect((await undo(change, own)).status).toBe(200);
    expect(await teacherOf(slot)).toEqual([first]);
  });

  test('two assignments that overlapped before overlap again', async () => {
    const [first, second] = [await makeTeacher('x'), await makeTeacher('y')];
    const slot = await makeSlot('wednesday', '03:00');
    const rival = await makeSlot('wednesday', '03:30');
    await give(slot, first);
    await give(rival, first, { allow_overlap: true });
    const change = changeOf(await replace(slot, second));
    expect((await undo(change, own)).status).toBe(200);
    expect(await teacherOf(slot)).toEqual([first]);
  });

  test('a deleted teacher has their classes again, but no session and no invitation', async () => {
    const teacher = await makeTeacher('x');
    const slot = await makeSlot('wednesday', '03:00');
    await give(slot, teacher);
    const email = `${name}x@office.test`.toLowerCase();
    const token = await app.tokenOf(email);
    await run(db)`
      insert into invites (hash, email_id, role, invited_by, expires_at)
      values (sha256(${randomUUID()}::bytea), 'z@office.test', 'teacher', ${teacher}, now() + interval '1 day')
    `;
    const change = changeOf(await deleteTeacher(teacher));
    expect((await undo(change, admin)).status).toBe(200);
    const profile = await app.app.inject({
      url: `/api/user_details/get_user_profile/${teacher}`,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(profile.statusCode).toBe(401);
    const invites = sql`select revoked_at is null as lives from invites where invited_by = ${teacher}`;
    expect(await many(db)`${invites}`).toEqual([{ lives: false }]);
  });

  test('a deleted teacher does not push out the person who got their class', async () => {
    const [first, second] = [await makeTeacher('x'), await makeTeacher('y')];
    const slot = await makeSlot('wednesday', '03:00');
    await give(slot, first);
    const change = changeOf(await deleteTeacher(first));
    await give(slot, second);
    expect(refusedSince(await undo(change, admin))).toEqual({
      slot_teachers_one_per_slot: 'The class has another teacher by now',
    });
    expect(await teacherOf(slot)).toEqual([second]);
  });

  test('an assignment stays while the teacher is deleted, or no longer of the course', async () => {
    const [first, second] = [await makeTeacher('x'), await makeTeacher('y')];
    const slot = await makeSlot('wednesday', '03:00');
    await give(slot, first);
    const change = changeOf(await replace(slot, second));
    const ended = changeOf(
      await call('assignments.course_assign', { course_id: gita.id, user_id: first }, { as: own }),
    );
    expect(Object.values(refusedSince(await undo(change, own)))).toEqual([
      `${name}x is no longer associated with the course Gita`,
    ]);
    const gone = changeOf(await deleteTeacher(first));
    expect(Object.values(refusedSince(await undo(change, admin)))).toEqual([
      `${name}x is no longer a teacher`,
    ]);
    expect(Object.values(refusedSince(await undo(ended, admin)))).toEqual([
      `${name}x is no longer a teacher`,
    ]);
    for (const step of [gone, ended, change]) expect((await undo(step, admin)).status).toBe(200);
    expect(await teacherOf(slot)).toEqual([first]);
  });

  test('an association stays while the teacher teaches in the course', async () => {
    const teacher = await add.person(`${name}x`, 'teacher');
    const begun = changeOf(
      await call('assignments.course_assign', { course_id: gita.id, user_id: teacher }, { as: own }),
    );
    const slot = await makeSlot('wednesday', '03:00');
    const given = changeOf(await give(slot, teacher));
    expect(Object.values(refusedSince(await undo(begun, own)))).toEqual([
      `${name}x has class assignments by now`,
    ]);
    expect((await undo(given, own)).status).toBe(200);
    expect((await undo(begun, own)).status).toBe(200);
  });

  test('an assignment in which rolls were called stays', async () => {
    const teacher = await makeTeacher('x');
    const slot = await makeSlot('wednesday', '03:00');
    const given = changeOf(await give(slot, teacher));
    await run(db)`
      insert into attendance_registers (course_id, class_id, attendance_date, taken_by)
      select course_id, class_id, current_date, ${teacher} from class_slots where id = ${slot}
    `;
    expect(Object.values(refusedSince(await undo(given, own)))).toEqual([
      `${name}x has taken attendance in ${name} wednesday 03:00 since`,
    ]);
  });

  test('courses go back to their course admin, unless they have another', async () => {
    const lead = await add.person(`${name}x`, 'courseadmin');
    const [one1, two] = [await add.course(`A ${name}`, lead), await add.course(`B ${name}`, lead)];
    const change = changeOf(await call('people.delete_course_admin', { user_id: lead }, { as: admin }));
    await run(db)`update courses set courseadmin_id = ${staff.other} where id = ${two}`;
    expect(Object.values(refusedSince(await undo(change, admin)))[0]).toContain(
      `B ${name}: courseadmin was changed`,
    );
    await run(db)`update courses set courseadmin_id = null where id = ${two}`;
    expect((await undo(change, admin)).status).toBe(200);
    const leads = sql`select courseadmin_id, version from courses where id in (${one1}, ${two}) order by id`;
    // Deleted, renamed, restored, undone: a form that was open all the while gets the refusal.
    expect(await many(db)`${leads}`).toEqual([
      { courseadmin_id: lead, version: 3 },
      { courseadmin_id: lead, version: 3 },
    ]);
  });
});
