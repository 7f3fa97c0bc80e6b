import * as z from 'zod';

/** The ways to read 05/03/2026. */
export const dateOrders = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof dateOrders)[number];

/** How the dates of a file are read. */
export const datesRead = z.object({
  order: z.enum(dateOrders),
  /**
   * Decided by another date of the file, by the person, by the default (day first, as in India), by nobody yet (a
   * program may have misread a part of them), or not needed.
   */
  decided_by: z.enum(['file', 'choice', 'default', 'open', 'not_needed']),
  /** A date of the file with two readings. */
  example: z.nullable(z.string()),
});
export type DatesRead = z.infer<typeof datesRead>;
