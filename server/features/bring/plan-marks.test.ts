import type { BringColumn } from '@gurukul/contract/shared/files/bring-layouts';
import { said } from '@gurukul/contract/shared/words/messages';
import { expect, test } from 'vitest';
import { nameOf } from '../likeness/names.ts';
import { noOrder, tidyRow } from '../student-import/cells.ts';
import type { PlannedRow as PlannedStudent } from '../student-import/rules.ts';
import { waits } from '../student-import/rules.ts';
import { planMarks, rollFor } from './plan-marks.ts';
import type { MarkReads } from './plan-marks.ts';
import type { NewSlot, Places } from './plan-places.ts';
import type { MeetingRow } from './queries.ts';
import type { RawMark, RawRow } from './read-files.ts';

const today = '2026-11-21';
/** A Monday. */
const monday = '2026-11-16';

const mark = (more: Partial<RawMark> = {}): RawMark => ({
  date: monday,
  isAmbiguous: false,
  time: '',
  group: '',
  sign: 'P',
  meaning: 'present',
  ...more,
});
type Cells = Partial<Record<BringColumn, string>>;
const rowOf = (n: number, cells: Cells, marks: readonly RawMark[], more: Partial<RawRow> = {}): RawRow => ({
  n,
  file: 0,
  row: n + 2,
  kind: 'attendance',
  cell: (column) => cells[column] ?? '',
  day: (column) => cells[column] ?? null,
  marks,
  isGroupSure: false,
  isNobody: false,
  isOther: false,
  ...more,
});

const member = (student_id: number, fullname: string, more: Partial<Member> = {}): Member => ({
  student_id,
  course_id: 1,
  class_id: 11,
  started_on: '2026-01-01',
  ended_on: null,
  fullname,
  other_names: [],
  ...more,
});
type Member = Awaited<ReturnType<MarkReads['members']>>[number];
const meeting = (more: Partial<MeetingRow> = {}): MeetingRow => ({
  class_id: 11,
  held_on: monday,
  slot_id: 31,
  on_date: monday,
  extra: false,
  register_id: null,
  time: '18:00',
  is_of_slot: true,
  ...more,
});

const members = [
  member(1, 'Ravi Kumar'),
  member(2, 'Sita Rao', { started_on: monday, ended_on: '2026-11-18' }),
  member(3, 'Uma Devi'),
  member(4, 'Uma Devi'),
  member(5, 'Bala Nair'),
  member(5, 'Bala Nair', { class_id: 12 }),
  member(6, 'Mira Sen', { class_id: 12, started_on: '2026-01-01', ended_on: monday }),
  member(6, 'Mira Sen', { started_on: monday }),
  member(7, 'Gopi Das', { class_id: null }),
];
const places = {
  courses: [1, 2, 2].map((n, index) => ({ id: index + 1, name: n === 1 ? 'Gita' : 'Twice' })),
  classes: [
    { id: 11, course_id: 1, name: 'Dawn' },
    { id: 12, course_id: 1, name: 'Noon' },
    { id: 13, course_id: 1, name: 'Twin' },
    { id: 14, course_id: 1, name: 'Twin' },
    { id: -1, course_id: 1, name: 'New' },
  ],
  newSlots: [
    { id: -2, class_id: -1, course_id: 1, class_day: 'monday', time: '09:00', zone: 'UTC', duration: 60 },
  ] as NewSlot[],
} as unknown as Places;

interface Given {
  readonly rolls?: readonly MeetingRow[];
  readonly students?: readonly PlannedStudent[];
  readonly evenIfFull?: boolean;
}
const stored = [1, 2].map((student_id) => ({
  class_id: 11,
  attendance_date: '2026-11-17',
  student_id,
  register_id: 41,
  status: 'absent' as const,
}));
const family = [1, 2].map((id) => ({ email: 'family@a.in', id }));

/** What this request makes has numbers below zero, and nothing of it is stored. */
function areStored(ids: readonly number[]): readonly number[] {
  expect(ids.filter((id) => id < 0)).toEqual([]);
  return ids;
}

const plan = (rows: readonly RawRow[], { rolls = [], students = [], evenIfFull = false }: Given = {}) =>
  planMarks(
    {
      members: async (ids) => members.filter(({ course_id: id }) => areStored(ids).includes(id)),
      people: async (emails) => family.filter(({ email }) => emails.includes(email)),
      rolls: async (ids, days) =>
        rolls.filter(({ class_id: id, held_on }) => areStored(ids).includes(id) && days.includes(held_on)),
      marks: async (_, days) => stored.filter(({ attendance_date: day }) => days.includes(day)),
    },
    rows,
    places,
    students,
    { today, evenIfFull },
  );
