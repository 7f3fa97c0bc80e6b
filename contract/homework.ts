import * as z from 'zod';
import { classOption } from './classes.ts';
import { courseOption } from './courses.ts';
import { call } from './shared/call.ts';
import { actorId, answer, id, idOrAll } from './shared/fields.ts';
import { can, wireId } from './shared/wire.ts';

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
  teacher_id: z.nullable(wireId),
  can: can('decide'),
});
export type HomeworkRow = z.infer<typeof homeworkRow>;

export const homework = {
  get_teacher_homework: call(
    'GET /teacher/get_teacher_homework/{user_id}/{course}/{class}',
    {
      summary: 'Homework handed in to a teacher',
      who: { admin: 'any', courseadmin: 'own', teacher: 'self' },
      subject: 'user_id',
    },
    z.object({ user_id: id, course: idOrAll, class: idOrAll }),
    answer({
      data: z.array(homeworkRow),
      courses: z.array(courseOption),
      classes: z.array(classOption),
    }),
  ),
  accept_homework: call(
    'POST /teacher/accept_homework',
    {
      summary: 'Accept or reject homework that is still pending',
      who: { admin: 'any', teacher: 'own' },
      onBehalf: ['teacher_id'],
      changes: true,
      undoable: true,
    },
    // Clients send the whole row. Only its id and the new status count.
    z.object({ id, status: z.enum(['accepted', 'rejected']), teacher_id: actorId }),
    answer({ result: z.array(homeworkRow) }),
  ),
  decide_homework: call(
    'POST /teacher/decide_homework',
    {
      summary: 'Accept or reject several at once; homework decided in the meantime stays and is listed',
      who: { admin: 'any', teacher: 'own' },
      changes: true,
      undoable: true,
      additive: true,
    },
    z.object({ ids: z.array(id).min(1).max(500), status: z.enum(['accepted', 'rejected']) }),
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
