import type { Roll } from '@gurukul/contract/shared/meetings/roll';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { paths, type Address } from '#web/paths.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { meetingKey, meetingNamed, type MeetingName } from '#web/lib/format/meeting-name.ts';

type RollName = Pick<Roll, 'class_id' | 'attendance_date'> & MeetingName;

/** How an address names a roll: its class, its day and its meeting. */
export const rollName = ({ class_id, attendance_date, ...roll }: RollName) =>
  [class_id, attendance_date, meetingKey(roll)].filter(Boolean).join('_');

/** Whether the name is that of the roll. A name without a meeting may be. */
export const isRollOf = (roll: RollName, name: string) =>
  rollName(roll) === name ||
  rollName({ class_id: roll.class_id, attendance_date: roll.attendance_date }) === name;

/** With its course, by which the roll of any day can be asked for. */
export const rollAddress = (roll: RollName & Pick<Roll, 'course_id'>): Address =>
  `${paths.attendance}${stringifySearch({ roll: rollName(roll), course: roll.course_id })}`;

/** What a name says; null for what is none. */
export function rollNamed(name: string): RollName | null {
  const [, group = '', date, meeting = ''] = /^(\d{1,15})_([^_]+)(?:_(.+))?$/.exec(name) ?? [];
  const attendance_date = dayInAddress(date);
  return group === '' || attendance_date === ''
    ? null
    : { class_id: Number(group), attendance_date, ...meetingNamed(meeting) };
}