/** Of each row its outcome, the number of saved marks, and remarks with their days. */
const told = ({ rows, counts }: Awaited<ReturnType<typeof plan>>) =>
  rows
    .map(({ raw, outcome, notes }) =>
      [
        outcome,
        counts.get(raw.n),
        ...notes.map(({ code, facts }) => [code, facts?.['dates']].filter(Boolean).join(' ')),
      ]
        .filter((part) => part !== undefined)
        .join(' '),
    )
    .join(', ');

const ravi = { first_name: 'Ravi', last_name: 'Kumar', course_name: 'Gita', class_name: 'Dawn' };
const sita = { ...ravi, first_name: 'Sita', last_name: 'Rao' };

test.each<[Cells, string]>([
  [ravi, 'new 1'],
  [{ ...ravi, first_name: 'KUMAR', last_name: 'ravi' }, 'new 1'],
  [{ ...ravi, course_name: '' }, 'problem column_missing'],
  [{ ...ravi, course_name: 'Yoga' }, 'problem unknown_course'],
  [{ ...ravi, course_name: 'Twice' }, 'problem several_courses'],
  [{ ...ravi, first_name: 'Zeta' }, 'problem bring_nobody'],
  [{ course_name: 'Gita' }, 'problem bring_nobody'],
  [{ ...ravi, first_name: 'Uma', last_name: 'Devi' }, 'problem bring_several_people'],
  [{ ...ravi, email_id: 'Family@a.in' }, 'new 1'],
  [{ ...sita, email_id: 'family@a.in' }, 'new 1'],
  [{ ...ravi, first_name: 'Zeta', email_id: 'family@a.in' }, 'problem bring_other_name'],
  [{ course_name: 'Gita', email_id: 'family@a.in' }, 'problem bring_several_people'],
  [{ ...ravi, email_id: 'new@a.in' }, 'problem bring_nobody'],
  [{ ...ravi, class_name: '' }, 'new 1'],
  [{ ...ravi, class_name: 'Dawn, Noon' }, 'new 1'],
  [{ ...ravi, class_name: 'None' }, 'problem 0 unknown_class'],
  [{ ...ravi, class_name: 'Twin' }, 'problem 0 several_classes'],
  [{ ...ravi, class_name: 'Noon' }, 'problem 0 bring_in_other_class'],
  [{ ...ravi, first_name: 'Bala', last_name: 'Nair', class_name: '' }, 'problem 0 bring_which_class'],
  [{ ...ravi, first_name: 'Mira', last_name: 'Sen', class_name: '' }, 'new 1'],
  [{ ...ravi, first_name: 'Gopi', last_name: 'Das', class_name: '' }, 'problem 0 bring_which_class'],
])('marks of %j: %s', async (cells, expected) => {
  expect(told(await plan([rowOf(0, cells, [mark()])]))).toBe(expected);
});

test.each<[Cells, readonly RawMark[], string]>([
  [ravi, [], 'skip 0 bring_no_mark'],
  [ravi, [mark({ meaning: 'none' })], 'skip 0 bring_no_mark'],
  [ravi, [mark({ meaning: null, sign: '?' })], 'problem 0 bring_sign_unknown'],
  [ravi, [mark({ date: null })], 'problem 0 bring_date_unreadable'],
  [ravi, [mark({ date: null, isAmbiguous: true })], 'problem 0 bring_date_ambiguous'],
  [ravi, [mark({ date: today })], 'new 1'],
  [ravi, [mark({ date: '2026-11-22' })], 'problem 0 bring_future 2026-11-22'],
  [
    ravi,
    [mark({ date: '2026-11-22' }), mark({ date: '2026-11-23' }), mark()],
    'partly 1 bring_future 2026-11-22, 2026-11-23',
  ],
  [
    ravi,
    ['22', '23', '24', '25', '26', '27'].map((day) => mark({ date: `2026-11-${day}` })),
    'problem 0 bring_future 2026-11-22, 2026-11-23, 2026-11-24, 2026-11-25, 2026-11-26, +1',
  ],
  [
    ravi,
    [
      mark({ meaning: null, sign: 'a' }),
      mark({ meaning: null, sign: 'b' }),
      mark({ meaning: null, sign: 'a' }),
    ],
    'problem 0 bring_sign_unknown bring_sign_unknown',
  ],
  [ravi, [mark(), mark()], 'new 1'],
  [ravi, [mark(), mark({ meaning: 'absent' })], 'partly 1 bring_marked_twice 2026-11-16'],
  [ravi, [mark(), mark(), mark({ date: '2026-11-22' })], 'partly 1 bring_future 2026-11-22'],
  [
    { ...sita, class_name: '' },
    [mark({ date: '2026-11-15' })],
    'problem 0 bring_not_in_class_then 2026-11-15',
  ],
  [ravi, [mark({ group: 'Noon' })], 'problem 0 bring_in_other_class'],
  [ravi, [mark({ group: 'any word' })], 'new 1'],
  [sita, [mark({ date: '2026-11-15' })], 'problem 0 bring_not_in_class_then 2026-11-15'],
  [sita, [mark({ date: '2026-11-18' }), mark()], 'partly 1 bring_not_in_class_then 2026-11-18'],
])('%j with the marks %j: %s', async (cells, marks, expected) => {
  expect(told(await plan([rowOf(0, cells, marks)]))).toBe(expected);
});

