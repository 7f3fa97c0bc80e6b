import type { ScheduleRow } from '@gurukul/contract/schedule';
import { expect, test } from 'vitest';
import { meetingAhead, meetingToday } from './meeting.ts';

/** Every Monday 23:30 to 00:30 in India. */
const late: ScheduleRow = {
  id: 1,
  class_id: 1,
  class_name: 'Chanting A',
  course_id: 1,
  course_name: 'Vedic Chanting',
  class_day: 'monday',
  time: '23:30',
  time_zone: 'IST',
  zone: 'Asia/Kolkata',
  duration: 60,
  date: '2026-11-23',
  day: 'monday',
  slot_time: '2026-11-23T18:00:00.000Z',
  student_count: 20,
  ends_at: null,
  join_link: null,
  meetings: ['2026-11-16T18:00:00.000Z', '2026-11-23T18:00:00.000Z', '2026-11-30T18:00:00.000Z'],
};
const [, monday, nextMonday] = late.meetings;
const at = (text: string) => Date.parse(`2026-11-${text}+05:30`);

test('a page that stays open shows a meeting until it is over, then the next one', () => {
  expect(meetingAhead(late, at('23T09:00'))).toBe(monday);
  expect(meetingAhead(late, at('24T00:29'))).toBe(monday);
  expect(meetingAhead(late, at('24T00:30'))).toBe(nextMonday);
});

test('a meeting that runs over midnight can be marked until it is over', () => {
  const today = (text: string) => meetingToday(late, at(text), late.zone);
  expect(today('22T23:59')).toBeUndefined();
  expect(today('23T00:10')).toBe(monday);
  expect(today('23T23:45')).toBe(monday);
  expect(today('24T00:29')).toBe(monday);
  expect(today('24T00:30')).toBeUndefined();
});
