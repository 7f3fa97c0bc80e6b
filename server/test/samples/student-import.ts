import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, checkedInput, student, answered, told, sheet } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const newStudent = (o: Objects, word: string) => ({
  ...sheet({
    row: 2,
    ...student(o, word),
    answers: [{ question_id: o.question, answer: 'Of the sea' }],
  }),
  answers: [answered],
});

/** A column of a question that is not there says nothing. */
const instead = { ...told, question: 200 };
const free = ['question'] as const;

export const studentImport: SamplesOf<'studentImport'> = {
  'studentImport.students_preview': inputOf((o, { word }) => newStudent(o, word), { instead, free }),
  'studentImport.students': checkedInput((o, { word }) => ({ ...newStudent(o, word), confirm: true }), {
    instead,
    free,
  }),
};
