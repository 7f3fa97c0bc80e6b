import type { AttendanceStatus, MeetingRow } from '@gurukul/contract/attendance';
import { classDays } from '@gurukul/contract/classes';
import type { Meeting } from '@gurukul/contract/meetings';
import type { MeetingOfDay, Roll } from '@gurukul/contract/shared/meetings/roll';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { misjudged } from '#server/test/plain-due.ts';
import { many, run } from '#server/test/rows.ts';
import { codeOf, office } from '#server/test/office.ts';
import { dayFromToday, foundSchool, own, teach } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const { gita, veda, staff, students } = await foundSchool(db);
const { anu, bala } = students;
const add = office(db);

// Two days ago, over in every zone.
const day = dayFromToday(-2);
const weekBefore = dayFromToday(-9);
const weekday = classDays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!;
const place = { course_id: gita.id, class_id: gita.morning, attendance_date: day };

await run(db)`update courses set start_date = ${dayFromToday(-100)}::date, course_duration = 'yearly'`;

let early = 0;
let late = 0;

async function addSlot(time: string) {
  const slot = await add.slot(gita.id, gita.morning, weekday, time);
  await add.assign(gita.id, slot, staff.teach);
  await run(db)`update class_slots set created_at = now() - interval '60 days' where id = ${slot}`;
  await run(db)`update slot_teachers set assigned_at = now() - interval '60 days' where slot_id = ${slot}`;
  return slot;
}

beforeEach(async () => {
  for (const table of ['attendance', 'attendance_registers', 'meetings', 'slot_teachers', 'class_slots'])
    await db.query(`delete from ${table}`);
  early = await addSlot('07:00');
  late = await addSlot('18:30');
});

type Which = Partial<Pick<MeetingOfDay, 'slot_id' | 'on_date' | 'extra'>>;
const inEarly = (): Which => ({ slot_id: early });
const inLate = (): Which => ({ slot_id: late });

const save = (which: Which, marks: Readonly<Record<number, AttendanceStatus>>, as = teach) =>
  call(
    'attendance.save_roll',
    {
      ...place,
      ...which,
      marks: Object.entries(marks).map(([id, status]) => ({
        student_id: Number(id),
        attendance_status: status,
        seen: null,
      })),
    },
    { as },
  );
const rollOf = (which: Which, as = teach) => call('attendance.get_roll', { ...place, ...which }, { as });
const marksOf = async (which: Which) => {
  const { body } = await rollOf(which);
  return (body.data as Roll).students.map(({ attendance_status }) => attendance_status);
};
const rows = () =>
  many<{ slot_id: number | null; on_date: string | null; is_extra: boolean; marks: number }>(db)`
    select r.slot_id, r.on_date, r.is_extra, count(a.id)::integer as marks
    from attendance_registers r
    left join attendance a on a.register_id = r.id
    group by r.id order by r.id
  `;
const reportOf = async () => {
  const period = { course_id: gita.id, class_id: gita.morning, start_date: weekBefore, end_date: day };
  return (await call('attendance.get_report_sheet', period, { as: own })).body.data;
};

/** The specified calls, with the class and the day alone. */
const plain = {
  read: () => call('attendance.get_students_attendence', place, { as: own }),
  update: () =>
    call(
      'attendance.update_students_attendance',
      {
        ...place,
        students: [
          { student_id: anu, attendance_status: 'present', student_attendance_id: '', attendance_id: '' },
        ],
      },
      { as: own },
    ),
  take: () =>
    call(
      'attendance.student_attendence',
      {
        attendence: [
          { student_id: anu, course_id: gita.id, class_id: gita.morning, date: day, attendence: 'present' },
        ],
      },
      { as: own },
    ),
  roll: () => rollOf({}),
  save: () => save({}, { [anu]: 'present' }),
};

