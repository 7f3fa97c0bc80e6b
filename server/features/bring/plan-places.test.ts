import type { BringInput } from '@gurukul/contract/bring';
import type { BringColumn } from '@gurukul/contract/shared/files/bring-layouts';
import { expect, test } from 'vitest';
import type { Person } from '#server/http/handlers.ts';
import { addressesOf, decidePlaces } from './plan-places.ts';
import type { KnownSlot } from './queries.ts';
import type { RawRow } from './read-files.ts';

type Cells = Partial<Record<BringColumn, string>>;
type Row = Cells & { readonly is?: 'other' | 'nobody' };

const rowOf = (kind: RawRow['kind'], { is, ...cells }: Row, n: number): RawRow => ({
  n,
  file: 0,
  row: n + 2,
  kind,
  cell: (column) => cells[column] ?? '',
  day: (column) => (/^\d{4}-/u.test(cells[column] ?? '') ? cells[column]! : null),
  marks: [],
  isGroupSure: false,
  isNobody: is === 'nobody',
  isOther: is === 'other',
});

const slot = (id: number, class_id: number, more: Partial<KnownSlot> = {}): KnownSlot => ({
  id,
  class_id,
  course_id: 1,
  class_day: 'monday',
  time: '18:00',
  zone: 'Asia/Kolkata',
  duration: 60,
  teacher_id: null,
  ...more,
});
const staffOf = (id: number, email: string, is_teacher: boolean, is_course_admin: boolean) => ({
  id,
  email,
  fullname: email,
  is_teacher,
  is_course_admin,
});

const stored = {
  courses: [1, 2, 2].map((n, index) => ({ id: index + 1, name: n === 1 ? 'Gita' : 'Twice' })),
  classes: [
    { id: 11, course_id: 1, name: 'Dawn' },
    { id: 12, course_id: 1, name: 'Noon' },
    { id: 13, course_id: 1, name: 'Dusk' },
    { id: 14, course_id: 1, name: 'Empty' },
    { id: 15, course_id: 1, name: 'Twin' },
    { id: 16, course_id: 1, name: 'Twin' },
  ],
  slots: [
    slot(21, 11),
    slot(22, 12, { teacher_id: 5, class_day: 'tuesday' }),
    slot(23, 13, { class_day: 'friday' }),
  ],
  staff: [
    staffOf(4, 'head@a.in', false, true),
    staffOf(5, 'teach@a.in', true, false),
    staffOf(6, 'busy@a.in', true, false),
  ],
  times: [
    slot(22, 12, { teacher_id: 5, class_day: 'tuesday' }),
    slot(99, 90, { teacher_id: 6, time: '18:30' }),
  ],
  associations: [{ course_id: 1, teacher_id: 5 }],
  unchecked: new Map(),
};

async function plan(
  kind: RawRow['kind'],
  rows: readonly Row[],
  more: Partial<BringInput> = {},
  role = 'admin',
) {
  const given = { input: { files: [], ...more }, person: { id: 1, role } as Person, today: '2026-11-21' };
  return decidePlaces(
    rows.map((one, n) => rowOf(kind, one, n)),
    given,
    stored,
  );
}
/** Of each row its outcome and remarks, then what is asked. */
const told = ({ rows, asks }: Awaited<ReturnType<typeof plan>>) =>
  [
    ...rows.map(({ outcome, notes }) => [outcome, ...notes.map(({ code }) => code)].join(' ')),
    ...Array.from(asks, (ask) => `asks ${ask}`),
  ].join(', ');

const rig = {
  course_name: 'Rig Veda',
  course_admin: 'head@a.in',
  duration: 'yearly',
  start_date: '2026-12-01',
};

