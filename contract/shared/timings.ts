import * as z from 'zod';
import { wireInstant } from './wire.ts';

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

/** A weekly timing in a row about somebody or something else: the next meeting, and how the class itself tells it. */
export const timing = z.object({
  slot_time: wireInstant,
  class_day: z.enum(classDays),
  /** Wall clock where the class is at home, 18:30. */
  time: z.string(),
  time_zone: z.string(),
});
export type Timing = z.infer<typeof timing>;
