import type { AttendedClass } from '@gurukul/contract/attendance';
import { classDays } from '@gurukul/contract/classes';
import { dayInAddress } from './day-in-address.ts';
import { latestDay } from './latest-day.ts';

/** When a class meets where it is at home; undefined while no class is chosen or that is not known yet. */
export type MeetingDays = Pick<AttendedClass, 'class_days' | 'last_days'> | undefined;

/** Stands in the address for a date that was emptied, since none at all means the usual one. */
export const emptied = 'none';

/** The day that an address means: the one it names, else the last on which the class met, else `usual`. */
export function dayMeant(date: string | undefined, days: MeetingDays, usual = ''): string {
  if (date === emptied) return '';
  const day = dayInAddress(date);
  if (day !== '' && day <= latestDay()) return day;
  return days?.last_days[0] ?? usual;
}

/** The class has weekly times, and none of them is on that day. A class without any may meet whenever it likes. */
export const isNoMeeting = (days: MeetingDays, day: string): boolean =>
  days !== undefined &&
  day !== '' &&
  days.class_days.length > 0 &&
  !days.class_days.includes(classDays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!);
