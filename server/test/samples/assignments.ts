import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const assignments: SamplesOf<'assignments'> = {
  'assignments.get_class_teacher': inputOf((o) => ({ course_id: o.course, id: o.slot })),
  'assignments.add_teacher_to_class': inputOf(
    (o, { me }) => ({
      course_id: o.course,
      user_id: o.helper,
      assigned_by: me,
      id: o.freeSlot,
      allow_overlap: false,
    }),
    { free: ['helper'] },
  ),
  'assignments.replace_teacher_to_class': inputOf(
    (o) => ({
      course_id: o.course,
      class_id: o.slot,
      assigned_id: o.assignment,
      user_id: o.helper,
      allow_overlap: false,
    }),
    { free: ['helper'] },
  ),
  'assignments.remove_teacher_from_class': inputOf((o) => ({
    course_id: o.course,
    class_id: o.slot,
    assigned_id: o.assignment,
  })),
  'assignments.teacher_count_change': inputOf((o) => ({ course_id: o.course, user_id: o.helper, count: 7 }), {
    free: ['helper'],
  }),
  'assignments.course_assign': inputOf(
    (o, { me }) => ({
      assigned_by: me,
      course_id: o.course,
      user_id: o.newcomer,
      expected: 'not associate',
    }),
    {
      free: ['newcomer'],
    },
  ),
};
