import { optionalColumns } from '@gurukul/contract/student-import';
import { expect, test } from 'vitest';
import { noOrder, tidyRow } from './cells.ts';

const reading = { today: '2026-11-28', dates: noOrder, countries: ['IN' as const] };
const asha = {
  row: 2,
  first_name: 'Asha',
  last_name: 'Rao',
  email_id: '',
  phone_number: '',
  course_name: 'Gita',
  class_name: '',
};

test.each([...optionalColumns, 'email_id' as const, 'phone_number' as const])(
  'a %s is stored, or it is lost as it is written',
  (column) => {
    const written = [
      '=1+1',
      '#REF!',
      'x'.repeat(450),
      '31/02/2011',
      '05/03/2011',
      '01/01/1970',
      '???',
      'Klingon',
    ];
    for (const text of written) {
      const tidy = tidyRow({ ...asha, [column]: text }, reading);
      const isStored = ![null, ''].includes(tidy[column]);
      const lost = tidy.lost.map(({ facts }) => [facts?.['column'], facts?.['text']]);
      expect([text, ...lost]).toEqual(isStored ? [text] : [text, [column, text.slice(0, 100)]]);
      expect(tidy.notes.length).toBe(tidy.lost.length);
    }
  },
);

test.each([
  ['phone_number', '9876543210 / ask her father', 'ask her father'],
  ['first_name', 'Asha and Ravi', 'and Ravi'],
])('a part of %s is lost', (column, text, part) => {
  const { lost } = tidyRow({ ...asha, last_name: '', [column]: text }, reading);
  expect(lost.map(({ facts }) => facts)).toEqual([{ column, text: part }]);
});