test.each<[Cells, Partial<BringInput>, string]>([
  [{}, {}, 'problem column_missing'],
  [{ course_name: 'x'.repeat(201) }, {}, 'problem column_long'],
  [{ course_name: 'gita' }, {}, 'unchanged'],
  [{ course_name: 'Twice' }, {}, 'problem several_courses'],
  [rig, {}, 'new'],
  [{ ...rig, course_admin: '' }, {}, 'problem bring_no_course_admin, asks course_admin'],
  [{ ...rig, course_admin: '' }, { course_admin: 'HEAD@a.in' }, 'new'],
  [{ ...rig, course_admin: 'nobody' }, {}, 'problem email_wrong'],
  [{ ...rig, course_admin: 'new@a.in' }, {}, 'invite bring_invite_course_admin'],
  [
    { ...rig, course_admin: 'new@a.in', duration: 'x' },
    {},
    'problem bring_invite_course_admin bring_duration_unknown',
  ],
  [{ ...rig, course_admin: 'teach@a.in' }, {}, 'problem bring_not_course_admin'],
  [{ ...rig, start_date: '' }, {}, 'new bring_starts_today'],
  [{ ...rig, start_date: '0', end_date: '0' }, {}, 'new bring_starts_today'],
  [{ ...rig, start_date: 'soon' }, {}, 'problem bring_date_unreadable'],
  [{ ...rig, end_date: 'late' }, {}, 'problem bring_date_unreadable'],
  [{ ...rig, duration: '' }, {}, 'problem bring_no_duration, asks course_duration'],
  [{ ...rig, duration: '' }, { course_duration: 'semester' }, 'new'],
  [{ ...rig, duration: 'x' }, { course_duration: 'semester' }, 'problem bring_duration_unknown'],
])('a course %j, with %j: %s', async (cells, input, expected) => {
  expect(told(await plan('courses', [cells], input))).toBe(expected);
});

test('a new course is made once, by an account admin', async () => {
  const rows = [
    rig,
    { course_name: 'RIG VEDA' },
    { ...rig, course_name: 'Sama', start_date: '', duration: '' },
    { ...rig, course_name: 'Yajur', duration: '', end_date: '2027-03-02' },
  ];
  const made = await plan('courses', rows, { course_duration: 'semester' });
  expect(made.newCourses).toEqual([
    { id: -1, name: 'Rig Veda', adminId: 4, duration: 'yearly', startDate: '2026-12-01' },
    { id: -2, name: 'Sama', adminId: 4, duration: 'semester', startDate: '2026-11-21' },
    { id: -3, name: 'Yajur', adminId: 4, duration: 'quarterly', startDate: '2026-12-01' },
  ]);
  expect(made.rows[1]?.outcome).toBe('unchanged');
  expect(made.courses).toHaveLength(6);
  expect(told(await plan('courses', [rig], {}, 'courseadmin'))).toBe('problem bring_course_needs_admin');
  const [invited] = (await plan('courses', [{ ...rig, course_admin: '' }], { course_admin: 'New@a.in' }))
    .rows;
  expect(invited).toMatchObject({ what: 'Rig Veda', invite: { email_id: 'new@a.in', role: 'courseadmin' } });
});

const dawn = {
  course_name: 'Gita',
  class_name: 'Early',
  day: 'Monday',
  time: '6:30 AM',
  timezone: 'Asia/Kolkata',
};

test.each<[Cells, Partial<BringInput>, string]>([
  [{ class_name: 'Dawn' }, {}, 'problem column_missing'],
  [{ course_name: 'Gita' }, {}, 'problem column_missing'],
  [{ course_name: 'Yoga', class_name: 'Dawn' }, {}, 'problem unknown_course'],
  [{ course_name: 'Twice', class_name: 'Dawn' }, {}, 'problem several_courses'],
  [{ course_name: 'Gita', class_name: 'Twin' }, {}, 'problem several_classes'],
  [{ course_name: 'x'.repeat(201), class_name: 'x'.repeat(101) }, {}, 'problem column_long column_long'],
  [{ course_name: 'Gita', class_name: 'Dawn' }, {}, 'unchanged'],
  [{ course_name: 'Gita', class_name: 'Early' }, {}, 'new'],
  [dawn, {}, 'new'],
  [{ ...dawn, day: 'someday' }, {}, 'problem bring_day_unknown'],
  [{ ...dawn, time: 'early' }, {}, 'problem bring_time_unreadable'],
  [{ ...dawn, end_time: 'late' }, {}, 'problem bring_time_unreadable'],
  [{ ...dawn, time: '' }, {}, 'problem bring_half_time'],
  [{ ...dawn, day: '' }, {}, 'problem bring_half_time'],
  [{ ...dawn, timezone: '' }, {}, 'problem bring_no_zone, asks zone'],
  [{ ...dawn, timezone: '' }, { zone: 'Asia/Dubai' }, 'new'],
  [{ ...dawn, timezone: 'UTC' }, {}, 'new'],
  [{ ...dawn, timezone: 'nowhere' }, { zone: 'Asia/Dubai' }, 'problem zone_unknown'],
  [{ ...dawn, time: '6:30 AM IST' }, {}, 'new'],
  [{ ...dawn, time: '6:30 AM IST', timezone: '' }, {}, 'new'],
  [{ ...dawn, time: '6:30 AM IST', timezone: 'Asia/Dubai' }, {}, 'problem bring_zones_differ'],
  [{ ...dawn, minutes: '5' }, {}, 'new'],
  [{ ...dawn, minutes: '720 min' }, {}, 'new'],
  [{ ...dawn, minutes: '4' }, {}, 'problem bring_minutes_wrong'],
  [{ ...dawn, minutes: '721' }, {}, 'problem bring_minutes_wrong'],
  [{ ...dawn, minutes: '45.5' }, {}, 'problem bring_minutes_wrong'],
  [{ ...dawn, minutes: 'long' }, {}, 'problem bring_minutes_wrong'],
])('a class %j, with %j: %s', async (cells, input, expected) => {
  expect(told(await plan('classes', [cells], input))).toBe(expected);
});

