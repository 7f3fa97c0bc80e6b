import { beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#server/test/office.ts';
import { one } from '#server/test/rows.ts';
import { admin, changeOf, other, own, teach, undoOffice } from '#server/test/undo-office.ts';

const { call, db, gita, leave, move, newPupil, setStatus, undo, veda } = await undoOffice();
/** Each test has a student of its own, enrolled in Gita Morning unless it says otherwise. */
let student: number;
beforeEach(async () => {
  ({ student } = await newPupil());
});

describe('who may', () => {
  test('a teacher not the actions of the office', async () => {
    const change = changeOf(await setStatus('Successful'));
    expect(refusal(await undo(change, teach))).toEqual(refusal(await undo(999_999_999, teach)));
  });

  test('a course admin not where a part of it lies in another course', async () => {
    const change = changeOf(await move(veda.id, veda.morning));
    expect((await undo(change, own)).status).toBe(404);
    expect((await undo(change, other)).status).toBe(404);
    expect((await undo(change, admin)).status).toBe(200);
  });

  test('a course admin not the actions of calls for other roles', async () => {
    const { id } = await one<{ id: number }>(db)`
      insert into homework (student_id, course_id, class_id, week_name, home_work)
      values (${student}, ${gita.id}, ${gita.morning}, 'Week 1', '') returning id
    `;
    const decided = await call('homework.accept_homework', { id, status: 'accepted' }, { as: teach });
    const change = changeOf(decided);
    expect((await undo(change, own)).status).toBe(404);
    expect((await undo(change, admin)).status).toBe(200);
  });

  test('a course admin what they did to their own students, as long as they are theirs', async () => {
    const region = (as: string) =>
      call('students.update_region', { user_id: student, region: 'India', course_id: gita.id }, { as });
    const byAdmin = changeOf(await region(admin));
    expect((await undo(byAdmin, own)).status).toBe(404);
    expect((await undo(byAdmin, admin)).status).toBe(200);
    const mine = changeOf(await region(own));
    const gone = changeOf(await leave());
    expect((await undo(mine, own)).status).toBe(404);
    expect((await undo(gone, own)).status).toBe(200);
    expect((await undo(mine, own)).status).toBe(200);
  });
});
