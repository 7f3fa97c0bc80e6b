import { attendanceLabels, attendanceStatuses, historySorts } from '@gurukul/contract/attendance';
import type { AttendanceStatus, HistoryRow } from '@gurukul/contract/attendance';
import { read, utils } from '@e965/xlsx';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office as officeOf } from '#server/test/office.ts';
import { addEnrolment, admin, dayFromToday, elsewhere, foundSchool, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, students, staff } = await foundSchool(db);
const add = officeOf(db);

// Elsewhere teaches Gita Evening and Veda. Two of their students share a name.
const namesake = await add.person('Deepa2', 'student');
await run(db)`update people set first_name = 'Deepa' where id = ${namesake}`;
await run(db)`update people set first_name = 'Ésha 50%_off' where id = ${students.esha}`;
await addEnrolment(db, { student: namesake, course: gita.id, class: gita.evening });

type Fields = Record<string, unknown>;
const all = { user_id: staff.elsewhere, course: 0, class: 0 };

async function ask(as: string | undefined, path: string, input: Fields) {
  const { user_id, course, class: classId, ...rest } = { ...all, ...input };
  return office.app.inject({
    method: 'POST',
    url: `/api/${path}/${user_id}/${course}/${classId}`,
    payload: rest,
    headers: as === undefined ? {} : { authorization: `Bearer ${await office.tokenOf(as)}` },
  });
}
const history = async (as: string | undefined, input: Fields = {}) => {
  const response = await ask(as, 'teacher/get_attendence_for_teacher', input);
  return { status: response.statusCode, body: response.json(), headers: response.headers };
};
const file = (as: string | undefined, input: Fields = {}) =>
  ask(as, 'attendance/export_history', { format: 'csv', ...input });

type Cells = (string | null)[];
async function linesOf(as: string, input: Fields = {}): Promise<Cells[]> {
  const response = await file(as, input);
  expect(response.statusCode).toBe(200);
  const book = read(response.rawPayload, { raw: true });
  return utils.sheet_to_json<Cells>(book.Sheets[book.SheetNames[0]!]!, { header: 1 });
}

const places = [
  { course: gita.id, class: gita.evening, student: students.deepa },
  { course: gita.id, class: gita.evening, student: namesake },
  { course: gita.id, class: gita.evening, student: students.chitra },
  { course: veda.id, class: veda.morning, student: students.esha },
  { course: veda.id, class: veda.morning, student: students.gone },
];

async function layDown(
  marks: readonly { readonly place: number; readonly back: number; readonly status: AttendanceStatus }[],
) {
  await run(db)`delete from attendance`;
  await run(db)`delete from attendance_registers`;
  const rows = marks.map(({ place, back, status }) => ({
    ...places[place]!,
    date: dayFromToday(-back),
    status,
  }));
  await run(db)`
    with sent as (
      select *
      from unnest(
        ${rows.map((row) => row.course)}::bigint[],
        ${rows.map((row) => row.class)}::bigint[],
        ${rows.map((row) => row.student)}::bigint[],
        ${rows.map((row) => row.date)}::date[],
        ${rows.map((row) => row.status)}::text[]
      ) as m (course_id, class_id, student_id, day, status)
    ),
    opened as (
      insert into attendance_registers (course_id, class_id, attendance_date)
      select distinct course_id, class_id, day from sent
      returning id, class_id, attendance_date
    )
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    select s.day, s.student_id, s.course_id, s.class_id, o.id, s.status
    from sent s
    join opened o on o.attendance_date = s.day and o.class_id = s.class_id
  `;
}

const anyMarks = fc.uniqueArray(
  fc.record({
    place: fc.nat(places.length - 1),
    back: fc.integer({ min: 0, max: 6 }),
    status: fc.constantFrom(...attendanceStatuses),
  }),
  { maxLength: 35, selector: ({ place, back }) => `${place} ${back}` },
);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const anyFilter = fc.record({
  search: maybe(fc.constantFrom('deepa', 'EVENING', 'veda', 'drop', 'sent', '50%_', '_', 'nobody', ' ')),
  start_date: maybe(fc.nat(6).map((back) => dayFromToday(-back))),
  end_date: maybe(fc.nat(6).map((back) => dayFromToday(-back))),
  status: maybe(fc.constantFrom(...attendanceStatuses)),
  sort: maybe(fc.constantFrom(...historySorts.flatMap((name) => [name, `-${name}`] as const))),
});
const given = (filter: Fields) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

const idOf = (row: HistoryRow) => `${row.student_id} ${row.class_name} ${row.attendence_date}`;

describe('who may see it', () => {
  it('refuses unknown filters and orders', async () => {
    expect((await history(own, { status: 'late' })).status).toBe(400);
    expect((await history(own, { sort: 'phone_number' })).status).toBe(400);
    expect((await history(own, { start_date: '2026-02-30' })).status).toBe(400);
    expect((await file(own, { format: 'pdf' })).statusCode).toBe(400);
  });
});

