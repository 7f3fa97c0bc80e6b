import * as z from 'zod';
import { wireInstant } from '../wire.ts';

export const classDays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type ClassDay = (typeof classDays)[number];

/** A weekly slot in a row about something else: its next meeting, and its local time. */
export const shownSlot = z.object({
  slot_time: wireInstant,
  class_day: z.enum(classDays),
  /** Local time in the class's zone, 18:30. */
  time: z.string(),
  time_zone: z.string(),
});
export type ShownSlot = z.infer<typeof shownSlot>;