test('a mark without a meeting is of the whole day, and one of a new class of its time on that weekday', async () => {
  const rows = [rowOf(0, ravi, [mark()]), rowOf(1, gargi, [mark({ date: '2026-11-10' }), mark()])];
  const planned = await plan(rows, { students: [newcomer()] });
  const whole = { slot_id: null, on_date: null, extra: false, register_id: null };
  const timed = { ...whole, slot_id: -2, on_date: monday };
  expect(planned.marks.map(({ roll }) => roll)).toMatchObject([whole, whole, timed]);
  expect(planned.since.get(5)).toBe('2026-11-10');
});

test('says whose an address is', async () => {
  const { rows } = await plan([rowOf(0, { ...ravi, first_name: 'Zeta', email_id: 'family@a.in' }, [mark()])]);
  expect(rows[0]?.notes).toEqual([said('bring_other_name', { people: 'Ravi Kumar, Sita Rao' })]);
});

test('a row of nobody, and a group for sure', async () => {
  const sure = { isGroupSure: true };
  const rows = [
    rowOf(0, { ...ravi, username: 'x' }, [mark()], { isNobody: true }),
    rowOf(1, { ...ravi, class_name: '' }, [mark({ group: 'any word' })], sure),
    rowOf(2, { ...ravi, class_name: '' }, [mark({ group: 'dawn' })], sure),
  ];
  const planned = await plan(rows);
  expect(told(planned)).toBe('problem bring_username_unknown, problem 0 unknown_class, new 1');
  expect(planned.rows.map(({ what, className }) => [what, className])).toEqual([
    ['Ravi Kumar', 'Dawn'],
    ['Ravi Kumar', ''],
    ['Ravi Kumar', 'Dawn'],
  ]);
  const [byMail, byUser] = (
    await plan([rowOf(0, { email_id: 'a@b.in', username: 'u' }, []), rowOf(1, { username: 'u' }, [])])
  ).rows;
  expect([byMail?.what, byUser?.what]).toEqual(['a@b.in', 'u']);
});

test('a stored mark stays', async () => {
  const rolls = [meeting({ held_on: '2026-11-17', register_id: 41 })];
  const ofTuesday = (meaning: RawMark['meaning']) => [mark({ date: '2026-11-17', meaning })];
  const rows = [rowOf(0, ravi, ofTuesday('absent')), rowOf(1, sita, ofTuesday('present'))];
  expect(told(await plan(rows, { rolls }))).toBe('unchanged 0, problem 0 bring_other_mark 2026-11-17');
});

test('a mark is of the meeting of its time, and of a new class by its weekday', async () => {
  const rolls = [meeting(), meeting({ slot_id: 32, time: '20:00' })];
  const rows = [rowOf(0, ravi, [mark({ time: '20:00' }), mark({ meaning: 'absent' })])];
  const planned = await plan(rows, { rolls });
  expect(told(planned)).toBe(`partly 1 bring_several_meetings ${monday}`);
  expect(planned.marks).toEqual([
    {
      student: 'p1',
      courseId: 1,
      classId: 11,
      date: monday,
      roll: expect.objectContaining({ slot_id: 32, register_id: null }),
      status: 'present',
    },
  ]);
});

/** A student whom row 5 adds. */
const newcomer = (more: Partial<PlannedStudent> = {}): PlannedStudent => ({
  tidy: tidyRow(
    {
      row: 5,
      first_name: 'Gargi',
      last_name: 'Rao',
      email_id: 'Gargi@a.in',
      phone_number: '',
      course_name: 'Gita',
      class_name: 'New',
    },
    { today, dates: noOrder, countries: ['IN'] },
  ),
  course: { id: 1, name: 'Gita' },
  class: { id: -1, course_id: 1, name: 'New' },
  person: null,
  addedBy: 5,
  isNewName: false,
  outcome: 'new',
  notes: [],
  behind: [],
  alike: [],
  isToldApart: false,
  ...more,
});
const gargi = { first_name: 'Gargi', last_name: 'Rao', course_name: 'Gita', class_name: 'New' };
const earlier = mark({ date: '2026-11-09' });
const known = { ...newcomer(), id: 8, row: null, fullname: 'Gargi R', names: [nameOf('Gargi R')], dob: null };

