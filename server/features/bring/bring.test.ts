import type { BringInput, BringPreview } from '@gurukul/contract/bring';
import { bringKindColumns, isLeft } from '@gurukul/contract/shared/files/bring-layouts';
import { describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { many, one, run } from '#server/test/rows.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';

const office = await testApp({ database: 'empty' });
const { db } = office;
const { gita, students } = await foundSchool(db);
const admin = { as: 'admin@office.test' };
const own = { as: 'own@office.test' };

type Who = typeof admin;
type File = BringInput['files'][number];

/** A file with these cells. */
const file = (file_name: string, rows: readonly (readonly string[])[], more: Partial<File> = {}): File => ({
  file_name,
  lines: rows.map((cells, index) => ({ row: index + 1, cells: [...cells] })),
  ...more,
});

async function preview(
  files: readonly File[],
  more: Partial<BringInput> = {},
  who: Who = admin,
): Promise<BringPreview> {
  const { status, body } = await office.call('bring.bring_preview', { files, ...more }, who);
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data;
}

async function bring(files: readonly File[], more: Partial<BringInput> = {}, who: Who = admin) {
  const { digest, rows } = await preview(files, more, who);
  const saved = await office.call('bring.bring_files', { files, ...more, confirm: true, digest }, who);
  expect(saved).toMatchObject({ status: 200 });
  return { rows, counts: saved.body.data, change: Number(saved.headers['change-id']) };
}

async function undo(change: number, who: Who = admin) {
  expect(await office.call('audit.undo_change', { change_id: change }, who)).toMatchObject({ status: 200 });
}

const told = ({ rows }: Pick<BringPreview, 'rows'>) =>
  rows.map(({ kind, outcome, notes }) => [kind, outcome, ...notes.map(({ code }) => code)].join(' '));

const day = (weekday: number, weeksAgo: number) => {
  const date = new Date(`${dayFromToday(0)}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() - weekday + 7) % 7) - weeksAgo * 7);
  return date.toISOString().slice(0, 10);
};

const courses = file('courses.csv', [
  ['Course', 'E-mail of the course admin', 'Duration', 'Start date'],
  ['Rig Veda', 'own@office.test', 'yearly', day(1, 20)],
  ['Gita', '', '', ''],
]);
const classes = file('classes.csv', [
  ['Course', 'Class', 'Day', 'Time', 'Minutes', 'Time zone', 'E-mail of the teacher'],
  ['Rig Veda', 'Dawn', 'Sunday', '6:30 AM', '45', 'Asia/Kolkata', 'teach@office.test'],
  ['Rig Veda', 'Dawn', 'Saturday', '06:30', '', 'IST', ''],
]);
const people = file('students.csv', [
  ['First name', 'Last name', 'E-mail', 'Phone number', 'Course', 'Class', 'Since'],
  ['Gargi', 'Rao', 'gargi@home.test', '', 'Rig Veda', 'Dawn', ''],
  ['Maitreyi', 'Rao', 'gargi@home.test', '', 'Rig Veda', 'Dawn', ''],
  ['Anu', '', 'anu@office.test', '', 'Rig Veda', 'Dawn', ''],
  ['Gargi', 'Rao', 'gargi@home.test', '', 'Rig Veda', 'Dawn', ''],
]);
const marks = file('marks.csv', [
  ['Name', 'E-mail', 'Course', 'Class', day(0, 9), day(0, 8), day(0, 7)],
  ['Gargi Rao', '', 'Rig Veda', '', 'P', 'A', 'L'],
  ['Anu', 'anu@office.test', 'Rig Veda', 'Dawn', 'A', '', 'A'],
]);

describe('a provider of another system', () => {
  it('is brought as previewed, and taken back to the last byte', async () => {
    const before = await fingerprint(db);
    const asked = await preview([courses, classes, people, marks]);
    const { n } = asked.rows.find(({ outcome }) => outcome === 'question')!;
    const answers = [{ row: n, answer: 'sibling' as const }];
    const { rows, counts, change } = await bring([courses, classes, people, marks], { answers });
    expect(told({ rows })).toEqual([
      'courses new',
      'courses unchanged',
      'classes new',
      'teachers new',
      'classes new',
      'enrolments new bring_since',
      'enrolments new',
      'enrolments new bring_since',
      'enrolments skip same_as_row',
      'attendance new',
      'attendance new',
    ]);
    expect(counts).toMatchObject({
      courses: 1,
      classes: 1,
      times: 2,
      teachers: 1,
      students: 2,
      enrolments: 3,
      marks: 5,
      left: 0,
    });
    const stored = await many(db)`
      select p.fullname, a.attendance_date::text as day, a.status, r.slot_id is not null as is_of_slot,
        e.started_on::text as since
      from attendance a
      join people p on p.id = a.student_id
      join attendance_registers r on r.id = a.register_id
      join enrolments e on e.student_id = p.id and e.class_id = a.class_id
      join courses c on c.id = a.course_id and c.course_name = 'Rig Veda'
      order by 1, 2
    `;
    const mark = (fullname: string, weeks: number, status: string) => ({
      fullname,
      day: day(0, weeks),
      status,
      is_of_slot: true,
      since: day(0, 9),
    });
    expect(stored).toEqual([
      mark('Anu', 9, 'absent'),
      mark('Anu', 7, 'absent'),
      mark('Gargi Rao', 9, 'present'),
      mark('Gargi Rao', 8, 'absent'),
      mark('Gargi Rao', 7, 'present'),
    ]);
    const again = await preview([courses, classes, people, marks], { answers });
    expect(again.counts).toMatchObject({
      courses: 0,
      classes: 0,
      times: 0,
      teachers: 0,
      enrolments: 0,
      marks: 0,
    });
    await undo(change);
    expect(await fingerprint(db)).toEqual(before);
  });

  it('sends no mail', async () => {
    const mails = () => one(db)`select count(*) as count from mails`;
    const before = await mails();
    const { change } = await bring([courses, classes, people, marks]);
    expect(await mails()).toEqual(before);
    await undo(change);
  });
});

describe('what cannot be brought', () => {
  it('says why, row by row', async () => {
    const seen = await preview([
      file('courses.csv', [
        ['Course', 'E-mail of the course admin', 'Duration', 'Start date'],
        ['Sama', '', 'yearly', '2026-01-05'],
        ['Yajur', 'teach@office.test', 'yearly', '2026-01-05'],
        ['Atharva', 'own@office.test', 'for ever', 'soon'],
        ['=1+1', 'own@office.test', 'yearly', '2026-01-05'],
      ]),
      file('classes.csv', [
        ['Course', 'Class', 'Day', 'Time', 'Minutes'],
        ['Gita', 'Noon', 'Monday', '12:00', ''],
        ['Gita', 'Noon', 'Someday', '25:00', '4'],
        ['Nowhere', 'Noon', 'Monday', '12:00', ''],
        ['Gita', 'Noon', 'Monday', '', ''],
      ]),
      file('teachers.csv', [
        ['Name', 'E-mail of the teacher', 'Course', 'Class'],
        ['Nobody', 'nobody@office.test', 'Gita', 'Morning'],
        ['Own', 'own@office.test', 'Gita', ''],
        ['Elsewhere', 'elsewhere@office.test', 'Gita', 'Morning'],
      ]),
    ]);
    expect(told(seen)).toEqual([
      'courses problem bring_no_course_admin',
      'courses problem bring_not_course_admin',
      'courses problem bring_date_unreadable bring_duration_unknown',
      'courses problem column_formula',
      'classes problem bring_no_zone',
      'classes problem bring_day_unknown bring_time_unreadable bring_minutes_wrong',
      'classes problem unknown_course bring_no_zone',
      'classes problem bring_half_time',
      'teachers invite bring_invite_first',
      'teachers problem bring_no_teacher',
      'teachers problem bring_class_has_teacher',
    ]);
    expect(seen.asks.toSorted()).toEqual(['course_admin', 'zone']);
    expect(seen.counts).toMatchObject({ courses: 0, classes: 0, left: 11 });
  });

  it('names a teacher without a check for a class of children, as Settings say', async () => {
    const times = file('classes.csv', [
      ['Course', 'Class', 'Day', 'Time', 'Time zone'],
      ['Gita', 'Little ones', 'Sunday', '05:10', 'IST'],
    ]);
    await bring([times]);
    await run(db)`update classes set for_children = true where class_name = 'Little ones'`;
    const teachers = file('teachers.csv', [
      ['Name', 'E-mail of the teacher', 'Course', 'Class'],
      ['Teach', 'teach@office.test', 'Gita', 'Little ones'],
    ]);
    const seen: string[][] = [];
    for (const rule of ['refuse', 'off', 'warn']) {
      await run(db)`update provider set children_rule = ${rule}`;
      seen.push(told(await preview([teachers])));
    }
    expect(seen).toEqual([
      ['teachers problem bring_teacher_unchecked'],
      ['teachers new'],
      ['teachers new bring_teacher_unchecked'],
    ]);
    const { change } = await bring([teachers]);
    await undo(change);
    await run(db)`update provider set children_rule = 'off'`;
  });

  it('of course admins is what others have, and no courses', async () => {
    const seen = await preview(
      [
        courses,
        file('classes.csv', [
          ['Course', 'Class', 'Day', 'Time'],
          ['Veda', 'Noon', 'Monday', '12:00'],
          ['Gita', 'Noon', 'Monday', '12:00'],
        ]),
        file('marks.csv', [
          ['E-mail', 'Course', day(5, 1)],
          ['esha@office.test', 'Veda', 'P'],
        ]),
      ],
      { zone: 'IST' },
      own,
    );
    expect(told(seen)).toEqual([
      'courses problem bring_course_needs_admin',
      'courses unchanged',
      'classes problem unknown_course',
      'classes new',
      'attendance problem unknown_course',
    ]);
  });
});

describe('people who are not there yet', () => {
  const lone = file('courses.csv', [
    ['Course', 'E-mail of the course admin', 'Duration', 'Start date'],
    ['Sama', 'admin@office.test', 'yearly', '2026-01-05'],
    ['Yajur', 'new@office.test', 'yearly', '2026-01-05'],
  ]);

  it('are invited in their row, and an account admin may look after a course', async () => {
    const seen = await preview([lone]);
    expect(told(seen)).toEqual(['courses new', 'courses invite bring_invite_course_admin']);
    expect(seen.rows[1]?.invite).toEqual({ email_id: 'new@office.test', role: 'courseadmin' });
    const invited = await office.call(
      'accounts.invite',
      { email_id: 'new@office.test', role: 'courseadmin' },
      admin,
    );
    expect(invited).toMatchObject({ status: 200 });
    expect(told(await preview([lone]))).toEqual(['courses new', 'courses new']);
  });

  it('a birthday that is none is a remark', async () => {
    const students = file('students.csv', [
      ['First name', 'E-mail', 'Course', 'Class', 'Date of birth'],
      ['Maitreyi', 'maitreyi@home.test', 'Gita', 'Morning', '31/02/2010'],
      ['Gargi', 'gargi@home.test', 'Gita', 'Morning', 'last spring'],
    ]);
    expect(told(await preview([students]))).toEqual([
      'enrolments partly dob_wrong value_lost',
      'enrolments partly dob_wrong value_lost',
    ]);
  });

  const fieldsOfStudents = bringKindColumns.enrolments.filter(
    (column) => !/name$|^(?:role|since)$/u.test(column),
  );
  it.each(fieldsOfStudents)('a %s that cannot be read is left, with what is written', async (column) => {
    const students = file(
      'students.csv',
      [
        ['First name', 'Course', 'Class', 'Value'],
        ['Maitreyi', 'Gita', 'Morning', '=1+1'],
      ],
      {
        kind: 'enrolments',
        columns: [
          { column, place: 3 },
          ...(column === 'email_id' ? [] : [{ column: 'email_id' as const, place: 9 }]),
        ],
      },
    );
    for (const who of [admin, own]) {
      const seen = await preview([students], {}, who);
      expect(seen.rows.map((row) => [isLeft(row), row.notes.at(-1)])).toMatchObject([
        [true, { code: 'value_lost', facts: { column, text: '=1+1' } }],
      ]);
      expect(seen.counts).toMatchObject({ students: 1, left: 1 });
    }
  });

  it('a remark names the row of its own file, and the other file', async () => {
    const cells = [
      ['First name', 'E-mail', 'Course'],
      ['Gargi', 'gargi@home.test', 'Gita'],
    ];
    const seen = await preview([file('one.csv', cells), file('two.csv', [['A list'], ...cells])]);
    expect(seen.rows.map(({ row, notes }) => [row, ...notes.map(({ facts }) => facts)])).toEqual([
      [2],
      [3, { row: 2 }, { row: 2, file: 'one.csv' }],
    ]);
  });
});

describe('a name that nothing has', () => {
  const rows = (course: string, klass: string) =>
    file('students.csv', [
      ['First name', 'E-mail', 'Course', 'Class'],
      ['Gargi', 'gargi@home.test', course, klass],
      ['Tara', 'tara@home.test', course.toUpperCase(), klass],
    ]);
  const geetha = { course_name: 'Geetha', class_name: '' };

  it('is asked about once, the nearest name first, and what is said counts for all rows', async () => {
    const seen = await preview([rows('Geetha', 'Mornings')]);
    expect(seen.rows.map(({ outcome, unknown }) => [outcome, unknown])).toEqual([
      ['problem', 0],
      ['problem', 0],
    ]);
    expect(seen.unknown).toMatchObject([{ ...geetha, can_make: true }]);
    expect(seen.unknown[0]?.near[0]).toBe('Gita');

    const meant = [{ ...geetha, is: 'Gita' }];
    const second = await preview([rows('Geetha', 'Mornings')], { meant });
    expect(told(second)).toEqual(['enrolments problem unknown_class', 'enrolments problem unknown_class']);
    expect(second.rows.map(({ course_name, unknown }) => [course_name, unknown])).toEqual([
      ['Gita', 1],
      ['Gita', 1],
    ]);
    expect(second.unknown[0]).toEqual(seen.unknown[0]);
    expect(second.unknown[1]).toMatchObject({ course_name: 'Gita', class_name: 'Mornings', can_make: true });
    expect(second.unknown[1]?.near[0]).toBe('Morning');

    const both = [...meant, { course_name: 'Gita', class_name: 'Mornings', is: 'Morning' }];
    // What was said can be changed to anything that was offered.
    const third = await preview([rows('Geetha', 'Mornings')], { meant: both });
    expect(third.unknown).toEqual(second.unknown);
    const { counts, change } = await bring([rows('Geetha', 'Mornings')], { meant: both });
    expect(counts).toMatchObject({ courses: 0, classes: 0, enrolments: 2, left: 0 });
    await undo(change);
  });

  it('becomes a new course with its class, once somebody says who looks after it and how long it is', async () => {
    const before = await fingerprint(db);
    const meant = [
      { ...geetha, is: '' },
      { course_name: 'Geetha', class_name: 'Mornings', is: '' },
    ];
    const seen = await preview([rows('Geetha', 'Mornings')], { meant });
    expect(seen.asks.toSorted()).toEqual(['course_admin', 'course_duration']);
    expect(told(seen)[0]).toBe('enrolments problem bring_no_course_admin bring_no_duration unknown_course');
    const said = { meant, course_admin: 'own@office.test', course_duration: 'yearly' as const };
    const { counts, change } = await bring([rows('Geetha', 'Mornings')], said);
    expect(counts).toMatchObject({ courses: 1, classes: 1, enrolments: 2, left: 0 });
    await undo(change);
    expect(await fingerprint(db)).toEqual(before);
  });

  it('is no new course for a course admin, who is offered their own', async () => {
    const seen = await preview([rows('Geetha', '')], { meant: [{ ...geetha, is: '' }] }, own);
    expect(seen.unknown).toMatchObject([{ ...geetha, can_make: false }]);
    expect(seen.unknown[0]?.near).toContain('Gita');
    expect(seen.unknown[0]?.near).not.toContain('Veda');
    expect(seen.counts.courses).toBe(0);
  });

  it('is asked about beside classes, teachers and marks too', async () => {
    const seen = await preview(
      [
        file('classes.csv', [
          ['Course', 'Class', 'Day', 'Time'],
          ['Geetha', 'Noon', 'Monday', '12:00'],
        ]),
        file('teachers.csv', [
          ['Name', 'E-mail of the teacher', 'Course', 'Class'],
          ['Teach', 'teach@office.test', 'Gita', 'Mornings'],
        ]),
        file('marks.csv', [
          ['Name', 'E-mail', 'Course', 'Class', day(1, 1)],
          ['Anu', 'anu@office.test', 'Gita', 'Mornings', 'P'],
        ]),
      ],
      { zone: 'IST' },
    );
    expect(seen.unknown).toMatchObject([geetha, { course_name: 'Gita', class_name: 'Mornings' }]);
    expect(seen.rows.map(({ kind, unknown }) => [kind, unknown])).toEqual([
      ['classes', 0],
      ['teachers', 1],
      ['attendance', 1],
    ]);
  });
});

describe('a course admin', () => {
  it('brings students of other addresses as an import does', async () => {
    const file1 = file('new.csv', [
      ['First name', 'Last name', 'E-mail', 'Course', 'Class'],
      ['Tara', 'Devi', 'tara@home.test', 'Gita', 'Morning'],
      ['Esha', '', 'esha@office.test', 'Gita', 'Morning'],
    ]);
    const { rows, change } = await bring([file1], {}, own);
    expect(told({ rows })).toEqual(['enrolments ask', 'enrolments ask']);
    const came = await many(db)`
      select p.email_id from people p where p.import_id is not null and p.deleted_at is null
    `;
    expect(came).toEqual([{ email_id: 'tara@home.test' }]);
    await undo(change);
  });
});

describe('past attendance', () => {
  const of = (cells: readonly string[], dates: readonly string[], more: Partial<File> = {}) =>
    file('marks.csv', [['Name', ...dates], cells], { course_name: 'Gita', ...more });

  it('leaves marks that are there, and days outside of the class', async () => {
    const [monday, before, ahead] = [day(1, 1), day(1, 6), dayFromToday(3)];
    const first = await bring([of(['Anu', 'P'], [monday])]);
    const seen = await preview([of(['Anu', 'A', 'P', 'P'], [monday, before, ahead])]);
    expect(told(seen)).toEqual(['attendance problem bring_other_mark bring_not_in_class_then bring_future']);
    expect(seen.rows[0]?.notes[0]?.facts).toEqual({ dates: monday });
    expect(told(await preview([of(['Anu', 'P'], [monday])]))).toEqual(['attendance unchanged']);
    await undo(first.change);
    expect(await many(db)`select from attendance_registers where class_id = ${gita.morning}`).toEqual([]);
  });

  it('marks nobody whom the file does not mark', async () => {
    const { change } = await bring([of(['Bala', 'A'], [day(1, 1)])]);
    const stored = await many(db)`select student_id, status from attendance where class_id = ${gita.morning}`;
    expect(stored).toEqual([{ student_id: students.bala, status: 'absent' }]);
    await undo(change);
  });

  it('asks for signs that mean several things, also where points say the opposite', async () => {
    const monday = day(1, 1);
    const seen = await preview([of(['Anu', 'A (2/2)', 'x', '1'], [monday, day(4, 1), day(4, 2)])]);
    expect(seen.files[0]?.signs.map(({ sign, meaning }) => [sign, meaning])).toEqual([
      ['A', null],
      ['x', null],
      ['1', null],
    ]);
    expect(told(seen)).toEqual([
      'attendance problem bring_sign_unknown bring_sign_unknown bring_sign_unknown',
    ]);
    const signs = [
      { sign: 'A', meaning: 'present' as const },
      { sign: 'x', meaning: 'absent' as const },
      { sign: '1', meaning: 'none' as const },
    ];
    const { counts, change } = await bring([
      of(['Anu', 'A (2/2)', 'x', '1'], [monday, day(4, 1), day(4, 2)], { signs }),
    ]);
    expect(counts.marks).toBe(2);
    await undo(change);
  });

  it('asks which meeting of two a mark means, and takes the time of the file', async () => {
    await run(db)`
      insert into class_slots (class_id, course_id, class_day, local_time, time_zone, created_at)
      values (${gita.morning}, ${gita.id}, 'monday', '06:00', 'Asia/Kolkata', now() - interval '90 days')
    `;
    await run(db)`
      update class_slots set created_at = now() - interval '90 days' where class_id = ${gita.morning}
    `;
    const monday = day(1, 1);
    expect(told(await preview([of(['Anu', 'P'], [monday])]))).toEqual([
      'attendance problem bring_several_meetings',
    ]);
    const seen = await preview([of(['Anu', 'P'], [`${monday} 06:00:00`])]);
    expect(told(seen)).toEqual(['attendance new']);
  });

  it('asks for the month of days that are numbers, and names what nobody reads', async () => {
    const tuesday = day(2, 1);
    const rows = (more: Partial<File> = {}) => [
      file(
        'register.csv',
        [
          ['Name', String(Number(tuesday.slice(8))), 'Remarks'],
          ['Anu', 'P', 'from Guntur'],
        ],
        { course_name: 'Gita', ...more },
      ),
    ];
    const seen = await preview(rows());
    expect(seen.files[0]).toMatchObject({
      period: { lacks: 'month', value: '', decided_by: 'nobody' },
      not_taken: [{ reason: 'no_period' }, { text: 'Remarks', reason: 'unknown' }],
    });
    const { counts, change } = await bring(rows({ period: tuesday.slice(0, 7) }));
    expect(counts.marks).toBe(1);
    const stored = await many(db)`
      select attendance_date::text as day from attendance where student_id = ${students.anu}
    `;
    expect(stored).toEqual([{ day: tuesday }]);
    await undo(change);
  });

  it('reads names that several have as a question, and addresses of others as a problem', async () => {
    const seen = await preview([
      file(
        'marks.csv',
        [
          ['Name', 'E-mail', day(1, 1)],
          ['Anu', 'bala@office.test', 'P'],
          ['Zorro', '', 'P'],
        ],
        { course_name: 'Gita' },
      ),
    ]);
    expect(told(seen)).toEqual(['attendance problem bring_other_name', 'attendance problem bring_nobody']);
  });
});
