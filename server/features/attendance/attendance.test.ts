import type { AttendanceStatus } from '@gurukul/contract/attendance';
import { attendanceStatuses } from '@gurukul/contract/attendance';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { admin, dayFromToday, elsewhere, foundSchool, other, own, teach } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { day, gita, veda, draft, students, staff } = await foundSchool(db);

const morning = { course_id: gita.id, class_id: gita.morning, attendance_date: day };
const missing = 999_999;

type Fields = Record<string, unknown>;
const choose = (as: string, course_id?: number | '') =>
  office.call('attendance.get_courses_students', { course_id }, { as });
const history = (as: string, user_id: number, course = 0, classId = 0) =>
  office.call('attendance.get_attendence_for_teacher', { user_id, course, class: classId }, { as });
const marking = (as: string, input: Fields = {}) =>
  office.call('attendance.get_students_attendence', { ...morning, ...input }, { as });
const mark = (as: string, marks: Fields[], input: Fields = {}, headers = {}) =>
  office.call(
    'attendance.update_students_attendance',
    { ...morning, ...input, students: marks },
    { as, headers },
  );
const report = (as: string, input: Fields = {}) =>
  office.call(
    'attendance.attendance_report',
    {
      course_id: gita.id,
      class_id: gita.morning,
      start_date: dayFromToday(-40),
      end_date: day,
      ...input,
    },
    { as },
  );
const take = (as: string, rows: Fields[]) =>
  office.call('attendance.student_attendence', { attendence: rows }, { as });

const present = (student_id: number) => ({ student_id, attendance_status: 'present' });
const absent = (student_id: number) => ({ student_id, attendance_status: 'absent' });
const ticked = (student_id: number, attendence = 'present') => ({
  student_id,
  course_id: gita.id,
  class_id: gita.morning,
  date: day,
  attendence,
});

const idsOn = async (days: number) => {
  const { body } = await marking(own, { attendance_date: dayFromToday(days) });
  return body.data.map((row: Fields) => row['student_id']);
};

interface MarkRow {
  readonly id: number;
  readonly register_id: number;
  readonly student_id: number;
  readonly status: string;
  readonly marked_by: number;
}
const stored = () =>
  many<MarkRow>(db)`select id, register_id, student_id, status, marked_by from attendance order by id`;

beforeEach(async () => {
  await run(db)`delete from attendance`;
  await run(db)`delete from attendance_registers`;
});

describe('choosing course and class', () => {
  it('a course admin chooses among their own courses, also those without a class', async () => {
    const { body } = await choose(own, '');
    expect(body.courses).toEqual([
      { course_id: gita.id, course_name: 'Gita' },
      { course_id: draft.id, course_name: 'Upanishads' },
    ]);
    expect((await choose(own, gita.id)).body.classes.map((item: Fields) => item['class_name'])).toEqual([
      'Evening',
      'Morning',
    ]);
    expect((await choose(own, draft.id)).body.classes).toEqual([]);
  });

  it('a teacher chooses among the classes taught, an admin among all', async () => {
    expect((await choose(teach)).body.courses).toEqual([{ course_id: gita.id, course_name: 'Gita' }]);
    expect((await choose(teach, gita.id)).body.classes).toEqual([
      expect.objectContaining({ class_id: gita.morning, class_name: 'Morning' }),
    ]);
    expect((await choose(admin)).body.courses).toHaveLength(3);
  });
});

describe('the list for marking', () => {
  it('refuses tomorrow in Kolkata', async () => {
    const { status, body } = await marking(own, { attendance_date: dayFromToday(1) });
    expect([status, body.message]).toEqual([400, 'Please select correct date']);
  });

  it.each(['2026-02-30', 'yesterday', ''])('refuses "%s", which is no date', async (attendance_date) => {
    const { status, body } = await marking(own, { attendance_date });
    expect([status, body.message]).toEqual([400, 'Please select correct date']);
  });

  it('has the present students of the class, not those who left, were deleted or are in another class', async () => {
    const { body } = await marking(teach);
    expect(body.data).toEqual(
      [
        [students.anu, 'Anu'],
        [students.bala, 'Bala'],
      ].map(([student_id, student_name]) => ({
        student_id,
        student_name,
        attendance_status: null,
        student_attendance_id: null,
        attendance_id: null,
      })),
    );
  });

  it('has the students of the class on an earlier date', async () => {
    expect(await idsOn(-11)).toEqual([students.anu, students.bala, students.chitra]);
    expect(await idsOn(-10)).toEqual([students.anu, students.bala]);
    expect(await idsOn(-31)).toEqual([]);
  });
});

