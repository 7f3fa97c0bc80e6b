import { markedDay } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, checkedInput } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const twoTeachers = (o: Objects) => ({
  keep_id: o.helper,
  merge_id: o.newcomer,
  fields: { name: 'merge' },
  // Answers to clashes that there are not count for nothing.
  marks: [{ class_id: 1, attendance_date: markedDay, use: 'keep' }],
  courses: [{ course_id: 1, use: 'keep' }],
});

export const duplicates: SamplesOf<'duplicates'> = {
  'duplicates.get_duplicates': inputOf(() => ({ page: 1, pageSize: 10 })),
  'duplicates.not_duplicates': inputOf((o) => ({ one_id: o.helper, other_id: o.newcomer })),
  'duplicates.merge_people': checkedInput((o) => ({ ...twoTeachers(o), preview: false })),
};
