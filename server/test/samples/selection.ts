import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, checkedInput, among, told } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const chosen = (o: Objects) => ({
  selected: {
    list: { course_status: 'all', ...among(o) },
    rows: [{ student_id: o.student, course_id: o.course }],
  },
  change: { kind: 'payment_status', payment_status: 'Sponsored' },
});

export const selection: SamplesOf<'selection'> = {
  'selection.preview_change': inputOf(chosen, {
    instead: { ...told, student: 200, course: 200, class: 200, teacher: 200 },
  }),
  'selection.save_change': checkedInput(chosen, {
    instead: { all: 409, student: 409, course: 409, class: 409, teacher: 409 },
  }),
};
