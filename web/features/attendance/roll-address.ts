import type { Roll } from '@gurukul/contract/shared/roll';
import { stringifySearch } from '#web/lib/table-search.ts';
import { paths } from '#web/paths.ts';

type RollName = Pick<Roll, 'class_id' | 'attendance_date'>;

/** How an address names a roll: its class and its day. */
export const rollName = ({ class_id, attendance_date }: RollName) => `${class_id}_${attendance_date}`;

export const rollAddress = (roll: RollName) => paths.attendance + stringifySearch({ roll: rollName(roll) });
