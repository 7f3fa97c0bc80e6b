import type { Roll, RollStudent } from '@gurukul/contract/shared/meetings/roll';
import { classDays } from '@gurukul/contract/classes';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office as officeOf } from '#server/test/office.ts';
import {
  addEnrolment,
  admin,
  dayFromToday,
  elsewhere,
  foundSchool,
  other,
  own,
  teach,
} from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { day, gita, veda, students, staff } = await foundSchool(db);
const add = officeOf(db);

const missing = 999_999;

const morning = { course_id: gita.id, class_id: gita.morning, attendance_date: day };

type Fields = Record<string, unknown>;
type Status = RollStudent['attendance_status'];

const weekdayOf = (date: string) => classDays[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!;

const dayNamed = (days: number) => weekdayOf(dayFromToday(days));

const rolls = (as: string) => office.call('attendance.get_rolls', {}, { as });
const save = (as: string, marks: Fields[], input: Fields = {}, headers = {}) =>
  office.call('attendance.save_roll', { ...morning, ...input, marks }, { as, headers });
const mark = (student_id: number, attendance_status: Status, seen: Status = null) => ({
  student_id,
  attendance_status,
  seen,
});
const { anu, bala } = students;

const stored = () =>
  many<{ student_id: number; status: string; marked_by: number; corrected: boolean }>(db)`
    select student_id, status, marked_by, corrected_at is not null as corrected
    from attendance
    order by student_id
  `;
const statusesIn = (roll: Roll) => roll.students.map((row) => [row.student_id, row.attendance_status]);

beforeEach(async () => {
  await run(db)`delete from attendance`;
  await run(db)`delete from attendance_registers`;
  await run(db)`delete from slot_teachers`;
  await run(db)`delete from class_slots`;
  // Each class has a teacher, and meets neither now nor lately.
  for (const where of [inMorning, inEvening, inVeda]) await meetOn(where, dayFromToday(3), '12:00');
});

/** Adds a slot on the weekday of that date, with a teacher of the course. */
async function meetOn(
  where: { course: number; class: number; teacher: number },
  date: string,
  time = '00:00',
  zone = 'Asia/Kolkata',
) {
  const slot = await add.slot(where.course, where.class, weekdayOf(date), time, zone);
  await add.assign(where.course, slot, where.teacher);
}
const inMorning = { course: gita.id, class: gita.morning, teacher: staff.teach };
const inEvening = { course: gita.id, class: gita.evening, teacher: staff.elsewhere };
const inVeda = { course: veda.id, class: veda.morning, teacher: staff.elsewhere };

describe('the days of a class', () => {
  const classesOf = async (as: string) => {
    const { body } = await office.call('attendance.get_courses_students', { course_id: gita.id }, { as });
    return body.classes;
  };

  it('are listed with its name: its weekdays, and the date of its last meeting', async () => {
    await meetOn(inMorning, dayFromToday(-1), '12:00');
    const [, ...rest] = await classesOf(own);
    expect(rest).toEqual([
      {
        class_id: gita.morning,
        class_name: 'Morning',
        class_days: expect.toSatisfy(
          (names: string[]) => names.toSorted().join() === [-1, 3].map(dayNamed).toSorted().join(),
        ),
        last_days: [-1, -4, -8, -11].map((n) => dayFromToday(n)),
      },
    ]);
    expect((await classesOf(teach)).map(({ class_id }: { class_id: number }) => class_id)).toEqual([
      gita.morning,
    ]);
  });

  it('of one that never meets are none', async () => {
    await run(db)`delete from slot_teachers where course_id = ${gita.id}`;
    await run(db)`delete from class_slots where course_id = ${gita.id}`;
    for (const one of await classesOf(own)) expect(one).toMatchObject({ class_days: [], last_days: [] });
  });
});

describe('the roll of any day', () => {
  const rollOn = (as: string, attendance_date: string, input: Fields = {}) =>
    office.call('attendance.get_roll', { ...morning, ...input, attendance_date }, { as });

  it('is that of the class on that day, with its marks', async () => {
    const past = dayFromToday(-9);
    await save(teach, [mark(anu, 'absent')], { attendance_date: past });
    const { body } = await rollOn(teach, past);
    expect(body.data).toMatchObject({ class_name: 'Morning', course_name: 'Gita', attendance_date: past });
    expect(statusesIn(body.data)).toContainEqual([anu, 'absent']);
    expect((await rollOn(own, past)).body.data).toEqual(body.data);
    expect((await rollOn(admin, past)).body.data).toEqual(body.data);
  });

  it('says who comes no more', async () => {
    const past = dayFromToday(-9);
    const set = (status: string) =>
      run(
        db,
      )`update enrolments set registration_status = ${status} where student_id = ${anu} and ended_on is null`;
    await set('Dropped');
    onTestFinished(async () => void (await set('Registered')));
    const { students } = (await rollOn(teach, past)).body.data;
    expect(students).toMatchObject([{ student_id: anu, comes_no_more: true }, { student_id: bala }]);
    expect(students[1]).not.toHaveProperty('comes_no_more');
  });

  it('gives the time and the zone of the meeting, and none on a day without a meeting', async () => {
    await meetOn(inMorning, dayFromToday(-9), '12:00');
    const met = await rollOn(teach, dayFromToday(-9));
    expect(met.body.data).toMatchObject({ zone: 'Asia/Kolkata', starts_at: expect.any(String) });
    const without = await rollOn(teach, dayFromToday(-10));
    expect(without.body.data).toMatchObject({ zone: null, starts_at: null, ends_at: null });
  });

  it('is for no day that has not come', async () => {
    const future = await rollOn(teach, dayFromToday(2));
    expect(future).toMatchObject({ status: 400, body: { message: 'Please select correct date' } });
  });
});

describe('the rolls to take', () => {
  it('are also those of earlier days that Today waits for, unfinished ones first, and no others', async () => {
    await meetOn(inMorning, day, '00:30');
    await run(
      db,
    )`update class_slots set created_at = now() - interval '40 days' where class_id = ${gita.morning}`;
    await run(db)`update courses set start_date = ${dayFromToday(-20)} where id = ${gita.id}`;
    const listed = async (): Promise<string[]> =>
      (await rolls(teach)).body.data.map((roll: Roll) => roll.attendance_date);
    const onToday = async (): Promise<Fields[]> => {
      const { body } = await office.call('dashboards.get_today', {}, { as: teach });
      return body.data.find(({ kind }: Fields) => kind === 'unmarked_class')?.items ?? [];
    };
    const days = await listed();
    expect(days).toContain(dayFromToday(-4));
    expect(days).toContain(dayFromToday(-11));
    expect(days).toEqual(days.toSorted());
    const dayOf = (item: Fields) => String(item['attendance_date']);
    expect(days).toEqual(expect.arrayContaining((await onToday()).map(dayOf)));
    const first = dayOf((await onToday())[0]!);
    expect(first).toBe(days.find((one) => one >= dayFromToday(-14)));

    const past = dayFromToday(-4);
    const { body } = await rolls(teach);
    const roll = body.data.find(({ attendance_date }: Roll) => attendance_date === past) as Roll;
    await save(teach, [mark(anu, 'absent')], { attendance_date: past });
    expect((await onToday()).find((item) => dayOf(item) === past)).toMatchObject({
      missing: roll.students.length - 1,
    });
    const rest = roll.students.filter(({ student_id }) => student_id !== anu);
    await save(
      teach,
      rest.map(({ student_id }) => mark(student_id, 'present')),
      { attendance_date: past },
    );
    expect(await listed()).not.toContain(past);
    await save(
      teach,
      roll.students.map(({ student_id }) => mark(student_id, 'present')),
    );
    expect((await listed()).at(-1)).toBe(day);
  });

  it('are those of classes in reach that meet today, in the order in which they begin', async () => {
    await meetOn(inEvening, day, '18:00');
    await meetOn(inMorning, day, '00:30');
    await meetOn(inVeda, day, '06:00');
    const classesOf = async (as: string) =>
      (await rolls(as)).body.data.map((roll: Roll) => [roll.class_id, roll.attendance_date]);
    expect(await classesOf(own)).toEqual([
      [gita.morning, day],
      [gita.evening, day],
    ]);
    expect(await classesOf(teach)).toEqual([[gita.morning, day]]);
    expect(await classesOf(elsewhere)).toEqual([
      [veda.morning, day],
      [gita.evening, day],
    ]);
    expect(await classesOf(other)).toEqual([[veda.morning, day]]);
  });

  it('have the students of the class, with their marks', async () => {
    await meetOn(inMorning, day, '00:30');
    await save(teach, [mark(anu, 'present')]);
    await save(own, [mark(anu, 'absent', 'present')]);
    const { body } = await rolls(teach);
    expect(body.data).toEqual([
      {
        course_id: gita.id,
        course_name: 'Gita',
        class_id: gita.morning,
        class_name: 'Morning',
        attendance_date: day,
        slot_id: expect.any(Number),
        on_date: day,
        extra: false,
        starts_at: new Date(`${day}T00:30:00+05:30`).toISOString(),
        ends_at: new Date(`${day}T01:30:00+05:30`).toISOString(),
        zone: 'Asia/Kolkata',
        join_link: null,
        students: [
          {
            student_id: anu,
            student_name: 'Anu',
            attendance_status: 'absent',
            student_attendance_id: expect.any(Number),
            corrected: true,
          },
          {
            student_id: bala,
            student_name: 'Bala',
            attendance_status: null,
            student_attendance_id: null,
          },
        ],
      },
    ]);
  });

  it('two meetings of a class on one day are two rolls, in the order in which they begin', async () => {
    await meetOn(inMorning, day, '23:00');
    await meetOn(inMorning, day, '00:15');
    const { body } = await rolls(teach);
    expect(body.data.map(({ starts_at }: Roll) => starts_at)).toEqual([
      new Date(`${day}T00:15:00+05:30`).toISOString(),
      new Date(`${day}T23:00:00+05:30`).toISOString(),
    ]);
  });

  it('of yesterday have the students of that day', async () => {
    const yesterday = dayFromToday(-1);
    // It ended at most some minutes ago, at any time of the day.
    await meetOn(inEvening, yesterday, '23:59');
    const late = await add.person('Late', 'student');
    await addEnrolment(db, { student: late, course: gita.id, class: gita.evening, from: 0 });
    const left = await add.person('Left', 'student');
    await addEnrolment(db, { student: left, course: gita.id, class: gita.evening, until: 0 });
    const leftBefore = await add.person('Leftbefore', 'student');
    await addEnrolment(db, { student: leftBefore, course: gita.id, class: gita.evening, until: -1 });
    const { body } = await rolls(elsewhere);
    const roll = body.data.find((each: Roll) => each.attendance_date === yesterday);
    const names = roll.students.map((row: RollStudent) => row.student_name);
    expect(names).toEqual(['Chitra', 'Deepa', 'Left']);
    for (const student of [late, left, leftBefore]) await add.remove('people', student);
  });

  it('take two statements for any number of classes', async () => {
    await meetOn(inEvening, day);
    await meetOn(inVeda, day);
    await rolls(elsewhere);
    const seen: string[] = [];
    const query = db.query.bind(db);
    db.query = ((...given: Parameters<typeof query>) => {
      const [statement] = given as unknown as [{ text: string }];
      seen.push(statement.text);
      return query(...given);
    }) as typeof db.query;
    try {
      expect((await rolls(elsewhere)).body.data).toHaveLength(2);
    } finally {
      db.query = query;
    }
    expect(seen.filter((text) => /meetings_of|attendance mark/.test(text))).toHaveLength(2);
  });
});

describe('saving a roll', () => {
  const nothingSaved = async () => {
    expect(await stored()).toEqual([]);
    expect(await many(db)`select id from attendance_registers`).toEqual([]);
  };

  it('refuses tomorrow, nobody, a student named twice and unknown statuses', async () => {
    const tomorrow = await save(own, [mark(anu, 'present')], { attendance_date: dayFromToday(1) });
    expect([tomorrow.status, tomorrow.body.message]).toEqual([400, 'Please select correct date']);
    expect((await save(own, [])).status).toBe(400);
    const twice = await save(own, [mark(anu, 'present'), mark(anu, 'present')]);
    expect([twice.status, twice.body.problems]).toEqual([400, { marks: 'A student is named twice' }]);
    expect((await save(own, [{ ...mark(anu, 'present'), attendance_status: 'late' }])).status).toBe(400);
    expect((await save(own, [{ student_id: anu, attendance_status: 'present' }])).status).toBe(400);
    await nothingSaved();
  });

  it.each([
    ['in another class of the course', students.deepa],
    ['in another course', students.esha],
    ['no longer in the class', students.chitra],
    ['deleted', students.gone],
    ['in no course', students.free],
    ['nobody', missing],
  ])(
    'refuses the whole roll when one student is %s, and lists the students of the class',
    async (_, stranger) => {
      const { status, body } = await save(own, [mark(anu, 'present'), mark(stranger, 'present')]);
      expect([status, body.message]).toEqual([409, 'Somebody in this roll was not in the class on that day']);
      expect(statusesIn(body.roll)).toEqual([
        [anu, null],
        [bala, null],
      ]);
      await nothingSaved();
    },
  );

  it('refuses students who join the class later than that day', async () => {
    const late = await add.person('Later', 'student');
    await addEnrolment(db, { student: late, course: gita.id, class: gita.morning, from: 0 });
    const yesterday = { attendance_date: dayFromToday(-1) };
    expect((await save(teach, [mark(late, 'present')], yesterday)).status).toBe(409);
    expect((await save(teach, [mark(late, 'present')])).status).toBe(200);
    await add.remove('people', late);
  });

  it('saves the roll and returns it as it is then', async () => {
    await meetOn(inMorning, day, '07:00');
    const { status, body } = await save(teach, [mark(anu, 'present'), mark(bala, 'drop-out')]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...morning,
      class_name: 'Morning',
      starts_at: new Date(`${day}T07:00:00+05:30`).toISOString(),
    });
    expect(statusesIn(body.data)).toEqual([
      [anu, 'present'],
      [bala, 'drop-out'],
    ]);
    expect(body.data.students[0]).not.toHaveProperty('corrected');
    expect(await stored()).toEqual([
      { student_id: anu, status: 'present', marked_by: staff.teach, corrected: false },
      { student_id: bala, status: 'drop-out', marked_by: staff.teach, corrected: false },
    ]);
  });

  it('of a date on which the class does not meet has no meeting', async () => {
    const { body } = await save(teach, [mark(anu, 'absent')], { attendance_date: dayFromToday(-2) });
    expect(body.data).toMatchObject({ starts_at: null, ends_at: null });
  });

  it('saves nothing when somebody marked one of them otherwise, and shows the present roll', async () => {
    await save(own, [mark(anu, 'absent')]);
    const refused = await save(teach, [mark(bala, 'present'), mark(anu, 'present')]);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe('Somebody else marked this roll differently in the meantime');
    expect(refused.body.roll).toMatchObject({ ...morning, course_name: 'Gita', class_name: 'Morning' });
    expect(refused.body.roll).not.toHaveProperty('is_readers');
    expect(statusesIn(refused.body.roll)).toEqual([
      [anu, 'absent'],
      [bala, null],
    ]);
    expect(await stored()).toEqual([
      { student_id: anu, status: 'absent', marked_by: staff.own, corrected: false },
    ]);
    // A caller who has seen it may decide otherwise.
    expect((await save(teach, [mark(anu, 'present', 'absent'), mark(bala, 'present')])).status).toBe(200);
  });

  it('says when the caller marked it otherwise, in another tab', async () => {
    await save(teach, [mark(anu, 'absent')]);
    const refused = await save(teach, [mark(bala, 'absent'), mark(anu, 'present')]);
    expect(refused).toMatchObject({ status: 409, body: { roll: { is_readers: true } } });
  });

  it('a student without a change does not stop the others', async () => {
    await save(own, [mark(anu, 'absent')]);
    expect((await save(teach, [mark(bala, 'present')])).status).toBe(200);
  });

  it('the same roll again is saved already, with its key and without, also after it was seen empty', async () => {
    const marks = [mark(anu, 'present'), mark(bala, 'absent')];
    const key = { 'idempotency-key': 'roll-of-a-phone-1' };
    const first = await save(teach, marks, {}, key);
    const again = await save(teach, marks, {}, key);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body).toEqual(first.body);
    const otherKey = await save(teach, marks, {}, { 'idempotency-key': 'roll-of-a-phone-2' });
    expect(otherKey.headers['idempotency-replayed']).toBeUndefined();
    expect((await save(own, marks)).body).toEqual(first.body);
    const changes = await many(db)`
      select a.id from audit_entries a
      join attendance m on m.id::text = a.row_id
      where a.table_name = 'attendance'
    `;
    expect(changes).toHaveLength(2);
    expect((await stored()).map(({ marked_by, corrected }) => [marked_by, corrected])).toEqual([
      [staff.teach, false],
      [staff.teach, false],
    ]);
  });

  it('a roll of the whole class of thousands is saved at once', async () => {
    const crowd = await add.class(gita.id, 'Crowd');
    const people = await many<{ id: number }>(db)`
      insert into people (email_id, main_role, first_name)
      select 'crowd' || n || '@office.test', 'student', 'Crowd ' || n from generate_series(1, 1500) n
      returning id
    `;
    await run(db)`
      insert into enrolments (student_id, course_id, class_id, started_on)
      select p, ${gita.id}, ${crowd}, ${dayFromToday(-3)}::date
      from unnest(${people.map(({ id }) => id)}::bigint[]) p
    `;
    const marks = people.map(({ id }) => mark(id, 'present'));
    const { status, body } = await save(own, marks, { class_id: crowd });
    expect([status, body.data.students.length]).toEqual([200, 1500]);
  });
});

