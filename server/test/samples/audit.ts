import { nothing } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { dayFromToday } from '#server/test/small-school.ts';
import { inputOf, day } from './sample.ts';
import type { Asker, SamplesOf } from './sample.ts';

/** Days on which the samples have marked somebody, back from ten days ago. */
let daysMarked = 10;

export const audit: SamplesOf<'audit'> = {
  'audit.get_timeline': inputOf((o) => ({
    person_id: '',
    course_id: o.course,
    class_id: '',
    note_id: '',
    side: 'about',
    before: '',
  })),
  'audit.get_bin': inputOf(() => ({ search: '', noun: 'students', before: '' })),
  'audit.undo_change': inputOf((_, { extra: change_id }) => ({ change_id }), {
    async extra({ ask }, { own, far }) {
      // Of a day of their own: one who asks later would else have changed it since.
      const attendance_date = dayFromToday(-(daysMarked += 1));
      /** Marks somebody otherwise and as before; the second is the change. */
      const changeOf = async (o: Objects, by: Asker) => {
        const mark = (attendance_status: string) => {
          const one = { student_id: o.student, attendance_status };
          const students = [{ ...one, student_attendance_id: '', attendance_id: '' }];
          return ask('attendance.update_students_attendance', { ...day(o), attendance_date, students }, by);
        };
        await mark('moved');
        return Number((await mark('present')).headers['change-id']);
      };
      return { own: await changeOf(own, 'self'), far: await changeOf(far, 'stranger'), missing: nothing };
    },
  }),
};
