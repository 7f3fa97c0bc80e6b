import * as z from 'zod';

/** How long before a meeting or an event its students are reminded by mail. */
export const reminderTimes = ['day', 'hour'] as const;
export type ReminderTime = (typeof reminderTimes)[number];

/** In an answer; empty: nobody is reminded. */
export const wireReminders = z.array(z.enum(reminderTimes));

/** In a request: each at most once. */
export const reminders = z
  .array(z.enum(reminderTimes))
  .max(reminderTimes.length)
  .refine((chosen) => new Set(chosen).size === chosen.length);
