import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, checkedInput, answered, told } from './sample.ts';
import type { SamplesOf } from './sample.ts';

/**
 * A file of one class. A preview of students would count their addresses in the transaction that the matrix rolls back,
 * and the saving would wait for it.
 */
const broughtClass = (o: Objects, word: string) => ({
  files: [
    {
      file_name: 'classes.csv',
      lines: [
        { row: 1, cells: ['Course', 'Class', 'Day', 'Time', 'Time zone'] },
        { row: 2, cells: [o.courseName, `Brought ${word}`, 'Monday', '18:30', 'IST'] },
      ],
      // What the file says already; it has no signs.
      columns: [{ column: 'course_name', place: 0 }],
      signs: [{ sign: 'P', meaning: 'present' }],
    },
  ],
  meant: [{ course_name: 'Elsewhere', class_name: '', is: o.courseName }],
  answers: [answered],
});

export const bring: SamplesOf<'bring'> = {
  'bring.bring_preview': inputOf((o, { word }) => broughtClass(o, `seen-${word}`), { instead: told }),
  'bring.bring_files': checkedInput((o, { word }) => ({ ...broughtClass(o, word), confirm: true }), {
    instead: told,
  }),
};