describe('marking', () => {
  it.each([
    ['tomorrow', { attendance_date: dayFromToday(1) }, 400],
    ['a class of somebody else', { course_id: veda.id, class_id: veda.morning }, 404],
    ['a class that does not exist', { class_id: missing }, 404],
  ])('refuses %s and opens no register', async (_, input, status) => {
    expect((await mark(own, [present(students.anu)], input)).status).toBe(status);
    expect(await many(db)`select id from attendance_registers`).toEqual([]);
  });

  it.each([
    ['in another class of the course', students.deepa],
    ['in another course', students.esha],
    ['no longer in the class', students.chitra],
    ['deleted', students.gone],
    ['in no course', students.free],
    ['nobody', missing],
  ])('refuses the whole batch when one student is %s', async (_, stranger) => {
    const { status, body } = await mark(own, [present(students.anu), present(stranger)]);
    expect([status, body.message]).toEqual([404, 'Not found']);
    expect(await stored()).toEqual([]);
  });

  it('refuses a batch that is empty, names a student twice or uses an unknown status', async () => {
    expect((await mark(own, [])).status).toBe(400);
    expect((await mark(own, [present(students.anu), absent(students.anu)])).status).toBe(400);
    expect((await mark(own, [{ student_id: students.anu, attendance_status: 'late' }])).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('refuses record ids that belong to another student or another day', async () => {
    await mark(own, [present(students.anu), present(students.bala)]);
    const [anu, bala] = await stored();
    const withIds = (ids: Fields) => mark(own, [{ ...absent(students.anu), ...ids }]);
    expect((await withIds({ student_attendance_id: bala!.id })).status).toBe(404);
    expect((await withIds({ attendance_id: bala!.register_id + 1 })).status).toBe(404);
    expect((await stored()).map(({ status }) => status)).toEqual(['present', 'present']);
    const right = { student_attendance_id: anu!.id, attendance_id: anu!.register_id };
    expect((await withIds(right)).status).toBe(200);
  });

  it('saves the students sent and leaves the others alone', async () => {
    const { status, body } = await mark(teach, [
      present(students.anu),
      { ...absent(students.bala), student_attendance_id: null, attendance_id: '' },
    ]);
    expect([status, body.status]).toEqual([200, 200]);
    await mark(teach, [{ student_id: students.bala, attendance_status: 'drop-out' }]);
    const { body: list } = await marking(teach);
    const [register] = await many<{ id: number }>(db)`select id from attendance_registers`;
    expect(list.data).toMatchObject([
      { student_id: students.anu, attendance_status: 'present', attendance_id: register!.id },
      { student_id: students.bala, attendance_status: 'drop-out', attendance_id: register!.id },
    ]);
    expect((await stored()).map(({ marked_by }) => marked_by)).toEqual([staff.teach, staff.teach]);
  });

  it('stores who corrected what, and no trace of repeating the same mark', async () => {
    await mark(teach, [present(students.anu)]);
    await mark(own, [present(students.anu)]);
    await mark(own, [absent(students.anu)]);
    const history = await many<Fields>(db)`
      select person_id, call, action, before ->> 'status' as before, after ->> 'status' as after
      from audit_entries
      where table_name = 'attendance' and row_id = ${(await stored())[0]!.id}::text and action <> 'delete'
      order by id
    `;
    const by = { call: 'attendance.update_students_attendance' };
    expect(history).toEqual([
      { ...by, person_id: staff.teach, action: 'insert', before: null, after: 'present' },
      { ...by, person_id: staff.own, action: 'update', before: 'present', after: 'absent' },
    ]);
    // Opening the same register again only waits for it. Its first taker stays.
    const registers = await many(db)`
      select person_id, action from audit_entries
      where table_name = 'attendance_registers' and row_id = ${(await stored())[0]!.register_id}::text
    `;
    expect(registers).toEqual([{ person_id: staff.teach, action: 'insert' }]);
  });

  it('does not overwrite a mark that the caller has not seen', async () => {
    const seen = (status: string | null, wanted: Fields) => mark(own, [{ ...wanted, seen: status }]);
    expect((await seen(null, present(students.anu))).status).toBe(200);
    // Another tab still shows no mark.
    const { status, body } = await seen(null, absent(students.anu));
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect((await seen('present', absent(students.anu))).status).toBe(200);
    // Both want the same.
    expect((await seen('present', absent(students.anu))).status).toBe(200);
  });

  it('keeps two batches at the same moment whole', async () => {
    const both = [students.anu, students.bala];
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? mark(own, both.map(present)) : mark(teach, both.toReversed().map(absent)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const marks = await stored();
    expect(marks).toHaveLength(2);
    expect(new Set(marks.map(({ status }) => status)).size).toBe(1);
  });
});

describe('taking the register', () => {
  it('refuses students of other classes, tomorrow and two registers at once', async () => {
    expect((await take(own, [ticked(students.anu), ticked(students.deepa)])).status).toBe(404);
    expect((await take(own, [{ ...ticked(students.anu), date: dayFromToday(1) }])).body.message).toBe(
      'Please select correct date',
    );
    const twoDays = [ticked(students.anu), { ...ticked(students.bala), date: dayFromToday(-1) }];
    expect((await take(own, twoDays)).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('nobody takes it in the name of another teacher', async () => {
    const rows = [{ ...ticked(students.anu), teacher_id: staff.elsewhere }];
    expect((await take(teach, rows)).status).toBe(403);
    const denied = await many(db)`
      select id from audit_entries where action = 'denied' and person_id = ${staff.teach}
    `;
    expect(denied).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });

  it('is taken once; afterwards it says so and changes nothing', async () => {
    const rows = [{ ...ticked(students.anu), teacher_id: staff.teach }, ticked(students.bala, 'absent')];
    expect((await take(teach, rows)).body).toMatchObject({ status: 200 });
    const again = await take(own, [ticked(students.anu, 'absent')]);
    expect(again.status).toBe(200);
    expect(again.body).toEqual({
      status: 400,
      code: 'attendance_submitted',
      message: 'Attendence already submited',
    });
    expect((await stored()).map(({ status }) => status)).toEqual(['present', 'absent']);
  });

  it('is taken once also when two send it at the same moment', async () => {
    const answers = await Promise.all([own, teach, admin].map((as) => take(as, [ticked(students.anu)])));
    expect(answers.map(({ body }) => body.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });
});

describe('the history of a teacher', () => {
  it('shows a course admin their own courses only', async () => {
    await mark(own, [present(students.deepa)], { class_id: gita.evening });
    await mark(other, [absent(students.esha)], { course_id: veda.id, class_id: veda.morning });
    const { body } = await history(own, staff.elsewhere);
    expect(body.courses).toEqual([{ course_id: gita.id, course_name: 'Gita' }]);
    expect(body.data).toEqual([
      {
        student_id: students.deepa,
        fullname: 'Deepa',
        course_name: 'Gita',
        class_name: 'Evening',
        attendence_date: day,
        attendence: 'present',
      },
    ]);
    expect((await history(elsewhere, staff.elsewhere)).body.data).toHaveLength(2);
    expect((await history(elsewhere, staff.elsewhere, veda.id)).body.data).toHaveLength(1);
  });
});

describe('the report', () => {
  it('refuses foreign and missing classes alike, and impossible periods', async () => {
    const absentClass = refusal(await report(own, { class_id: missing }));
    expect(absentClass.status).toBe(404);
    expect(refusal(await report(other))).toEqual(absentClass);
    expect(refusal(await report(elsewhere))).toEqual(absentClass);
    expect((await report(own, { start_date: day, end_date: dayFromToday(-1) })).status).toBe(400);
    expect((await report(own, { start_date: '2020-01-01' })).status).toBe(400);
  });

  it('of a class without marks has its students and zeros', async () => {
    const { body } = await report(own, { start_date: day });
    expect(body.data.total_student_count).toBe(2);
    expect(Object.values(body.data.statistics)).toEqual([0, 0, 0, 0]);
    expect(body.data.students[0]).toEqual({
      student_id: students.anu,
      student_name: 'Anu',
      attendance_summary: '0/0',
      attendance_percentage: 0,
      attendance_records: [],
    });
  });

  it('adds up, with the past of a moved student and without the deleted one', async () => {
    const before = dayFromToday(-11);
    await mark(own, [present(students.anu), absent(students.bala), present(students.chitra)], {
      attendance_date: before,
    });
    await mark(own, [present(students.anu)]);
    await mark(own, [absent(students.deepa)], { class_id: gita.evening });
    await run(db)`
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      select attendance_date, ${students.gone}, course_id, class_id, id, 'absent' from attendance_registers
      where class_id = ${gita.morning}
    `;
    const { body } = await report(teach);
    expect(body.data).toEqual({
      total_student_count: 3,
      statistics: {
        present_student_percentage: 75,
        absent_student_percentage: 25,
        moved_student_percentage: 0,
        drop_out_student_percentage: 0,
      },
      students: [
        {
          student_id: students.anu,
          student_name: 'Anu',
          attendance_summary: '2/2',
          attendance_percentage: 100,
          attendance_records: [
            { attendance_date: before, attendance_status: 'present' },
            { attendance_date: day, attendance_status: 'present' },
          ],
        },
        {
          student_id: students.bala,
          student_name: 'Bala',
          attendance_summary: '0/1',
          attendance_percentage: 0,
          attendance_records: [{ attendance_date: before, attendance_status: 'absent' }],
        },
        {
          student_id: students.chitra,
          student_name: 'Chitra',
          attendance_summary: '1/1',
          attendance_percentage: 100,
          attendance_records: [{ attendance_date: before, attendance_status: 'present' }],
        },
      ],
    });
    expect(
      (await report(own, { class_id: gita.evening })).body.data.statistics.absent_student_percentage,
    ).toBe(100);
  });

  it('agrees with a count by hand, for any marks', async () => {
    const marks = fc.uniqueArray(
      fc.record({
        student: fc.constantFrom(students.anu, students.bala),
        back: fc.integer({ min: 0, max: 29 }),
        status: fc.constantFrom(...attendanceStatuses),
      }),
      { maxLength: 40, selector: ({ student, back }) => `${student} ${back}` },
    );
    await fc.assert(
      fc.asyncProperty(marks, fc.integer({ min: 0, max: 29 }), async (all, back) => {
        await replaceMarks(all);
        const { body } = await report(own, { start_date: dayFromToday(-back) });
        const counted = all.filter((item) => item.back <= back);
        const has = (status: AttendanceStatus) => counted.filter((item) => item.status === status).length;
        const { statistics } = body.data;
        expect(statistics.present_student_percentage).toBeCloseTo(share(has('present'), counted.length), 1);
        expect(statistics.drop_out_student_percentage).toBeCloseTo(share(has('drop-out'), counted.length), 1);
        const sum = Object.values<number>(statistics).reduce((total, value) => total + value, 0);
        expect(Math.abs(sum - (counted.length === 0 ? 0 : 100))).toBeLessThan(0.03);
        for (const row of body.data.students) {
          const mine = counted.filter((item) => item.student === row.student_id);
          const here = mine.filter((item) => item.status === 'present').length;
          expect(row.attendance_summary).toBe(`${here}/${mine.length}`);
          expect(row.attendance_percentage).toBeCloseTo(share(here, mine.length), 1);
          expect(row.attendance_records).toEqual(
            mine
              .map((item) => ({ attendance_date: dayFromToday(-item.back), attendance_status: item.status }))
              .toSorted((a, b) => a.attendance_date.localeCompare(b.attendance_date)),
          );
        }
      }),
      { numRuns: 25 },
    );
  });
});

const share = (some: number, of: number) => (of === 0 ? 0 : Number(((some / of) * 100).toFixed(2)));

async function replaceMarks(
  marks: readonly { readonly student: number; readonly back: number; readonly status: AttendanceStatus }[],
) {
  await run(db)`delete from attendance`;
  await run(db)`
    with sent as (
      select *
      from unnest(
        ${marks.map(({ student }) => student)}::bigint[],
        ${marks.map(({ back }) => dayFromToday(-back))}::date[],
        ${marks.map(({ status }) => status)}::text[]
      ) as m (student_id, day, status)
    ),
    opened as (
      insert into attendance_registers (course_id, class_id, attendance_date)
      select distinct ${gita.id}::bigint, ${gita.morning}::bigint, day from sent
      on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
      returning id, attendance_date
    )
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    select s.day, s.student_id, ${gita.id}, ${gita.morning}, o.id, s.status
    from sent s
    join opened o on o.attendance_date = s.day
  `;
}
