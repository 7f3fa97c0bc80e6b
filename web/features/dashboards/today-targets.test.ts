import type { TodayItems } from '@gurukul/contract/dashboards';
import { expect, test } from 'vitest';
import { dayOffOf, rowsOf, studentsOf, teachersOf } from './today-targets.ts';
import { meetingsOf } from './uncalled-meetings.ts';

const uncalled: TodayItems['unmarked_class'] = {
  line: 'unmarked_class:1:2026-11-19',
  case: null,
  course_id: 3,
  course_name: 'Gita',
  class_id: 4,
  class_name: 'Evening',
  student_id: null,
  student_name: null,
  payment: null,
  attendance_date: '2026-11-19',
  at: '2026-11-19T12:30:00Z',
  teacher: { user_id: 9, fullname: 'Dev', suspended: false },
};
const absent: TodayItems['three_absences'] = {
  ...uncalled,
  student_id: 5,
  teacher: null,
  teachers: [
    { user_id: 9, fullname: 'Dev' },
    { user_id: 8, fullname: 'Ila' },
  ],
};

test('each teacher is reminded once, and lines without one who can are counted', () => {
  const items = [
    uncalled,
    { ...uncalled, at: '2026-11-20T12:30:00Z' },
    absent,
    { ...uncalled, teacher: { user_id: 8, fullname: 'Lata', suspended: true } },
    { ...uncalled, teacher: null },
  ];
  expect(teachersOf(items)).toEqual({ ids: [9, 8], without: 2 });
});

test('a student of two lines is written to once; one who is in no class yet is selected without a course', () => {
  const elsewhere = { ...absent, course_id: 7 };
  const paid = { ...absent, student_id: 6, is_enrolled: false };
  expect(studentsOf([absent, elsewhere, paid])).toEqual([5, 6]);
  expect(rowsOf([absent, absent, elsewhere, paid])).toEqual([
    { student_id: 5, course_id: 3 },
    { student_id: 5, course_id: 7 },
    { student_id: 6, course_id: '---' },
  ]);
});

test('a day off begins with the days of the meetings, and with their class if it is one', () => {
  const before = { ...uncalled, attendance_date: '2026-11-12' };
  expect(dayOffOf([uncalled, before])).toEqual({
    from: '2026-11-12',
    to: '2026-11-19',
    course: '3',
    group: '4',
  });
  expect(dayOffOf([uncalled, { ...before, class_id: 5 }])).toMatchObject({ course: '3', group: '' });
  expect(dayOffOf([uncalled, { ...before, course_id: 5 }])).toMatchObject({ course: '', group: '' });
  expect(meetingsOf([uncalled])).toEqual([
    { class_id: 4, held_on: '2026-11-19', starts_at: '2026-11-19T12:30:00Z' },
  ]);
});
