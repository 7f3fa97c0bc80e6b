import { timeZoneNames, timeZones } from '@gurukul/contract/classes';
import type { ScheduleRow } from '@gurukul/contract/schedule';
import { formatTime, formatWeekdayTime } from '#web/lib/format/format.ts';
import { paths, type Address } from '#web/paths.ts';
import { scheduleTexts } from '#web/texts/schedule.ts';
import { texts } from '#web/texts/texts.ts';
import { offsetAt, wallAt } from './clock.ts';

/** 07:00 – 08:00 AM, or 11:30 AM – 12:30 PM. */
export function timeRange(start: number, end: number, zone: string): string {
  const from = formatTime(new Date(start).toISOString(), zone);
  const to = formatTime(new Date(end).toISOString(), zone);
  const isSameHalf = from.slice(-2) === to.slice(-2);
  return scheduleTexts.week.range({ from: isSameHalf ? from.slice(0, -3) : from, to });
}

/** The row has the zone's name at the next meeting; in the other half of the year the zone has another name. */
function zoneNameAt(row: ScheduleRow, start: number): string {
  if (offsetAt(start, row.zone) === offsetAt(Date.parse(row.slot_time), row.zone)) return row.time_zone;
  const other = timeZoneNames.find((name) => timeZones[name] === row.zone && name !== row.time_zone);
  return other ?? row.time_zone;
}

/** When a meeting is where the class is at home. */
export const ownTimeOf = (row: ScheduleRow, start: number) =>
  texts.ui.ownTime({
    time: formatWeekdayTime(new Date(start).toISOString(), row.zone),
    zone: zoneNameAt(row, start),
  });

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
