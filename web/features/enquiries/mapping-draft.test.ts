import { expect, test } from 'vitest';
import { changesOf, draftsOf, emptyMapping, onTopOf, wrongEmails } from './mapping-draft.ts';

const stored = [
  { course_type_mapp_id: 1, course_type_id: 7, email_id: 'a@school.test' },
  { course_type_mapp_id: 2, course_type_id: 8, email_id: 'b@school.test' },
];

test('untouched rows are not sent', () => {
  expect(changesOf(stored, draftsOf(stored))).toEqual([]);
});

test('a new row is 1, an edited one 2, a deleted one 3', () => {
  const [first] = draftsOf(stored);
  const now = [
    { ...first!, email: ' c@school.test ' },
    { ...emptyMapping(), type: '7', email: 'd@school.test' },
  ];
  expect(changesOf(stored, now)).toEqual([
    { flag: 3, course_type_mapp_id: 2 },
    { flag: 2, course_type_mapp_id: 1, course_type_id: 7, email_id: 'c@school.test' },
    { flag: 1, course_type_id: 7, email_id: 'd@school.test' },
  ]);
});

test('a new row that was deleted again, and one without a type, are not sent', () => {
  const rows = draftsOf(stored);
  expect(changesOf(stored, [...rows, { ...emptyMapping(), email: 'd@school.test' }])).toEqual([]);
  expect(changesOf(stored, [{ ...rows[0]!, type: '' }, rows[1]!])).toEqual([]);
});

test('an empty list begins with one row that is not asked for its address', () => {
  const rows = draftsOf([]);
  expect(rows).toHaveLength(1);
  expect(wrongEmails(rows).size).toBe(0);
  expect(changesOf([], rows)).toEqual([]);
});

test.each(['', 'x@y', 'x', 'a@b.test, c@d.test'])('"%s" is no address', (email) => {
  const row = { ...emptyMapping(), type: '7', email };
  expect([...wrongEmails([row])]).toEqual([row.key]);
});

test('what somebody else deleted stays as typed and is sent as new', () => {
  const now = draftsOf(stored).map((row) => ({ ...row, email: `new-${row.email}` }));
  const left = stored.slice(0, 1);
  expect(changesOf(left, onTopOf(left, now))).toEqual([
    { flag: 2, course_type_mapp_id: 1, course_type_id: 7, email_id: 'new-a@school.test' },
    { flag: 1, course_type_id: 8, email_id: 'new-b@school.test' },
  ]);
});
