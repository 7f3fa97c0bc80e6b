import { brotliDecompressSync } from 'node:zlib';
import {
  attendance,
  attendanceLabels,
  attendanceReport,
  attendanceStatuses,
  markLetters,
} from '@gurukul/contract/attendance';
import type { AttendanceReport, AttendanceSheet, AttendanceStatus } from '@gurukul/contract/attendance';
import { read, utils } from '@e965/xlsx';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { refusal } from '#server/test/office.ts';
import { dayFromToday, foundSchool, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { day, gita, students } = await foundSchool(db);

const missing = 999_999;
const usual = {
  course_id: gita.id,
  class_id: gita.morning,
  start_date: dayFromToday(-40),
  end_date: day,
};

type Fields = Record<string, unknown>;
type Cells = (string | number | null)[];

const report = (as: string, input: Fields = {}) =>
  office.call('attendance.attendance_report', { ...usual, ...input }, { as });
const sheet = (as: string, input: Fields = {}) =>
  office.call('attendance.get_report_sheet', { ...usual, ...input }, { as });
async function file(as: string | undefined, input: Fields = {}) {
  const query = Object.entries({ ...usual, format: 'csv', ...input })
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('&');
  const headers = as === undefined ? {} : { authorization: `Bearer ${await office.tokenOf(as)}` };
  return office.app.inject({ url: `/api/attendance/export_report?${query}`, headers });
}
async function linesOf(as: string, input: Fields = {}): Promise<Cells[]> {
  const response = await file(as, input);
  expect(response.statusCode).toBe(200);
  const book = read(response.rawPayload, { raw: true });
  return utils.sheet_to_json<Cells>(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: null });
}

interface PlannedMark {
  readonly student: number;
  readonly back: number;
  readonly status: AttendanceStatus;
  readonly corrected: boolean;
}

async function replaceMarks(marks: readonly PlannedMark[]) {
  await run(db)`delete from attendance`;
  await run(db)`
    with sent as (
      select *
      from unnest(
        ${marks.map(({ student }) => student)}::bigint[],
        ${marks.map(({ back }) => dayFromToday(-back))}::date[],
        ${marks.map(({ status }) => status)}::text[],
        ${marks.map(({ corrected }) => corrected)}::boolean[]
      ) as m (student_id, day, status, corrected)
    ),
    opened as (
      insert into attendance_registers (course_id, class_id, attendance_date)
      select distinct ${gita.id}::bigint, ${gita.morning}::bigint, day from sent
      on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
      returning id, attendance_date
    )
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, corrected_at)
    select s.day, s.student_id, ${gita.id}, ${gita.morning}, o.id, s.status, case when s.corrected then now() end
    from sent s
    join opened o on o.attendance_date = s.day
  `;
}
const planned = (
  student: number,
  back: number,
  status: AttendanceStatus,
  corrected = false,
): PlannedMark => ({
  student,
  back,
  status,
  corrected,
});

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const onScreen = (date: string) =>
  [date.slice(8), months[Number(date.slice(5, 7)) - 1], date.slice(0, 4)].join('-');

beforeEach(async () => {
  await run(db)`delete from attendance`;
  await run(db)`delete from attendance_registers`;
  await run(db)`update people set first_name = 'Anu', last_name = '' where id = ${students.anu}`;
});

describe.each([
  ['the sheet', sheet],
  ['the report', report],
  [
    'the file',
    async (as: string, input?: Fields) => {
      const response = await file(as, input);
      const isJson = response.headers['content-type']?.startsWith('application/json') === true;
      return {
        status: response.statusCode,
        body: isJson ? response.json() : response.body,
        headers: response.headers,
      };
    },
  ],
] as const)('%s', (_, ask) => {
  it('refuses foreign and missing classes alike, as JSON, and impossible periods', async () => {
    const absentClass = refusal(await ask(own, { class_id: missing }));
    expect(absentClass).toMatchObject({ status: 404, message: 'Not found', hasRequestId: true });
    for (const as of ['other@office.test', 'elsewhere@office.test']) {
      expect(refusal(await ask(as))).toEqual(absentClass);
    }
    expect((await ask(own, { start_date: day, end_date: dayFromToday(-1) })).status).toBe(400);
    expect((await ask(own, { start_date: '2026-02-30' })).status).toBe(400);
  });

  it('takes 400 days and no more', async () => {
    expect((await ask(own, { start_date: dayFromToday(-399) })).status).toBe(200);
    const { status, body } = await ask(own, { start_date: dayFromToday(-400) });
    expect([status, body.message]).toEqual([400, 'Please select correct date']);
  });
});

