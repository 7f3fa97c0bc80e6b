import * as z from 'zod';
import { attendanceStatuses } from './attendance-statuses.ts';
import { joinLink } from './joinable.ts';
import { teaching } from './teaching.ts';
import { wireDate, wireId, wireInstant } from '../wire.ts';

/** The name of a meeting, as of `meetings`: its slot, the day that the slot gives, and whether it is an extra one. */
const meetingOfRoll = {
  /** Null, with `on_date`: the roll of a day without a meeting, or one of before meetings had rolls of their own. */
  slot_id: z.nullable(wireId),
  on_date: z.nullable(wireDate),
  extra: z.boolean(),
};

/** One of the meetings of a class on a day, to choose from. */
export const meetingOfDay = z.object({
  ...meetingOfRoll,
  starts_at: z.nullable(wireInstant),
  ends_at: z.nullable(wireInstant),
  zone: z.nullable(z.string()),
  has_roll: z.boolean(),
});
export type MeetingOfDay = z.infer<typeof meetingOfDay>;

export const rollStudent = z.object({
  student_id: wireId,
  student_name: z.string(),
  /** Null: no mark yet. */
  attendance_status: z.nullable(z.enum(attendanceStatuses)),
  student_attendance_id: z.nullable(wireId),
  corrected: z.boolean().optional(),
  /** They said before that they cannot come, maybe with a reason. */
  cannot_come: z.string().optional(),
  /** They are set to Dropped, Canceled or Registration failed. */
  comes_no_more: z.literal(true).optional(),
  /** They have not completed the course before, and nobody made an exception. */
  level_missing: z.literal(true).optional(),
});
export type RollStudent = z.infer<typeof rollStudent>;

/**
 * The roll of one meeting of a class: all its students on that day, with their marks, except the reader: nobody marks
 * themselves.
 */
export const roll = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId,
  class_name: z.string(),
  /** A day of the class's own calendar. */
  attendance_date: wireDate,
  ...meetingOfRoll,
  /** Null when the class does not meet on that day. */
  starts_at: z.nullable(wireInstant),
  ends_at: z.nullable(wireInstant),
  /** The IANA zone of that meeting. */
  zone: z.nullable(z.string()),
  join_link: joinLink.optional(),
  students: z.array(rollStudent),
  /** The reader is a student of the class too, so that a colleague marks them. */
  has_reader: z.literal(true).optional(),
  /** Where marks were refused: the reader recorded those that differ, in another place. */
  is_readers: z.literal(true).optional(),
  /** What was taught, and what the curriculum expects; absent for a course without topics. */
  teaching: teaching.optional(),
});
export type Roll = z.infer<typeof roll>;
