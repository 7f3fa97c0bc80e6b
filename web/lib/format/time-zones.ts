import { offeredZones } from '@gurukul/contract/shared/offered-zones';

/** The zones that browsers know, in the order of their names. */
export const timeZones = offeredZones.map((value) => ({ value, label: value.replaceAll('_', ' ') }));
