import * as z from 'zod';
import { classOption } from './classes.ts';
import { courseOption } from './courses.ts';
import { call } from './shared/calls/call.ts';
import { actorId, answer, id, idOrAll, lines, page, pageSize } from './shared/fields.ts';
import { can, wireCount, wireId, wireInstant } from './shared/wire.ts';

export const homeworkStatuses = ['pending', 'accepted', 'rejected'] as const;
export type HomeworkStatus = (typeof homeworkStatuses)[number];

export const homeworkRow = z.object({
  id: wireId,
  week_name: z.string(),
  fullname: z.string(),
  course_name: z.string(),
  class_name: z.string(),
  /** A signed link to the PDF, valid for some minutes. */
  home_work: z.nullable(z.string()),
  status: z.enum(homeworkStatuses),
  /** What the teacher wrote with the decision. */
  comment: z.string(),
  teacher_id: z.nullable(wireId),
  can: can('decide'),
});
export type HomeworkRow = z.infer<typeof homeworkRow>;

/** Homework in the list of its class. */
export const classHomeworkRow = homeworkRow
  .pick({ id: true, week_name: true, fullname: true, home_work: true, status: true, comment: true })
  .extend({
    student_id: wireId,
    submitted_at: wireInstant,
    /** Null: pending, or decided by a machine. */
    decided_by: z.nullable(z.string()),
    decided_at: z.nullable(wireInstant),
  });
export type ClassHomeworkRow = z.infer<typeof classHomeworkRow>;

/**
 * A student of a class with homework of the last ten weeks that was not there when its week ended. A week is counted from
 * the start of the course.
 */
export const owingRow = z.object({
  student_id: wireId,
  fullname: z.string(),
  course_name: z.string(),
  class_name: z.string(),
  /** Weeks of which nothing is handed in by now. */
  missing: z.array(wireCount),
  /** Weeks of which it was handed in later. */
  late: z.array(wireCount),
});
export type OwingRow = z.infer<typeof owingRow>;

/** What a teacher writes with a decision. The student reads it on their page and in the mail of the evening. */
export const longestComment = 1_000;
const comment = lines(longestComment).optional();

export const homework = {
  get_teacher_homework: call(
    'GET /teacher/get_teacher_homework/{user_id}/{course}/{class}',
    {
      summary: 'Homework handed in to a teacher',
      action: 'colleagues.teacher',
      subject: 'user_id',
    },
    z.object({ user_id: id, course: idOrAll, class: idOrAll }),
    answer({
      data: z.array(homeworkRow),
      courses: z.array(courseOption),
      classes: z.array(classOption),
    }),
  ),
  get_class_homework: call(
    'GET /homework/get_class_homework/{class_id}',
    {
      summary:
        'Homework handed in by the students of a class: pending first, the latest first; one page at a time',
      action: 'teaching.see',
      additive: true,
    },
    z.object({ class_id: id, page, pageSize }),
    answer({ data: z.array(classHomeworkRow), total_count: wireCount, pending: wireCount }),
  ),
  get_missing_homework: call(
    'GET /homework/get_missing_homework/{class_id}',
    {
      summary:
        'The students of a class whose homework of the last ten weeks is missing, or came after its week had ended',
      action: 'teaching.see',
      additive: true,
    },
    z.object({ class_id: id }),
    answer({ data: z.array(owingRow) }),
  ),
  get_student_homework: call(
    'GET /student/get_student_homework/{student_id}',
    {
      summary: 'Homework handed in by a student, newest first, at most 200; and what is missing or came late',
      action: 'students.see',
      additive: true,
      log: { kind: 'read_student', about: 'student_id' },
    },
    z.object({ student_id: id }),
    answer({ data: z.array(homeworkRow), owing: z.array(owingRow) }),
  ),
  accept_homework: call(
    'POST /teacher/accept_homework',
    {
      summary: 'Accept or reject homework that is still pending',
      action: 'teaching.homework',
      onBehalf: ['teacher_id'],
      changes: true,
      undo: 'decided',
    },
    // Clients send the whole row. Only its id, the new status and the comment count.
    z.object({ id, status: z.enum(['accepted', 'rejected']), comment, teacher_id: actorId }),
    answer({ result: z.array(homeworkRow) }),
  ),
  decide_homework: call(
    'POST /teacher/decide_homework',
    {
      summary: 'Accept or reject several at once; homework decided in the meantime stays and is listed',
      action: 'teaching.homework',
      changes: true,
      undo: 'decided',
      additive: true,
    },
    z.object({ ids: z.array(id).min(1).max(500), status: z.enum(['accepted', 'rejected']), comment }),
    answer({
      data: z.object({
        decided: z.array(wireId),
        skipped: z.array(
          z.object({ id: wireId, status: z.enum(homeworkStatuses), decided_by: z.nullable(z.string()) }),
        ),
      }),
    }),
  ),
};