it('in another format than the two is refused', async () => {
  expect((await file(own, { format: 'pdf' })).statusCode).toBe(400);
});

describe('the sheet', () => {
  it('has a letter for each student and date, a point where there is no mark, a capital where it was corrected', async () => {
    await replaceMarks([
      planned(students.bala, 11, 'drop-out'),
      planned(students.chitra, 11, 'absent', true),
      planned(students.anu, 2, 'moved'),
      planned(students.anu, 0, 'present', true),
      planned(students.gone, 5, 'present'),
    ]);
    const { body } = await sheet(own);
    expect(body.data).toEqual({
      total_student_count: 3,
      statistics: {
        present_student_percentage: 25,
        absent_student_percentage: 25,
        moved_student_percentage: 25,
        drop_out_student_percentage: 25,
      },
      dates: [11, 2, 0].map((back) => dayFromToday(-back)),
      students: [
        {
          student_id: students.anu,
          student_name: 'Anu',
          present: 1,
          recorded: 2,
          marks: '.mP',
          corrected: [expect.any(Number)],
        },
        {
          student_id: students.bala,
          student_name: 'Bala',
          present: 0,
          recorded: 1,
          marks: 'd..',
          corrected: [],
        },
        {
          student_id: students.chitra,
          student_name: 'Chitra',
          present: 0,
          recorded: 1,
          marks: 'A..',
          corrected: [expect.any(Number)],
        },
      ],
    });
    const { corrected } = body.data.students[2];
    const { body: list } = await office.call(
      'attendance.get_students_attendence',
      { course_id: gita.id, class_id: gita.morning, attendance_date: dayFromToday(-11) },
      { as: own },
    );
    const chitra = list.data.find((row: Fields) => row['student_id'] === students.chitra);
    expect(corrected).toEqual([chitra.student_attendance_id]);
  });

  it('of a class without marks has students and no dates', async () => {
    const { body } = await sheet(own, { start_date: day });
    expect(body.data).toMatchObject({ total_student_count: 2, dates: [] });
    expect(body.data.students.map((row: Fields) => row['marks'])).toEqual(['', '']);
  });
});

describe('the streamed answer', () => {
  it('is the declared answer, to the byte', async () => {
    await run(db)`update people set first_name = 'A"n\\u', last_name = '</b>भारत' where id = ${students.anu}`;
    await replaceMarks([planned(students.anu, 1, 'present'), planned(students.anu, 0, 'drop-out', true)]);
    const response = await office.app.inject({
      method: 'POST',
      url: '/api/courses/attendance_report',
      headers: { authorization: `Bearer ${await office.tokenOf(own)}` },
      payload: usual,
    });
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    const declared = z.parse(attendance.attendance_report.output, response.json());
    expect(response.body).toBe(JSON.stringify(declared));
    expect(declared).toMatchObject({ data: { students: [{ student_name: 'A"n\\u </b>भारत' }, {}, {}] } });
  });

  it('is compressed like every answer', async () => {
    await replaceMarks([planned(students.anu, 0, 'present')]);
    const response = await office.app.inject({
      method: 'POST',
      url: '/api/courses/attendance_report',
      headers: { authorization: `Bearer ${await office.tokenOf(own)}`, 'accept-encoding': 'br' },
      payload: usual,
    });
    expect(response.headers['content-encoding']).toBe('br');
    const body = JSON.parse(brotliDecompressSync(response.rawPayload).toString());
    expect(body).toEqual((await report(own)).body);
  });
});

