import * as z from 'zod';
import { attendanceStatuses } from './attendance-statuses.ts';
import { wireDate, wireId, wireInstant } from './wire.ts';

export const rollStudent = z.object({
  student_id: wireId,
  student_name: z.string(),
  /** Null: no mark yet. */
  attendance_status: z.nullable(z.enum(attendanceStatuses)),
  student_attendance_id: z.nullable(wireId),
  corrected: z.boolean().optional(),
});
export type RollStudent = z.infer<typeof rollStudent>;

/** The roll of one class on one date: all its students on that day, with their marks. */
export const roll = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId,
  class_name: z.string(),
  /** A day of the class's own calendar. */
  attendance_date: wireDate,
  /** The meeting of that day; null when the class does not meet then. */
  starts_at: z.nullable(wireInstant),
  ends_at: z.nullable(wireInstant),
  /** The IANA zone of that meeting. */
  zone: z.nullable(z.string()),
  students: z.array(rollStudent),
});
export type Roll = z.infer<typeof roll>;
