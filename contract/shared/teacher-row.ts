import * as z from 'zod';
import { shownSlot } from './meetings/slots.ts';
import { can, wireId } from './wire.ts';

/** Whether a teacher belongs to a course. The call that changes it toggles between the two. */
export const associationStatuses = ['associate', 'not associate'] as const;
export type AssociationStatus = (typeof associationStatuses)[number];

const meets = {
  /** The next meeting as an instant; several, separated by commas, where slots are joined. */
  slot_time: z.string(),
  /** The same meetings, earliest first, on the classes' own clocks. */
  weekly_slots: z.array(shownSlot),
};

/** A teacher to choose. `name` says the same as `fullname`. */
export const teacherName = z.object({ user_id: wireId, name: z.string(), fullname: z.string() });
export type TeacherName = z.infer<typeof teacherName>;

const directory = teacherName.extend({
  email_id: z.string(),
  image: z.string(),
  /** Invited, and has not signed up. Absent: has an account. */
  pending: z.literal(true).optional(),
});

/** What a teacher does in the courses asked for. */
const work = z.object({
  /** The teacher's maximum of students. */
  student_count: z.int(),
  status: z.enum(associationStatuses),
  course_name: z.string(),
  work_status: z.nullable(z.string()),
  /** Free places: their maximum less the students of their classes. */
  available_slots: z.int(),
  ...meets,
  /** Whole years since joining. */
  associated_from: z.number(),
  courses: z.array(z.string()),
  /** Absent for a course admin until the association stands. */
  phone_number: z.nullable(z.string()).optional(),
  class_name: z.string(),
  can: can('delete'),
});

export const teacherRow = directory.extend(work.shape);
export type TeacherRow = z.infer<typeof teacherRow>;

/** A teacher with the work, or the directory alone. */
export const listedTeacherRow = directory.extend(work.partial().shape);
export type ListedTeacherRow = z.infer<typeof listedTeacherRow>;

/** A teacher and a course. A course admin gets the directory alone of those who do not belong to it. */
export const courseTeacherRow = listedTeacherRow.extend({
  student_count: work.shape.student_count,
  status: work.shape.status,
  /** Absent where the teachers of all courses are listed. */
  course_id: wireId.optional(),
});
export type CourseTeacherRow = z.infer<typeof courseTeacherRow>;

/** A teacher as the course presents them. */
export const instructorRow = teacherName.extend({
  course_id: wireId,
  work_status: z.nullable(z.string()),
  image: z.string(),
  ...meets,
  description: z.string(),
  /** Whole years since joining. */
  associated_from: z.number(),
  class_name: z.string(),
});
export type InstructorRow = z.infer<typeof instructorRow>;

/** A teacher and one weekly slot of theirs. */
export const teacherSlotRow = teacherName.extend({
  /** How many students are in the class. */
  student_count: z.int(),
  status: z.literal('associate'),
  assigned_id: wireId,
  class_id: wireId,
  course_id: wireId,
  course_name: z.string(),
  image: z.string(),
  ...meets,
  class_name: z.string(),
});
export type TeacherSlotRow = z.infer<typeof teacherSlotRow>;
