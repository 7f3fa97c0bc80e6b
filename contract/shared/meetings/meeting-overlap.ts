import * as z from 'zod';
import { wireInstant } from '../wire.ts';

/** Another meeting, or a test by appointment, of the teacher at that time. */
export const meetingOverlap = z.object({
  teacher_name: z.string(),
  /** Of a test, its portion. Null: of a course that the caller may not see. */
  class_name: z.nullable(z.string()),
  course_name: z.nullable(z.string()),
  starts_at: wireInstant,
  ends_at: wireInstant,
});
export type MeetingOverlap = z.infer<typeof meetingOverlap>;
