import * as z from 'zod';
import { timing } from './timings.ts';
import { can, maybe, wireDate, wireId } from './wire.ts';

/** Whether a teacher belongs to a course. The call that changes it toggles between the two. */
export const associationStatuses = ['associate', 'not associate'] as const;
export type AssociationStatus = (typeof associationStatuses)[number];

/** A teacher, alone or with their course and class. Lists fill different parts of it. */
export const teacherRow = z.object({
  user_id: wireId,
  name: z.string(),
  fullname: z.string(),
  email_id: z.string().optional(),
  /** The teacher's maximum of students in the course. */
  student_count: maybe(z.int()),
  status: maybe(z.enum(associationStatuses)),
  assigned_id: maybe(wireId),
  class_id: maybe(wireId),
  course_id: maybe(wireId),
  course_name: maybe(z.string()),
  work_status: maybe(z.string()),
  image: maybe(z.string()),
  /** Free places: their maximum less the students of their classes. */
  available_slots: maybe(z.union([z.int(), z.string()])),
  /** The next meeting as an instant; several, separated by commas, where slots are joined. */
  slot_time: maybe(z.string()),
  /** The same meetings, earliest first, on the classes' own clocks. */
  timings: maybe(z.array(timing)),
  description: maybe(z.string()),
  dob: maybe(wireDate),
  /** Whole years since joining. */
  associated_from: maybe(z.number()),
  courses: maybe(z.union([z.string(), z.array(z.string())])),
  phone_number: maybe(z.string()),
  class_name: maybe(z.string()),
  assigned_by: maybe(wireId),
  start_date: maybe(wireDate),
  can: can('delete'),
});
export type TeacherRow = z.infer<typeof teacherRow>;
