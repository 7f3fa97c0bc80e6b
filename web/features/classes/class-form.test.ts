import type { ClassRow } from '@gurukul/contract/classes';
import { expect, test } from 'vitest';
import { newsOf, slotFrom } from './class-form.ts';

const fields = {
  class_name: 'Morning',
  class_day: 'monday',
  time: '06:00 PM',
  time_zone: 'IST',
  duration: '60',
  teacher_id: '',
  language: '',
  join_link: 'https://meet.example.org/old',
  for_children: false,
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it compares
const before = { ...fields, duration: 60 } as unknown as ClassRow;
const link = { join_link: 'https://meet.example.org/new' };

test.each([
  ['nothing', {}, null],
  ['another link', link, 'link'],
  ['a link that is taken away', { join_link: '' }, null],
  ['another time with another link', { ...link, time: '07:00 PM' }, 'times'],
] as const)('%s is told as it is', (_, changed, news) => {
  expect(newsOf(before, slotFrom({ ...fields, ...changed })!)).toBe(news);
});