test.each<[string, Partial<PlannedStudent>, Given, Cells, string, string | undefined]>([
  ['begins with the first mark', {}, {}, gargi, 'new 2', '2026-11-09'],
  [
    'is known by the address',
    {},
    {},
    { ...gargi, first_name: '', last_name: '', email_id: 'gargi@a.in' },
    'new 2',
    '2026-11-09',
  ],
  [
    'is known by a stored name',
    { person: known as never, addedBy: null, outcome: 'enrol' },
    {},
    { ...gargi, last_name: 'R' },
    'new 2',
    '2026-11-09',
  ],
  ['enrols a second time', { outcome: 'enrol' }, {}, gargi, 'new 2', '2026-11-09'],
  ['is not added', { outcome: 'ask' }, {}, gargi, 'problem bring_nobody', undefined],
  ['has no course', { course: null }, {}, gargi, 'problem bring_nobody', undefined],
  ['waits', { notes: [waits] }, {}, gargi, 'problem 0 bring_in_other_class', undefined],
  ['does not wait', { notes: [waits] }, { evenIfFull: true }, gargi, 'new 2', '2026-11-09'],
  ['has another remark', { notes: [said('email_wrong')] }, {}, gargi, 'new 2', '2026-11-09'],
  [
    'has no class',
    { class: null },
    {},
    { ...gargi, class_name: '' },
    'problem 0 bring_which_class',
    undefined,
  ],
])('a student of the file who %s', async (_, more, given, cells, expected, since) => {
  const rows = [rowOf(0, cells, [mark(), earlier])];
  const planned = await plan(rows, { ...given, students: [newcomer(more)] });
  expect([told(planned), planned.since.get(5)]).toEqual([expected, since]);
});

test('a student of the file is one under each spelling, and begins when the file says', async () => {
  const tidy = { ...newcomer().tidy, row: 6, first_name: 'Gārgī', last_name: 'R' };
  const rows = [
    rowOf(5, { since: '2026-11-10' }, [], { kind: 'enrolments' }),
    rowOf(7, { since: today }, [], { kind: 'enrolments' }),
    rowOf(0, { ...gargi, last_name: 'R', since: '2026-11-01' }, [mark(), earlier]),
  ];
  const planned = await plan(rows, { students: [newcomer(), newcomer({ tidy, outcome: 'problem' })] });
  expect(told(planned)).toBe('partly 1 bring_not_in_class_then 2026-11-09');
  expect(planned.marks[0]).toMatchObject({
    student: 'r5',
    classId: -1,
    roll: { slot_id: -2, on_date: monday, extra: false, register_id: null },
  });
  expect([...planned.since]).toEqual([[5, '2026-11-10']]);
  expect(await plan(rows.slice(0, 2))).toMatchObject({ rows: [], marks: [] });
});

test.each<[readonly MeetingRow[], string, number | null | 'many', number | null]>([
  [[], '', null, null],
  [[meeting()], '', 31, null],
  [[meeting()], '07:00', 31, null],
  [[meeting(), meeting({ slot_id: 32, time: '20:00' })], '', 'many', null],
  [[meeting(), meeting({ slot_id: 32, time: '20:00' })], '20:00', 32, null],
  // A register of the whole day counts for its meetings.
  [[meeting(), meeting({ slot_id: null, register_id: 41 })], '', 31, 41],
  [[meeting({ slot_id: null, register_id: 41 })], '', null, 41],
  [[meeting({ is_of_slot: false }), meeting({ slot_id: null, register_id: 41 })], '', 31, 41],
  // A slot that was made later is not asked for beside a taken roll.
  [[meeting({ register_id: 41 }), meeting({ slot_id: 32, is_of_slot: false })], '', 31, 41],
  [[meeting({ register_id: 41 }), meeting({ slot_id: 32 })], '', 'many', null],
  [[meeting({ is_of_slot: false })], '', 31, null],
])('of the rolls %j at %j', (rolls, time, slot, register) => {
  const roll = rollFor(rolls, time);
  expect(roll === null ? ['many', null] : [roll.slot_id, roll.register_id]).toEqual([slot, register]);
});
