import { brotliDecompressSync } from 'node:zlib';
import { read, utils } from '@e965/xlsx';
import { noCourse } from '@gurukul/contract/students';
import { describe, expect, it } from 'vitest';
import { one, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { admin, foundSchool, own } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, veda, students } = await foundSchool(db);

await run(db)`
  update people
  set first_name = '=cmd|calc', last_name = 'Rao, "Anu"', phone_number = '+919876500001', region = 'भारत',
    registered_at = '2026-01-31T19:00:00Z'
  where id = ${students.anu}
`;
await run(db)`
  insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
  values ('p1', ${gita.id}, ${students.anu}, 'Anu', 'anu@office.test', 1250.5, 'success', '2026-02-01T18:30:00Z')
`;

async function fetchFile(as: string | undefined, query: string) {
  const headers = as === undefined ? {} : { authorization: `Bearer ${await office.tokenOf(as)}` };
  const payload = Object.fromEntries(new URLSearchParams(query));
  return office.app.inject({ method: 'POST', url: '/api/student/export_students', headers, payload });
}

type Line = Readonly<Record<string, string | number | null>>;

/** The rows of the file by the names of its columns. */
async function linesOf(as: string, query: string): Promise<Line[]> {
  const response = await fetchFile(as, query);
  expect(response.statusCode).toBe(200);
  const book = read(response.rawPayload, { raw: true });
  return utils.sheet_to_json<Line>(book.Sheets[book.SheetNames[0]!]!, { defval: null });
}

