import { audit } from '@gurukul/contract/audit';
import { meetings, type Meeting } from '@gurukul/contract/meetings';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { deliveredMails } from '#server/test/outbox.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, dayFromToday, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const { call, config, db } = await testApp({ database: 'empty' });
const { gita, staff, students } = await foundSchool(db);
await run(db)`update courses set start_date = current_date - 60 where id = ${gita.id}`;

/** A Monday that is more than ten days ago, when Chitra was still in the class, and the next one. */
const [past, ahead] = [-17, 3].map((from) =>
  [0, 1, 2, 3, 4, 5, 6].map((n) => dayFromToday(from + n)).find((day) => new Date(day).getUTCDay() === 1)!,
);
const { id: slotId } = await one<{ id: number }>(db)`
  select id from class_slots where class_id = ${gita.morning} and class_day = 'monday'
`;
const link = 'https://watch.test/gita';

const set = (input: object = {}, as = own) =>
  call(meetings.set_recording, { slot_id: slotId, on_date: past, recording_link: link, ...input }, { as });
const listed = async (as = own): Promise<Meeting | undefined> => {
  const { body } = await call(meetings.get_meetings, { from: past, to: past, class_id: null }, { as });
  return body.data.find((meeting: Meeting) => meeting.slot_id === slotId);
};
const told = async () =>
  (
    await many<{ person_id: number }>(
      db,
    )`select person_id from mails where state = 'queued' order by person_id`
  ).map(({ person_id }) => person_id);

/** Anu and Chitra were absent, Bala was there. */
const register = await one<{ id: number }>(db)`
  insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date, taken_by)
  values (${gita.id}, ${gita.morning}, ${past}, ${slotId}, ${past}, ${staff.teach})
  returning id
`;
for (const [student, status] of [
  [students.anu, 'absent'],
  [students.chitra, 'absent'],
  [students.bala, 'present'],
])
  await run(db)`
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_by)
    values (${past}, ${student}, ${gita.id}, ${gita.morning}, ${register.id}, ${status}, ${staff.teach})
  `;

beforeEach(async () => {
  await run(db)`delete from kept_mails`;
  await run(db)`delete from mails`;
  await run(db)`delete from meetings`;
});

describe('a recording', () => {
  it('is set by the office and the teacher of the meeting; others do not find it', async () => {
    for (const as of [admin, own, teach]) expect((await set({}, as)).status).toBe(200);
    for (const as of [other, elsewhere]) expect(refusal(await set({}, as))).toMatchObject({ status: 404 });
    await run(db)`update meetings set teacher_id = ${staff.elsewhere}`;
    expect((await set({}, elsewhere)).status).toBe(200);
    expect(refusal(await set({}, teach))).toMatchObject({ status: 404 });
  });

  it('is of a meeting that has begun and took place', async () => {
    expect(refusal(await set({ on_date: ahead }))).toMatchObject({ status: 409 });
    await run(db)`
      insert into meetings (course_id, class_id, slot_id, on_date, state)
      values (${gita.id}, ${gita.morning}, ${slotId}, ${past}, 'canceled')
    `;
    expect(refusal(await set())).toMatchObject({ status: 409 });
    expect((await listed())?.recording_link).toBeNull();
  });

  it('stands beside the meeting for who sees it, leaves nothing behind, and can be undone', async () => {
    expect((await set()).status).toBe(200);
    expect(await listed(teach)).toMatchObject({ recording_link: link, state: 'planned', has_roll: true });
    expect(await listed(elsewhere)).toBeUndefined();
    const { headers } = await set({ recording_link: '' });
    expect(await many(db)`select id from meetings`).toEqual([]);
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: own });
    expect(await listed()).toMatchObject({ recording_link: link });
  });

  it('is told to students of the class who were absent, unless nobody is to hear of it', async () => {
    await set({ tell: false });
    expect(await told()).toEqual([]);
    const { headers } = await set({ recording_link: `${link}?v=1` });
    expect(await told()).toEqual([students.anu]);
    await call(audit.undo_change, { change_id: Number(headers['change-id']) }, { as: own });
    expect(await told()).toEqual([]);
    await set({ recording_link: `${link}?v=2` });
    const { to, subject, text } = (await deliveredMails({ config, db })).at(-1)!;
    expect(to).toContain('anu@');
    expect(subject).toMatch(/^Recording: Morning, Monday /);
    expect(text).toMatch(/There is a recording of this class, [^]*Link: https:\/\/watch\.test\/gita\?v=2/);
    expect(text).not.toMatch(/as usual|Join:/);
  });
});
