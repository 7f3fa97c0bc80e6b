import type { StudentImportRow } from '@gurukul/contract/student-import';
import { expect, test } from 'vitest';
import { withMeant } from './unknown-places.tsx';

const row = (course_name: string, class_name = '') => ({ course_name, class_name }) as StudentImportRow;

test('an answer counts for every way to write the name that the server takes for the same', () => {
  const rows = [row('Gita & Veda', 'Morning – A'), row('GITA and  veda', 'morning - a'), row('Gita')];
  const meant = [
    { course_name: 'Gita & Veda', class_name: 'Morning – A', is: 'Dawn' },
    { course_name: 'Gita & Veda', class_name: '', is: 'Gita 1' },
  ];
  expect(withMeant(rows, meant)).toEqual([row('Gita 1', 'Dawn'), row('Gita 1', 'Dawn'), row('Gita')]);
});
