import type { Timing } from '@gurukul/contract/shared/timings';
import type { WeeklySlot } from './slots.ts';
import { slotTimes } from './slots.ts';

/** Weekly timings for a row that joins them, the one that meets next first. */
export const timingsOf = (slots: readonly WeeklySlot[], now: Date): Timing[] =>
  slots
    .map((slot) => ({ class_day: slot.class_day, ...slotTimes(slot, now) }))
    .toSorted((a, b) => a.slot_time.localeCompare(b.slot_time));

/** Their next meetings as one text, separated by commas. */
export const joined = (timings: readonly Timing[]): string =>
  timings.map(({ slot_time }) => slot_time).join(',');
