import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const homework: SamplesOf<'homework'> = {
  'homework.get_teacher_homework': inputOf((o) => ({ user_id: o.teacher, course: o.course, class: o.class })),
  'homework.get_class_homework': inputOf((o) => ({ class_id: o.class, page: 1, pageSize: 10 })),
  'homework.get_missing_homework': inputOf((o) => ({ class_id: o.class })),
  'homework.get_student_homework': inputOf((o) => ({ student_id: o.student })),
  'homework.accept_homework': inputOf((o, { me }) => ({
    id: o.homework,
    status: 'accepted',
    teacher_id: me,
  })),
  'homework.decide_homework': inputOf((o) => ({ ids: [o.homework], status: 'rejected' })),
};
