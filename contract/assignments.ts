import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { actorId, answer, done, id, wholeNumber } from './shared/fields.ts';
import { allowOverlap } from './shared/meetings/overlap.ts';
import { allowUnchecked } from './shared/meetings/unchecked.ts';
import { associationStatuses, courseTeacherRow } from './shared/teacher-row.ts';
import { wireCount, wireId } from './shared/wire.ts';

export const classTeacherRow = z.object({
  user_id: wireId,
  fullname: z.string(),
  assigned_id: wireId,
  class_id: wireId,
  course_id: wireId,
  student_count: wireCount,
});
export type ClassTeacherRow = z.infer<typeof classTeacherRow>;

/** A teacher of the course, as somebody to choose for a slot. */
const colleague = z.object({
  user_id: wireId,
  fullname: z.string(),
  /** Of their weekly slots, in all courses. */
  weekly_minutes: wireCount,
  /** What they teach at that time; the names are null outside the reader's courses. Null: they are free. */
  clash: z.nullable(z.object({ class_name: z.nullable(z.string()), course_name: z.nullable(z.string()) })),
});
export type Colleague = z.infer<typeof colleague>;

const teacherList = answer({ data: z.array(courseTeacherRow) });

/** The teachers of a course, and the teachers of its weekly slots. */
export const assignments = {
  get_class_teacher: call(
    'POST /teacher/get_class_teacher',
    {
      summary: 'The teacher of a weekly slot, no rows without one; and who of the course is free then',
      action: 'courses.plan',
    },
    z.object({ id, course_id: id }),
    answer({ data: z.array(classTeacherRow), colleagues: z.array(colleague) }),
  ),
  add_teacher_to_class: call(
    'POST /teacher/add_teacher_to_class',
    {
      summary: 'Assign a teacher to a weekly slot',
      action: 'courses.plan',
      actor: ['assigned_by'],
      changes: true,
      undo: 'teacher',
    },
    z.object({
      course_id: id,
      user_id: id,
      assigned_by: actorId,
      id,
      allow_overlap: allowOverlap,
      allow_unchecked: allowUnchecked,
    }),
    teacherList,
  ),
  replace_teacher_to_class: call(
    'POST /teacher/replace_teacher_to_class',
    {
      summary: 'Replace the teacher of a weekly slot',
      action: 'courses.plan',
      changes: true,
      undo: 'teacher',
    },
    z.object({
      user_id: id,
      class_id: id,
      course_id: id,
      assigned_id: id,
      allow_overlap: allowOverlap,
      allow_unchecked: allowUnchecked,
    }),
    teacherList,
  ),
  remove_teacher_from_class: call(
    'POST /teacher/remove_teacher_from_class',
    {
      summary: 'Remove the teacher of a weekly slot',
      action: 'courses.plan',
      changes: true,
      undo: 'teacher',
      additive: true,
    },
    // The assignment identifies the teacher. If it ended meanwhile, the answer is a conflict.
    z.object({ class_id: id, course_id: id, assigned_id: id }),
    teacherList,
  ),
  teacher_count_change: call(
    'POST /teacher/teacher_count_change',
    {
      summary: 'Set the number of students that a teacher can take in a course',
      action: 'courses.plan',
      changes: true,
    },
    z.object({ user_id: id, course_id: id, count: wholeNumber(0, 100_000) }),
    done,
  ),
  course_assign: call(
    'POST /course_assign/course_assign',
    {
      summary: 'Associate a teacher with a course, or end the association',
      action: 'courses.plan',
      actor: ['assigned_by'],
      changes: true,
      undo: 'association',
    },
    z.object({
      assigned_by: actorId,
      course_id: id,
      user_id: id,
      /**
       * The state that the person saw. If it has changed, the answer is a conflict. Absent: toggled without a check.
       */
      expected: z.enum(associationStatuses).optional(),
    }),
    teacherList,
  ),
};
