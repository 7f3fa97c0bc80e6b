import type { TodayGroup } from '@gurukul/contract/dashboards';
import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { expect, test } from 'vitest';
import { withoutRolls } from './your-day.tsx';

const now = Date.parse('2026-11-20T12:00:00.000Z');

const roll = (day: number, attendance_status: 'present' | null = null, hour = 6): Roll => ({
  course_id: 3,
  course_name: 'Gita',
  class_id: 4,
  class_name: 'Morning',
  attendance_date: `2026-11-${day}`,
  slot_id: 5,
  on_date: `2026-11-${day}`,
  extra: false,
  starts_at: `2026-11-${day}T0${hour}:00:00.000Z`,
  ends_at: `2026-11-${day}T${hour + 10}:00:00.000Z`,
  zone: 'Asia/Kolkata',
  students: [{ student_id: 1, student_name: 'Asha', attendance_status, student_attendance_id: null }],
});

const uncalled = (count: number, days: readonly number[]): TodayGroup => ({
  kind: 'unmarked_class',
  count,
  items: days.map((day) => ({
    course_id: 3,
    course_name: 'Gita',
    class_id: 4,
    class_name: 'Morning',
    student_id: null,
    student_name: null,
    payment: null,
    case: null,
    attendance_date: `2026-11-${day}`,
    at: `2026-11-${day}T06:00:00.000Z`,
    teacher: null,
    line: `unmarked_class:5:2026-11-${day}`,
  })),
});

const days = [19, 18, 17, 16, 15, 14];
const first = days.slice(0, 5);

test('the day counts no roll again that it lists itself, also one that Today has not sent', () => {
  expect(
    withoutRolls(
      [uncalled(6, first)],
      days.map((day) => roll(day)),
      now,
    ),
  ).toEqual([]);
});

test('a roll that Today does not wait for takes nothing off its count', () => {
  const others = [roll(13, 'present'), roll(20)];
  const rolls = [...first.map((day) => roll(day)), ...others];
  expect(withoutRolls([uncalled(6, first)], rolls, now)).toMatchObject([{ count: 1, items: [] }]);
});
