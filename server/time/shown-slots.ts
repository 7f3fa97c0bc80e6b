import type { ShownSlot } from '@gurukul/contract/shared/meetings/slots';
import type { WeeklySlot } from './slots.ts';
import { slotTimes } from './slots.ts';

/** Weekly slots for a row that joins them, the one that meets next first. */
export const shownSlots = (slots: readonly WeeklySlot[], now: Date): ShownSlot[] =>
  slots
    .map((slot) => ({ class_day: slot.class_day, ...slotTimes(slot, now) }))
    .toSorted((a, b) => a.slot_time.localeCompare(b.slot_time));

/** Their next meetings as one text, separated by commas. */
export const joined = (slots: readonly ShownSlot[]): string =>
  slots.map(({ slot_time }) => slot_time).join(',');