describe('the history', () => {
  it('without a page is whole and has no count; with one it is cut and counted', async () => {
    await layDown([
      { place: 0, back: 1, status: 'present' },
      { place: 1, back: 0, status: 'absent' },
      { place: 3, back: 0, status: 'moved' },
      { place: 4, back: 0, status: 'moved' },
    ]);
    const { body: whole } = await history(elsewhere);
    expect(whole).not.toHaveProperty('total_count');
    expect(whole.data.map((row: HistoryRow) => [row.fullname, row.class_name])).toEqual([
      ['Deepa', 'Evening'],
      ['Ésha 50%_off', 'Morning'],
      ['Deepa', 'Evening'],
    ]);
    const { body: page } = await history(elsewhere, { page: 2, pageSize: 2 });
    expect(page.total_count).toBe(3);
    expect(page.data).toEqual(whole.data.slice(2));
    const { body: beyond } = await history(elsewhere, { page: 9 });
    expect([beyond.total_count, beyond.data]).toEqual([3, []]);
    // A course admin sees only the part in their own courses.
    const { body: mine } = await history(own, { page: 1 });
    expect(mine.total_count).toBe(2);
    expect(new Set(mine.data.map((row: HistoryRow) => row.course_name))).toEqual(new Set(['Gita']));
  });

  it('of a teacher who teaches nothing is empty', async () => {
    const idle = await add.person('Idle', 'teacher');
    const { body } = await history(admin, { user_id: idle, page: 1 });
    expect(body).toMatchObject({ data: [], total_count: 0, courses: [], classes: [] });
  });

  it('by pages, and as a file, equals the whole, filtered and sorted by hand', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyMarks,
        anyFilter,
        fc.integer({ min: 1, max: 7 }),
        async (marks, filter, pageSize) => {
          await layDown(marks);
          const { search, start_date, end_date, status, sort } = filter;
          const { body: plain } = await history(elsewhere);
          const rows: HistoryRow[] = plain.data;
          const wanted = rows.filter(
            (row) =>
              (start_date === undefined || row.attendence_date >= start_date) &&
              (end_date === undefined || row.attendence_date <= end_date) &&
              (status === undefined || row.attendence === status) &&
              (search === undefined ||
                [row.fullname, row.course_name, row.class_name, attendanceLabels[row.attendence]].some(
                  (text) => text.toLowerCase().includes(search.trim().toLowerCase()),
                )),
          );
          const { body: whole } = await history(elsewhere, given(filter));
          const listed: HistoryRow[] = whole.data;
          expect(new Set(listed.map(idOf))).toEqual(new Set(wanted.map(idOf)));
          expect(listed).toHaveLength(wanted.length);
          const column = sort?.replace(/^-/, '') as (typeof historySorts)[number] | undefined;
          if (column === undefined) expect(listed).toEqual(wanted);
          else {
            const values = listed.map((row) => row[column].toLowerCase());
            const ascending = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
            expect(values).toEqual(sort!.startsWith('-') ? ascending.toReversed() : ascending);
          }

          const pages: HistoryRow[] = [];
          for (let page = 1; page <= Math.ceil(wanted.length / pageSize) + 1; page += 1) {
            const { body } = await history(elsewhere, { ...given(filter), page, pageSize });
            expect(body.total_count).toBe(wanted.length);
            expect(body.data.length).toBeLessThanOrEqual(pageSize);
            pages.push(...body.data);
          }
          expect(pages).toEqual(listed);

          const [headers, ...lines] = await linesOf(elsewhere, given(filter));
          expect(headers).toEqual(['Student Name', 'Course', 'Class', 'Date', 'Attendance']);
          expect(lines).toEqual(
            listed.map((row) => [
              row.fullname,
              row.course_name,
              row.class_name,
              expect.stringMatching(new RegExp(`^${row.attendence_date.slice(8)}-[A-Z][a-z]{2}-20\\d\\d$`)),
              attendanceLabels[row.attendence],
            ]),
          );
        },
      ),
      { numRuns: 30 },
    );
  });
});

describe('a long history', () => {
  it.each([undefined, 'fullname'])(
    'sorted by %s is in the file mark by mark, part after part',
    async (sort) => {
      await layDown([]);
      const crowd = await add.class(gita.id, `Crowd ${sort}`);
      await add.assign(gita.id, await add.slot(gita.id, crowd, 'sunday', '09:00'), staff.elsewhere);
      await run(db)`
        with crowd as (
          insert into people (email_id, main_role, first_name)
          select ${sort ?? ''} || n || '@crowd.test', 'student', 'Crowd ' || n from generate_series(1, 500) n
          returning id
        ),
        opened as (
          insert into attendance_registers (course_id, class_id, attendance_date)
          select ${gita.id}, ${crowd}, ${dayFromToday(-20)}::date + n from generate_series(1, 11) n
          returning id, attendance_date
        )
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
        select o.attendance_date, c.id, ${gita.id}, ${crowd}, o.id, 'present' from opened o cross join crowd c
      `;
      const asked = given({ sort, class: crowd });
      const lines = await linesOf(elsewhere, asked);
      expect(lines).toHaveLength(5501);
      expect(new Set(lines.map(([name, , , date]) => `${name} ${date}`)).size).toBe(5501);
      const { body } = await history(elsewhere, { ...asked, page: 55, pageSize: 100 });
      expect([body.total_count, body.data.length]).toEqual([5500, 100]);
      expect(lines.slice(5401).map(([name]) => name)).toEqual(
        body.data.map((row: HistoryRow) => row.fullname),
      );
    },
  );
});