test('a class gets the times that it does not have', async () => {
  const known = {
    course_name: 'Gita',
    class_name: 'Dawn',
    day: 'Monday',
    time: '18:00',
    timezone: 'Asia/Kolkata',
  };
  const made = await plan('classes', [
    known,
    { ...known, timezone: 'Asia/Dubai' },
    { ...known, time: '19:00', end_time: '20:30' },
    { ...known, day: 'Tue, Wed', time: '23:30', end_time: '00:15' },
    { ...dawn, minutes: '45' },
    { ...dawn, class_name: 'EARLY' },
  ]);
  expect(told(made)).toBe('unchanged, new, new, new, new, unchanged');
  const times = made.newSlots.map((one) => [one.class_id, one.class_day, one.time, one.zone, one.duration]);
  expect(times).toEqual([
    [11, 'monday', '18:00', 'Asia/Dubai', 60],
    [11, 'monday', '19:00', 'Asia/Kolkata', 90],
    [11, 'tuesday', '23:30', 'Asia/Kolkata', 45],
    [11, 'wednesday', '23:30', 'Asia/Kolkata', 45],
    [-5, 'monday', '06:30', 'Asia/Kolkata', 45],
  ]);
  expect(made.newClasses).toEqual([{ id: -5, course_id: 1, name: 'Early' }]);
  expect(made.rows.map(({ what }) => what)).toContain('Early · Monday · 6:30 AM');
  expect(made.rows[1]).toMatchObject({
    courseName: 'Gita',
    className: 'Dawn',
    raw: { n: 1, file: 0, row: 3 },
  });
});

const ofDawn = { course_name: 'Gita', class_name: 'Dawn', teacher_email: 'teach@a.in' };

test.each<[Row, string, string]>([
  [{ ...ofDawn, is: 'other' }, 'admin', 'skip bring_no_teacher'],
  [{ ...ofDawn, is: 'nobody' }, 'admin', 'problem bring_username_unknown'],
  [{ ...ofDawn, teacher_email: '' }, 'admin', 'problem bring_teacher_without_email'],
  [{ ...ofDawn, teacher_email: 'nobody' }, 'admin', 'problem email_wrong'],
  [{ ...ofDawn, course_name: 'Yoga' }, 'admin', 'problem unknown_course'],
  [{ ...ofDawn, class_name: 'None' }, 'admin', 'problem unknown_class, asks make_classes'],
  [{ ...ofDawn, class_name: 'Twin' }, 'admin', 'problem several_classes'],
  [{ ...ofDawn, teacher_email: 'new@a.in' }, 'admin', 'invite bring_invite_first'],
  [{ ...ofDawn, teacher_email: 'head@a.in' }, 'admin', 'problem bring_no_teacher'],
  [{ ...ofDawn, teacher_email: 'head@a.in' }, 'courseadmin', 'invite bring_invite_first'],
  [{ teacher_email: 'teach@a.in' }, 'admin', 'unchanged'],
  [{ course_name: 'Gita', teacher_email: 'teach@a.in' }, 'admin', 'unchanged'],
  [{ course_name: 'Gita', teacher_email: 'busy@a.in' }, 'admin', 'new'],
  [ofDawn, 'admin', 'new'],
  [{ ...ofDawn, class_name: 'Noon' }, 'admin', 'unchanged'],
  [{ ...ofDawn, class_name: 'Noon', teacher_email: 'busy@a.in' }, 'admin', 'problem bring_class_has_teacher'],
  [{ ...ofDawn, teacher_email: 'busy@a.in' }, 'admin', 'problem bring_teacher_busy'],
  [{ ...ofDawn, class_name: 'Dusk', teacher_email: 'busy@a.in' }, 'admin', 'new'],
  [{ ...ofDawn, class_name: 'Empty' }, 'admin', 'unchanged bring_class_without_times'],
])('a teacher %j, brought by %s: %s', async (cells, role, expected) => {
  expect(told(await plan('teachers', [cells], {}, role))).toBe(expected);
});

