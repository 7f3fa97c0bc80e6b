import { durationMonths, type CourseDuration } from '@gurukul/contract/courses';
import { formatWeekDay } from '#web/lib/format/format.ts';

const dayMs = 86_400_000;

const asDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The same day of a later month; the last one of a month that is too short for it. */
function monthsAfter(day: string, months: number): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth));
}

/** How many weeks begin before the course is over; the last one is not shortened. */
export function countWeeks(startDate: string, duration: CourseDuration): number {
  const start = Date.parse(`${startDate}T00:00:00Z`);
  if (Number.isNaN(start)) return 0;
  return Math.ceil((monthsAfter(startDate, durationMonths[duration]) - start) / (7 * dayMs));
}

/**
 * The numbers of the weeks to show: those of the course, and those behind its end that hold topics from when it was
 * longer.
 */
export const shownWeeks = (ofCourse: number, withTopics: readonly number[]): number[] => [
  ...Array.from({ length: ofCourse }, (_, index) => index + 1),
  ...withTopics.filter((week) => week > ofCourse).toSorted((a, b) => a - b),
];

/** First and last day of a week that counts from 1: DD-MM-YYYY/DD-MM-YYYY. */
export function weekDays(startDate: string, week: number): string {
  const start = Date.parse(`${startDate}T00:00:00Z`);
  if (Number.isNaN(start)) return '';
  const first = start + (week - 1) * 7 * dayMs;
  return `${formatWeekDay(asDay(first))}/${formatWeekDay(asDay(first + 6 * dayMs))}`;
}
