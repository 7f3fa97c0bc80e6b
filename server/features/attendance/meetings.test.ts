import type { MeetingRow } from '@gurukul/contract/attendance';
import { attendance } from '@gurukul/contract/attendance';
import { describe, expect, it } from 'vitest';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { dayFromToday, elsewhere, foundSchool, own, teach } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const { gita, veda, staff, students } = await foundSchool(db);

await run(db)`update courses set start_date = ${dayFromToday(-200)}::date, course_duration = 'yearly'`;
await run(db)`update class_slots set created_at = now() - interval '190 days'`;
await run(db)`update slot_teachers set assigned_at = now() - interval '190 days'`;
await run(db)`update enrolments set started_on = ${dayFromToday(-190)} where ended_on is null`;

const ask = (input: object, as = own) => server.call(attendance.get_meetings, input, { as });
const meetings = async (input: object, as = own): Promise<MeetingRow[]> => (await ask(input, as)).body.data;
const ofMorning = () => meetings({ class_id: gita.morning });

/** Marks students of Gita Morning, as the office; the register opens that many hours after the meeting. */
async function call(
  day: string,
  marks: Readonly<Record<number, string>>,
  hoursLater: number,
  endsAt: string,
) {
  const answer = await server.call(
    attendance.update_students_attendance,
    {
      course_id: gita.id,
      class_id: gita.morning,
      attendance_date: day,
      students: Object.entries(marks).map(([student, attendance_status]) => ({
        student_id: Number(student),
        attendance_status,
        student_attendance_id: '',
        attendance_id: '',
      })),
    },
    { as: own },
  );
  expect(answer.status).toBe(200);
  const taken = new Date(Date.parse(endsAt) + hoursLater * 3_600_000).toISOString();
  await run(db)`
    update attendance_registers set taken_at = ${taken}
    where class_id = ${gita.morning} and attendance_date = ${day}
  `;
}

describe('the meetings of a class', () => {
  it('are those of twelve weeks that are over, latest first, one for each date', async () => {
    const all = await ofMorning();
    const days = all.map(({ attendance_date }) => attendance_date);
    expect(days).toEqual([...new Set(days)].toSorted().toReversed());
    expect(days.length).toBeGreaterThanOrEqual(24);
    expect(days.length).toBeLessThanOrEqual(26);
    expect(days.at(-1)! >= dayFromToday(-85)).toBe(true);
    for (const { ends_at, starts_at, zone } of all) {
      expect(Date.parse(ends_at!)).toBeLessThanOrEqual(Date.now());
      expect(Date.parse(ends_at!) - Date.parse(starts_at!)).toBe(3_600_000);
      expect(zone).toBe('Asia/Kolkata');
    }
    expect(all[0]).toMatchObject({
      class_name: 'Morning',
      course_name: 'Gita',
      teacher: { user_id: staff.teach, fullname: 'Teach' },
      taken_by: null,
      students: 2,
      state: 'not_called',
    });
  });

  it('say who called the roll, when, and how far', async () => {
    const [first, second, third] = await ofMorning();
    const both = { [students.anu]: 'present', [students.bala]: 'absent' };
    await call(first!.attendance_date, both, 23, first!.ends_at!);
    await call(second!.attendance_date, both, 25, second!.ends_at!);
    await call(third!.attendance_date, { [students.anu]: 'present' }, 1, third!.ends_at!);
    expect((await ofMorning()).slice(0, 4)).toMatchObject([
      { state: 'called', marked: 2, present: 1, taken_by: { user_id: staff.own } },
      { state: 'late', marked: 2, taken_by: { user_id: staff.own } },
      { state: 'partly', marked: 1, students: third!.students },
      { state: 'not_called', marked: 0, taken_by: null },
    ]);
  });

  it('contain the roll of a day on which the class does not meet', async () => {
    const met = new Set((await ofMorning()).map(({ attendance_date }) => attendance_date));
    const free = [-1, -2, -3].map((days) => dayFromToday(days)).find((day) => !met.has(day))!;
    await call(free, { [students.anu]: 'present', [students.bala]: 'present' }, 0, new Date().toISOString());
    expect((await ofMorning()).find(({ attendance_date }) => attendance_date === free)).toMatchObject({
      starts_at: null,
      zone: null,
      teacher: null,
      state: 'called',
    });
  });

  it('begin with the slot and end with the course; a day without students has nobody', async () => {
    const evening = () => meetings({ class_id: gita.evening });
    await run(db)`
      update class_slots set created_at = now() - interval '20 days' where class_id = ${gita.evening}
    `;
    const few = await evening();
    expect(few.length).toBeGreaterThanOrEqual(2);
    expect(few.length).toBeLessThanOrEqual(3);
    await run(db)`
      update enrolments set started_on = ${dayFromToday(0)} where class_id = ${gita.evening} and ended_on is null
    `;
    const past = (await evening()).filter(({ attendance_date }) => attendance_date < dayFromToday(0));
    expect(past.length).toBeGreaterThan(0);
    for (const { state } of past) expect(state).toBe('nobody');
    await run(db)`update courses set start_date = ${dayFromToday(-700)}::date where id = ${veda.id}`;
    expect(await meetings({ class_id: veda.morning }, elsewhere)).toEqual([]);
    await run(db)`update courses set start_date = ${dayFromToday(-200)}::date where id = ${veda.id}`;
  });
});

describe('the meetings of a teacher', () => {
  it('are those of four weeks in the slots that they teach, since they teach them', async () => {
    const all = await meetings({ teacher_id: staff.elsewhere }, elsewhere);
    expect(new Set(all.map(({ class_id }) => class_id))).toEqual(new Set([gita.evening, veda.morning]));
    expect(all.every(({ attendance_date }) => attendance_date >= dayFromToday(-29))).toBe(true);
    await run(db)`
      update slot_teachers set assigned_at = now() - interval '1 hour' where teacher_id = ${staff.elsewhere}
    `;
    expect(await meetings({ teacher_id: staff.elsewhere }, elsewhere)).toEqual([]);
    await run(db)`
      update slot_teachers set assigned_at = now() - interval '190 days' where teacher_id = ${staff.elsewhere}
    `;
  });

  it('are for a course admin those in their own courses', async () => {
    const seen = await meetings({ teacher_id: staff.elsewhere });
    expect(new Set(seen.map(({ class_id }) => class_id))).toEqual(new Set([gita.evening]));
  });
});

describe('the reach of meetings', () => {
  it('is a class or teacher within reach; others do not exist', async () => {
    const missing = refusal(await ask({ class_id: 999_999 }));
    expect(missing.status).toBe(404);
    expect(refusal(await ask({ class_id: veda.morning }))).toEqual(missing);
    expect(refusal(await ask({ class_id: gita.evening }, teach))).toEqual(missing);
    expect(refusal(await ask({ teacher_id: staff.elsewhere }, teach))).toEqual(missing);
    expect(refusal(await ask({ teacher_id: students.anu }))).toEqual(missing);
    expect(refusal(await ask({ teacher_id: staff.teach }, 'other@office.test'))).toEqual(missing);
    expect((await ask({ teacher_id: staff.teach }, teach)).status).toBe(200);
  });

  it('needs one of the two, not both', async () => {
    expect((await ask({})).status).toBe(400);
    expect((await ask({ class_id: gita.morning, teacher_id: staff.teach })).status).toBe(400);
  });
});
