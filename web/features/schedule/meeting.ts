import type { ScheduleRow } from '@gurukul/contract/schedule';
import { paths, type Address } from '#web/paths.ts';
import { wallAt } from '#web/lib/format/clock.ts';

/** The register of a meeting; it bears the date that the class itself has. */
export function registerOf({ course_id, class_id, zone }: ScheduleRow, start: number): Address {
  const { day } = wallAt(start, zone);
  return `${paths.markAttendance}?course=${course_id}&class=${class_id}&date=${day}&show=yes`;
}

const endOf = (meeting: string, { duration }: ScheduleRow) => Date.parse(meeting) + duration * 60_000;

/** The meeting that is on or else the next one: as answered, or a later one if the page was open for long. */
export const meetingAhead = (row: ScheduleRow, now: number): string =>
  [row.slot_time, ...row.meetings].find((meeting) => endOf(meeting, row) > now) ?? row.slot_time;

export const isOn = (row: ScheduleRow, meeting: string, now: number) =>
  Date.parse(meeting) <= now && now < endOf(meeting, row);

/** The meeting of a slot that is on, even if it began before midnight, or is today on the viewer's calendar. */
export const meetingToday = (row: ScheduleRow, now: number, zone: string) =>
  row.meetings.find((meeting) => isOn(row, meeting, now)) ??
  row.meetings.find((meeting) => wallAt(Date.parse(meeting), zone).day === wallAt(now, zone).day);