describe('the export of students', () => {
  it('is in the two formats, and sorted by known columns', async () => {
    const wrong = await fetchFile(own, 'format=pdf');
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, 'Please check what you entered']);
    expect((await fetchFile(own, 'format=csv&sort=password_hash')).statusCode).toBe(400);
  });

  it('has the filters of the lists, within own courses', async () => {
    const names = async (query: string) =>
      (await linesOf(own, `format=csv&${query}`)).map(({ Name }) => Name);
    expect(await names(`class_id=${gita.evening}`)).toEqual(['Deepa', 'Chitra']);
    expect(await names('search=evening')).toEqual(['Deepa', 'Chitra']);
    expect(await names(`class_id=${veda.morning}`)).toEqual([]);
    expect(await names(`course_id=${veda.id}`)).toEqual([]);
  });

  it('has only the ticked rows where some are ticked, within own courses', async () => {
    const rowsOf = async (as: string, ticked: readonly (readonly [number, number | typeof noCourse])[]) => {
      const rows = ticked.map(([student_id, course_id]) => ({ student_id, course_id }));
      const response = await office.app.inject({
        method: 'POST',
        url: '/api/student/export_students',
        headers: { authorization: `Bearer ${await office.tokenOf(as)}` },
        payload: { format: 'csv', sort: 'email_id', rows },
      });
      expect(response.statusCode).toBe(200);
      const book = read(response.rawPayload, { raw: true });
      return utils
        .sheet_to_json<Line>(book.Sheets[book.SheetNames[0]!]!)
        .map((line) => [String(line['Email']).split('@')[0], line['Course'] ?? null]);
    };
    const { chitra, anu, esha, free } = students;
    const ticked = [
      [chitra, gita.id],
      [anu, gita.id],
      [esha, veda.id],
      [free, noCourse],
    ] as const;
    expect(await rowsOf(admin, ticked)).toEqual([
      ['anu', 'Gita'],
      ['chitra', 'Gita'],
      ['esha', 'Veda'],
      ['free', null],
    ]);
    // A row of another course admin, and a student who is not in that course.
    expect(await rowsOf(own, ticked)).toEqual([
      ['anu', 'Gita'],
      ['chitra', 'Gita'],
    ]);
    expect(await rowsOf(admin, [[anu, veda.id]])).toEqual([]);
  });

  it('has a name and a type, and is not cached', async () => {
    const { headers } = await fetchFile(admin, 'format=csv');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="students-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const { headers: sheet } = await fetchFile(admin, 'format=xlsx');
    expect(sheet['content-type']).toContain('spreadsheetml');
  });

  it.each(['csv', 'xlsx'])(
    'as %s holds the whole list, with nothing that runs as a formula',
    async (format) => {
      const rows = await linesOf(admin, `format=${format}&course_status=all`);
      expect(rows.map((row) => row['Email'])).toEqual(
        ['esha', 'deepa', 'chitra', 'bala', 'anu', 'free'].map((name) => `${name}@office.test`),
      );
      const anu = rows.find((row) => row['Email'] === 'anu@office.test')!;
      expect(anu).toMatchObject({
        Name: `'=cmd|calc Rao, "Anu"`,
        Phone: '+919876500001',
        Course: 'Gita',
        Class: 'Morning',
        Teacher: 'Teach',
        Language: null,
        Region: 'भारत',
      });
      expect(Number(anu['Amount'])).toBe(1250.5);
    },
  );

  it('has the attendance and what is open, as the list', async () => {
    const { id: register } = await one<{ id: number }>(db)`
      insert into attendance_registers (course_id, class_id, attendance_date)
      values (${gita.id}, ${gita.morning}, current_date - 7)
      returning id
    `;
    await run(db)`
      insert into attendance (course_id, class_id, attendance_date, student_id, register_id, status)
      values (${gita.id}, ${gita.morning}, current_date - 7, ${students.anu}, ${register}, 'present')
    `;
    await run(db)`
      insert into charges (student_id, course_id, amount, currency, due_on)
      values (${students.anu}, ${gita.id}, 2000, 'INR', current_date)
    `;
    const [anu] = await linesOf(admin, 'format=csv&search=anu@');
    expect(anu).toMatchObject({ Attendance: '1 of 1', 'Open currency': 'INR' });
    expect(Number(anu!['Open'])).toBe(2000);
  });

  it('shows days of the calendar in India', async () => {
    const [anu] = await linesOf(admin, 'format=csv&search=anu@');
    expect(anu).toMatchObject({ Registered: '2026-02-01', 'Paid on': '2026-02-02' });
  });

  it('is compressed, and the same when decompressed', async () => {
    const headers = { authorization: `Bearer ${await office.tokenOf(admin)}`, 'accept-encoding': 'br, gzip' };
    const packed = await office.app.inject({
      method: 'POST',
      url: '/api/student/export_students',
      headers,
      payload: { format: 'csv' },
    });
    expect(packed.headers['content-encoding']).toBe('br');
    const { rawPayload } = await fetchFile(admin, 'format=csv');
    expect(brotliDecompressSync(packed.rawPayload)).toEqual(rawPayload);
  });

  it('opens in Excel with all its characters', async () => {
    const { rawPayload } = await fetchFile(admin, 'format=csv');
    expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(rawPayload.toString()).toContain('\r\n');
  });

  it('has only the own courses for a course admin, filtered and sorted as requested', async () => {
    const names = async (query: string) =>
      (await linesOf(own, `format=csv&${query}`)).map((row) => String(row['Email']).split('@')[0]);
    expect(await names('course_status=all')).toEqual(['deepa', 'chitra', 'bala', 'anu']);
    expect(await names('course_status=all&search=BALA')).toEqual(['bala']);
    expect(await names('course_status=inactive')).toEqual([]);
    expect(await names('sort=email_id')).toEqual(['anu', 'bala', 'chitra', 'deepa']);
  });
});

describe('a long export', () => {
  it('has every student once, chunk after chunk', async () => {
    await run(db)`
      insert into people (email_id, main_role, first_name)
      select 'many' || n || '@office.test', 'student', 'Many' from generate_series(1, 2500) n
    `;
    const rows = await linesOf(admin, 'format=csv&course_status=all&search=many');
    expect(new Set(rows.map((row) => row['Email'])).size).toBe(2500);
    expect(rows).toHaveLength(2500);
  });
});