describe('two slots on one day', () => {
  it.each(Object.keys(plain) as (keyof typeof plain)[])(
    '%s without a meeting says which there are',
    async (name) => {
      const answer = await plain[name]();
      expect(codeOf(answer)).toBe('409 several_meetings');
      expect(answer.body.meetings).toMatchObject([
        { slot_id: early, on_date: day, extra: false, has_roll: false, zone: 'Asia/Kolkata' },
        { slot_id: late, on_date: day, extra: false, has_roll: false },
      ]);
      expect(answer.body.meetings[0].starts_at).toBe(new Date(`${day}T07:00:00+05:30`).toISOString());
      expect(await rows()).toEqual([]);
    },
  );

  it('have a roll each', async () => {
    expect((await save(inEarly(), { [anu]: 'present', [bala]: 'absent' })).status).toBe(200);
    expect((await save(inLate(), { [anu]: 'absent', [bala]: 'present' })).status).toBe(200);
    expect(await marksOf(inEarly())).toEqual(['present', 'absent']);
    expect(await marksOf(inLate())).toEqual(['absent', 'present']);
    expect(await rows()).toMatchObject([
      { slot_id: early, marks: 2 },
      { slot_id: late, marks: 2 },
    ]);
    const again = await save(inLate(), { [anu]: 'present' });
    expect(again).toMatchObject({ status: 409, body: { code: 'roll_changed', roll: { slot_id: late } } });
  });

  it('are marked by the specified calls, which name the slot', async () => {
    const marking = await call('attendance.get_students_attendence', { ...place, ...inLate() }, { as: own });
    expect(marking.body.data).toHaveLength(2);
    const students = [
      { student_id: anu, attendance_status: 'moved', student_attendance_id: '', attendance_id: '' },
    ];
    expect(
      (await call('attendance.update_students_attendance', { ...place, ...inLate(), students }, { as: own }))
        .status,
    ).toBe(200);
    const attendence = [
      { student_id: anu, course_id: gita.id, class_id: gita.morning, date: day, attendence: 'absent' },
    ];
    const take = () => call('attendance.student_attendence', { ...inEarly(), attendence }, { as: own });
    expect((await take()).body.status).toBe(200);
    expect((await take()).body).toMatchObject({ status: 400, code: 'attendance_submitted' });
    expect(await marksOf(inEarly())).toEqual(['absent', null]);
    expect(await marksOf(inLate())).toEqual(['moved', null]);
    const [{ student_attendance_id: ofLate }] = (
      await call('attendance.get_students_attendence', { ...place, ...inLate() }, { as: own })
    ).body.data;
    const foreign = [
      { student_id: anu, attendance_status: 'present', student_attendance_id: ofLate, attendance_id: '' },
    ];
    const mixed = await call(
      'attendance.update_students_attendance',
      { ...place, ...inEarly(), students: foreign },
      { as: own },
    );
    expect(mixed.status).toBe(404);
  });

  it('stand apart in the history of rolls, the report, View Attendance and on the student page', async () => {
    await save(inLate(), { [anu]: 'absent', [bala]: 'absent' });
    await save(inEarly(), { [anu]: 'present', [bala]: 'absent' });
    const { body } = await call('attendance.get_meetings', { class_id: gita.morning }, { as: own });
    expect((body.data as MeetingRow[]).filter((row) => row.attendance_date === day)).toMatchObject([
      { slot_id: late, state: expect.stringMatching(/called|late/), present: 0 },
      { slot_id: early, state: expect.stringMatching(/called|late/), present: 1 },
    ]);
    const report = await reportOf();
    expect(report).toMatchObject({ dates: [day, day], times: ['07:00', '18:30'] });
    expect(report.students.map(({ marks }: { marks: string }) => marks)).toEqual(['pa', 'aa']);
    const period = { course_id: gita.id, class_id: gita.morning, start_date: day, end_date: day };
    const long = await call('attendance.attendance_report', period, { as: own });
    expect(long.body.data.students[0]).toMatchObject({
      attendance_summary: '1/2',
      attendance_records: [
        { attendance_date: day, time: '07:00', attendance_status: 'present' },
        { attendance_date: day, time: '18:30', attendance_status: 'absent' },
      ],
    });
    const history = await call(
      'attendance.get_attendence_for_teacher',
      { user_id: staff.teach, course: 0, class: 0, page: 1 },
      { as: teach },
    );
    expect(
      history.body.data.map((row: { time: string; attendence: string }) => [row.time, row.attendence]),
    ).toEqual([
      ['07:00', 'present'],
      ['18:30', 'absent'],
      ['07:00', 'absent'],
      ['18:30', 'absent'],
    ]);
    const student = await call('students.get_single_student', { id: anu }, { as: own });
    expect(JSON.stringify(student.body)).toContain('"time":"18:30"');
  });

  it('are two open tasks until each roll is called, and count as two absences', async () => {
    const tasks = async () => {
      const kind = { kind: 'unmarked_class', page: 1, pageSize: 100 };
      const { body } = await call('dashboards.get_today_kind', kind, { as: teach });
      return body.data
        .filter((item: { attendance_date: string }) => item.attendance_date === day)
        .map((item: { at: string }) => item.at);
    };
    const at = (time: string) => new Date(`${day}T${time}:00+05:30`).toISOString();
    expect(await tasks()).toEqual([at('07:00'), at('18:30')]);
    await save(inEarly(), { [anu]: 'absent', [bala]: 'present' });
    expect(await tasks()).toEqual([at('18:30')]);
    expect(await misjudged(db)).toEqual([]);
    await save(inLate(), { [anu]: 'absent', [bala]: 'present' });
    expect(await tasks()).toEqual([]);
    await save({ slot_id: early, on_date: weekBefore }, { [anu]: 'absent' });
    expect(await misjudged(db)).toEqual([]);
  });

  it('are undone one by one', async () => {
    await save(inEarly(), { [anu]: 'present', [bala]: 'present' });
    const saved = await save(inLate(), { [anu]: 'absent', [bala]: 'absent' });
    const change_id = Number(saved.headers['change-id']);
    expect((await call('audit.undo_change', { change_id }, { as: teach })).status).toBe(200);
    expect(await marksOf(inEarly())).toEqual(['present', 'present']);
    expect(await marksOf(inLate())).toEqual([null, null]);
  });

  it('two people who open a roll at one moment open one register', async () => {
    const answers = await Promise.all(
      [teach, own, teach, own].map((as) => save(inLate(), { [anu]: 'present', [bala]: 'present' }, as)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rows()).toMatchObject([{ slot_id: late, marks: 2 }]);
  });

  it('take no meeting of another class or day, and none from out of reach', async () => {
    const foreign = await add.slot(veda.id, veda.morning, weekday, '09:00');
    for (const which of [
      { slot_id: foreign },
      { slot_id: early, on_date: weekBefore },
      { slot_id: early, extra: true },
    ]) {
      expect(codeOf(await save(which, { [anu]: 'present' }))).toBe('409 several_meetings');
    }
    expect((await rollOf({ on_date: day })).status).toBe(400);
    expect(await rows()).toEqual([]);
  });
});

describe('a meeting moved onto a day that has one', () => {
  beforeEach(async () => {
    await run(db)`update class_slots set deleted_at = now() where id = ${early}`;
    await run(db)`
      insert into meetings (course_id, class_id, slot_id, on_date, state, held_on, local_time, duration_minutes)
      values (${gita.id}, ${gita.morning}, ${late}, ${weekBefore}, 'moved', ${day}, '12:00', 60)
    `;
  });
  const moved = (): Which => ({ slot_id: late, on_date: weekBefore });

  it('has its own roll, under the day that the rule gave it', async () => {
    expect((await plain.read()).body.meetings).toMatchObject([
      { slot_id: late, on_date: weekBefore },
      { slot_id: late, on_date: day },
    ]);
    await save(moved(), { [anu]: 'present', [bala]: 'present' });
    await save(inLate(), { [anu]: 'absent', [bala]: 'absent' });
    expect(await marksOf(moved())).toEqual(['present', 'present']);
    expect(await marksOf(inLate())).toEqual(['absent', 'absent']);
    expect(await reportOf()).toMatchObject({ dates: [day, day], times: ['12:00', '18:30'] });
    const met = await call(
      'meetings.get_meetings',
      { from: day, to: day, class_id: gita.morning },
      { as: own },
    );
    expect((met.body.data as Meeting[]).map(({ has_roll }) => has_roll)).toEqual([true, true]);
  });

  it('keeps its roll when the other meeting is canceled', async () => {
    await save(moved(), { [anu]: 'present', [bala]: 'present' });
    const cancel = (which: Which) => call('meetings.cancel_meeting', { on_date: day, ...which }, { as: own });
    expect(codeOf(await cancel(moved()))).toBe('409 meeting_has_roll');
    expect((await cancel(inLate())).status).toBe(200);
    expect(
      (await plain.read()).body.data.map((row: { attendance_status: string }) => row.attendance_status),
    ).toEqual(['present', 'present']);
  });
});

describe('an extra meeting on a day whose roll was called', () => {
  it('gets a roll of its own', async () => {
    await run(db)`update class_slots set deleted_at = now() where id = ${early}`;
    expect((await plain.save()).status).toBe(200);
    expect(await rows()).toMatchObject([{ slot_id: late, is_extra: false }]);
    const added = await call(
      'meetings.add_meeting',
      { slot_id: late, on_date: day, time: '10:00', duration: 60 },
      { as: own },
    );
    expect(added.status).toBe(200);
    expect(await plain.roll()).toMatchObject({
      status: 409,
      body: {
        meetings: [
          { extra: true, has_roll: false },
          { extra: false, has_roll: true },
        ],
      },
    });
    expect((await save({ slot_id: late, extra: true }, { [bala]: 'absent' })).status).toBe(200);
    expect(await marksOf(inLate())).toEqual(['present', null]);
    expect(await marksOf({ slot_id: late, extra: true })).toEqual([null, 'absent']);
  });
});

describe('a roll of a whole day', () => {
  it('of before is read and corrected as before, whatever the day has', async () => {
    await run(db)`
      insert into attendance_registers (course_id, class_id, attendance_date) values (${gita.id}, ${gita.morning}, ${day})
    `;
    await run(db)`
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      select ${day}, ${anu}, ${gita.id}, ${gita.morning}, r.id, 'absent' from attendance_registers r
    `;
    expect((await plain.read()).body.data[0]).toMatchObject({ attendance_status: 'absent' });
    expect((await plain.update()).status).toBe(200);
    expect(await marksOf({})).toEqual(['present', null]);
    expect(await marksOf(inLate())).toEqual(['present', null]);
    expect(await rows()).toMatchObject([{ slot_id: null, marks: 1 }]);
    const { body } = await call('attendance.get_meetings', { class_id: gita.morning }, { as: own });
    expect((body.data as MeetingRow[]).filter((row) => row.attendance_date === day)).toMatchObject([
      { marked: 1, slot_id: early },
    ]);
    const report = await reportOf();
    expect(report.dates).toEqual([day]);
    expect(report.times).toBeUndefined();
  });

  it('is what a roll called without a network becomes when its meeting was canceled', async () => {
    await run(db)`update class_slots set deleted_at = now() where id = ${early}`;
    await call('meetings.cancel_meeting', { slot_id: late, on_date: day }, { as: own });
    expect((await save(inLate(), { [anu]: 'present' })).status).toBe(200);
    expect(await rows()).toMatchObject([{ slot_id: null, marks: 1 }]);
    expect((await plain.read()).body.data[0]).toMatchObject({ attendance_status: 'present' });
  });

  it('stays with its meeting when the slot moves to another weekday', async () => {
    await run(db)`update class_slots set deleted_at = now() where id = ${early}`;
    await save(inLate(), { [anu]: 'present' });
    const next = classDays[(classDays.indexOf(weekday) + 3) % 7]!;
    await run(db)`update class_slots set class_day = ${next} where id = ${late}`;
    expect((await plain.read()).body.data[0]).toMatchObject({ attendance_status: 'present' });
    expect((await plain.update()).status).toBe(200);
    expect(await rows()).toHaveLength(1);
  });
});
