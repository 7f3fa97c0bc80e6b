import type { AttendedClass } from '@gurukul/contract/attendance';
import { classDays } from '@gurukul/contract/classes';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { latestDay } from './latest-day.ts';

/** The weekdays of a class in its own zone; undefined while no class is chosen or they are still loading. */
export type MeetingDays = Pick<AttendedClass, 'class_days' | 'last_days'> | undefined;

/** Stands in the address for a date that was emptied, since none at all means the usual one. */
export const emptied = 'none';

/** The day of an address: the one it names, otherwise the last day on which the class met, otherwise `usual`. */
export function dayMeant(date: string | undefined, days: MeetingDays, usual = ''): string {
  if (date === emptied) return '';
  const day = dayInAddress(date);
  if (day !== '' && day <= latestDay()) return day;
  return days?.last_days[0] ?? usual;
}

/** The class has weekly times, and none of them is on that day. A class without weekly times may meet on any day. */
export const isNoMeeting = (days: MeetingDays, day: string): boolean =>
  days !== undefined &&
  day !== '' &&
  days.class_days.length > 0 &&
  !days.class_days.includes(classDays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!);
