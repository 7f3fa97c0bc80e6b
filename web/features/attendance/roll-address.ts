import type { Roll } from '@gurukul/contract/shared/roll';
import { stringifySearch } from '#web/lib/address-search.ts';
import { paths, type Address } from '#web/paths.ts';
import { dayInAddress } from '#web/lib/day-in-address.ts';

type RollName = Pick<Roll, 'class_id' | 'attendance_date'>;

/** How an address names a roll: its class and its day. */
export const rollName = ({ class_id, attendance_date }: RollName) => `${class_id}_${attendance_date}`;

/** With its course, by which the roll of any day can be asked for. */
export const rollAddress = (roll: RollName & Pick<Roll, 'course_id'>): Address =>
  `${paths.attendance}${stringifySearch({ roll: rollName(roll), course: roll.course_id })}`;

/** What a name says; null for what is none. */
export function rollNamed(name: string): RollName | null {
  const [, group = '', date] = /^(\d{1,15})_(.+)$/.exec(name) ?? [];
  const attendance_date = dayInAddress(date);
  return group === '' || attendance_date === '' ? null : { class_id: Number(group), attendance_date };
}