describe('two people who mark one class at once', () => {
  const both = (status: Status) => [mark(anu, status), mark(bala, status)];
  const statuses = ['present', 'absent', 'moved', 'drop-out'] as const;

  it('one roll is saved; the others are refused with it', async () => {
    for (let round = 0; round < 5; round += 1) {
      await run(db)`delete from attendance`;
      const people = [own, teach, admin, own];
      const answers = await Promise.all(statuses.map((status, at) => save(people[at]!, both(status))));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
      const winner = answers.findIndex(({ status }) => status === 200);
      const now = [
        [anu, statuses[winner]],
        [bala, statuses[winner]],
      ];
      expect((await stored()).map(({ student_id, status }) => [student_id, status])).toEqual(now);
      for (const { status, body } of answers) {
        expect(statusesIn(status === 200 ? body.data : body.roll)).toEqual(now);
      }
    }
  });

  it('two who see the same correction to make: one makes it, the other gets a refusal', async () => {
    await save(own, both('present'));
    const answers = await Promise.all([
      save(own, [mark(anu, 'absent', 'present')]),
      save(teach, [mark(anu, 'moved', 'present')]),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('the same roll from eight phones is saved once and refused to nobody', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => save(teach, both('present'))));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await stored()).toHaveLength(2);
  });

  it('the office marks students at the same moment: the second, with a roll, gets a refusal', async () => {
    for (let round = 0; round < 5; round += 1) {
      await run(db)`delete from attendance`;
      const [roll, marked] = await Promise.all([
        save(teach, both('present')),
        office.call(
          'attendance.update_students_attendance',
          {
            ...morning,
            students: [anu, bala].map((student_id) => ({ student_id, attendance_status: 'absent' })),
          },
          { as: own },
        ),
      ]);
      expect(marked.status).toBe(200);
      const now = await stored();
      expect(now.map(({ status }) => status)).toEqual(['absent', 'absent']);
      // If the roll was first, the office corrected it. If it was second, it was refused.
      expect(now.map(({ corrected }) => corrected)).toEqual([roll.status === 200, roll.status === 200]);
      if (roll.status !== 200)
        expect(statusesIn(roll.body.roll).map(([, status]) => status)).toEqual(['absent', 'absent']);
    }
  });

  it('the register is taken at the same moment: one of the two, whole', async () => {
    for (let round = 0; round < 5; round += 1) {
      await run(db)`delete from attendance`;
      const rows = [anu, bala].map((student_id) => ({
        student_id,
        course_id: gita.id,
        class_id: gita.morning,
        date: day,
        attendence: 'absent',
      }));
      const [roll, taken] = await Promise.all([
        save(teach, both('present')),
        office.call('attendance.student_attendence', { attendence: rows }, { as: own }),
      ]);
      const isRollFirst = roll.status === 200;
      expect([roll.status, taken.body.status]).toEqual(isRollFirst ? [200, 400] : [409, 200]);
      const status = isRollFirst ? 'present' : 'absent';
      expect((await stored()).map((row) => row.status)).toEqual([status, status]);
    }
  });
});