describe('every form of the report', () => {
  const marks = fc.uniqueArray(
    fc.record({
      student: fc.constantFrom(students.anu, students.bala, students.chitra, students.gone),
      back: fc.integer({ min: 0, max: 29 }),
      status: fc.constantFrom(...attendanceStatuses),
      corrected: fc.boolean(),
    }),
    { maxLength: 60, selector: ({ student, back }) => `${student} ${back}` },
  );

  it('has the same numbers as the others', async () => {
    await fc.assert(
      fc.asyncProperty(marks, fc.integer({ min: 0, max: 29 }), async (all, back) => {
        await replaceMarks(all);
        const period = { start_date: dayFromToday(-back) };
        const [streamed, table, csv, xlsx] = await Promise.all([
          report(own, period),
          sheet(own, period),
          linesOf(own, { ...period, format: 'csv' }),
          linesOf(own, { ...period, format: 'xlsx' }),
        ]);
        const whole: AttendanceReport = z.parse(z.strictObject(attendanceReport.shape), streamed.body.data);
        const compact: AttendanceSheet = table.body.data;

        expect(compact.total_student_count).toBe(whole.total_student_count);
        expect(compact.statistics).toEqual(whole.statistics);
        const recordsOf = (student: AttendanceReport['students'][number]) =>
          student.attendance_records.map((record) => [record.attendance_date, record.attendance_status]);
        const named = (letter: string) =>
          attendanceStatuses.find((status) => markLetters[status] === letter.toLowerCase());
        const inSheet = compact.students.map((student) => ({
          id: student.student_id,
          summary: `${student.present}/${student.recorded}`,
          records: compact.dates
            .map((date, place) => [date, named(student.marks[place]!)])
            .filter(([, status]) => status !== undefined),
        }));
        expect(inSheet).toEqual(
          whole.students.map((student) => ({
            id: student.student_id,
            summary: student.attendance_summary,
            records: recordsOf(student),
          })),
        );
        const corrected = all.filter(
          (mark) => mark.corrected && mark.back <= back && mark.student !== students.gone,
        );
        const capitals = compact.students.flatMap((student) => student.marks.match(/[A-Z]/g) ?? []);
        expect(capitals).toHaveLength(corrected.length);
        expect(compact.students.flatMap((student) => student.corrected)).toHaveLength(corrected.length);

        const texts = (lines: Cells[]) =>
          lines.map((cells) => cells.map((cell) => (cell === '' || cell === null ? null : String(cell))));
        expect(texts(xlsx)).toEqual(texts(csv));
        const [headers, ...lines] = texts(csv);
        expect(headers).toEqual(['Student Name', 'Total', ...compact.dates.map(onScreen)]);
        const width = headers!.length;
        for (const [place, student] of whole.students.entries()) {
          const statuses = new Map(
            student.attendance_records.map((record) => [record.attendance_date, record.attendance_status]),
          );
          const cells = [
            student.student_name,
            `${student.attendance_summary} (${student.attendance_percentage}%)`,
            ...compact.dates.map((date) => {
              const status = statuses.get(date);
              return status === undefined ? null : attendanceLabels[status];
            }),
          ];
          expect(lines[place]!.slice(0, width)).toEqual(cells);
        }
        const below = new Map(lines.slice(whole.students.length).map((cells) => [cells[0], cells[1]]));
        expect(below.get('Total Students')).toBe(String(whole.total_student_count));
        expect(below.get('Present')).toBe(`${whole.statistics.present_student_percentage}%`);
        expect(below.get('Absent')).toBe(`${whole.statistics.absent_student_percentage}%`);
        expect(below.get('Moved')).toBe(`${whole.statistics.moved_student_percentage}%`);
        expect(below.get('Drop Out')).toBe(`${whole.statistics.drop_out_student_percentage}%`);
        expect(below.get('All students')).toContain(`(${whole.statistics.present_student_percentage}%)`);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the file', () => {
  it.each(['csv', 'xlsx'])('as %s has no cell that runs as a formula', async (format) => {
    await run(db)`update people set first_name = '=HYPERLINK("x")' where id = ${students.anu}`;
    const [, first] = await linesOf(own, { format });
    expect(first![0]).toBe(`'=HYPERLINK("x")`);
  });

  it('gives below each date how many of all were there', async () => {
    await replaceMarks([
      planned(students.anu, 3, 'present'),
      planned(students.bala, 3, 'absent'),
      planned(students.anu, 1, 'present'),
    ]);
    const lines = await linesOf(own);
    const all = lines.find(([name]) => name === 'All students');
    expect(all).toEqual(['All students', '2/3 (66.67%)', '1/2 (50%)', '1/1 (100%)']);
  });

  it('has a name that fits', async () => {
    const { headers } = await file(own, { format: 'xlsx' });
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="attendance-report-\d{4}-\d{2}-\d{2}\.xlsx"$/,
    );
  });
});
