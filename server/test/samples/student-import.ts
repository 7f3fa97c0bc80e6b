import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, checkedInput, student, answered, told, sheet } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const newStudent = (o: Objects, word: string) => ({
  ...sheet({ row: 2, ...student(o, word) }),
  answers: [answered],
});

export const studentImport: SamplesOf<'studentImport'> = {
  'studentImport.students_preview': inputOf((o, { word }) => newStudent(o, word), { instead: told }),
  'studentImport.students': checkedInput((o, { word }) => ({ ...newStudent(o, word), confirm: true }), {
    instead: told,
  }),
};