test('a teacher is associated with the course once, and has the free times of the class', async () => {
  const dusk = { ...ofDawn, class_name: 'Dusk', teacher_email: 'Busy@a.in' };
  const rows = [
    dusk,
    { ...dusk, first_name: 'B', last_name: 'C' },
    { ...dusk, ...ofDawn, class_name: 'Dusk' },
  ];
  const made = await plan('teachers', [...rows, { ...ofDawn, full_name: 'A B' }]);
  expect(told(made)).toBe('new, unchanged, problem bring_class_has_teacher, new');
  expect(made.associations).toEqual([{ courseId: 1, teacherId: 6 }]);
  expect(made.assignments).toEqual([
    { courseId: 1, slotId: 23, teacherId: 6 },
    { courseId: 1, slotId: 21, teacherId: 5 },
  ]);
  expect(made.rows.map(({ what }) => what)).toEqual(['Busy@a.in', 'B C', 'teach@a.in', 'A B']);
  const [invited] = (await plan('teachers', [{ ...ofDawn, teacher_email: 'New@a.in' }])).rows;
  expect(invited).toMatchObject({ courseName: 'Gita', invite: { email_id: 'new@a.in', role: 'teacher' } });
});

test('a teacher whom a row gave a time is busy then', async () => {
  const times = {
    day: 'Friday',
    time: '18:30',
    timezone: 'Asia/Kolkata',
    course_name: 'Gita',
    class_name: 'Late',
  };
  const teacher = { course_name: 'Gita', teacher_email: 'busy@a.in' };
  const rows = [
    rowOf('classes', times, 0),
    rowOf('teachers', { ...teacher, class_name: 'Dusk' }, 1),
    rowOf('teachers', { ...teacher, class_name: 'Late' }, 2),
  ];
  const given = { input: { files: [] }, person: { id: 1, role: 'admin' } as Person, today: '2026-11-21' };
  expect(told(await decidePlaces(rows, given, stored))).toBe('new, new, problem bring_teacher_busy');
});

test.each<[Row, boolean, number, string]>([
  [{ course_name: 'Gita', class_name: 'Late' }, true, 1, 'asks make_classes'],
  [{ course_name: 'Gita', class_name: 'Late' }, false, 0, 'asks make_classes'],
  [{ course_name: 'Gita', class_name: 'Late', is: 'other' }, true, 0, ''],
  [{ course_name: 'Gita', class_name: 'Late, Dawn' }, true, 0, ''],
  [{ course_name: 'Gita', class_name: 'x'.repeat(101) }, true, 0, ''],
  [{ course_name: 'Gita', class_name: '' }, true, 0, ''],
  [{ course_name: 'Gita', class_name: 'Dawn' }, false, 0, ''],
  [{ course_name: '', class_name: 'Late' }, false, 0, ''],
  [{ course_name: 'Yoga', class_name: 'Late' }, false, 0, ''],
  [{ course_name: 'Twice', class_name: 'Late' }, false, 0, ''],
])('a student in %j, classes are made: %s', async (row, make_classes, count, expected) => {
  const made = await plan('enrolments', [row, row], { make_classes });
  expect([made.newClasses.length, told(made)]).toEqual([count, expected]);
});

test('staff are looked for by the addresses of teachers and course admins', () => {
  const cells = { teacher_email: 'Teach@a.in', course_admin: 'head@a.in' };
  const kinds = ['teachers', 'courses', 'classes', 'teachers'] as const;
  const rows = kinds.map((kind, n) => rowOf(kind, n === 2 ? { teacher_email: 'none@a.in' } : cells, n));
  expect(addressesOf(rows, { files: [], course_admin: 'all@a.in' })).toEqual([
    'teach@a.in',
    'head@a.in',
    'all@a.in',
  ]);
  expect(addressesOf([rowOf('teachers', {}, 0)], { files: [] })).toEqual([]);
});
