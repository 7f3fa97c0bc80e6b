import { expect, test } from 'vitest';
import { changesOf, draftsOf, emptyMapping, onTopOf, withoutType, wrongEmails } from './mapping-draft.ts';

const stored = [
  { course_type_mapp_id: 1, course_type_id: 7, email_id: 'a@school.test', version: 'v1' },
  { course_type_mapp_id: 2, course_type_id: 8, email_id: 'b@school.test', version: 'v2' },
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
    { flag: 3, course_type_mapp_id: 2, version: 'v2' },
    { flag: 2, course_type_mapp_id: 1, version: 'v1', course_type_id: 7, email_id: 'c@school.test' },
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

test('a row that was typed in without a type is asked for one, an untouched empty one is not', () => {
  const [first, second] = draftsOf(stored);
  const typed = { ...emptyMapping(), email: 'lost@school.test' };
  expect([...withoutType([first!, second!, emptyMapping()])]).toEqual([]);
  expect([...withoutType([first!, typed])]).toEqual([typed.key]);
  // Set to None, a stored mailbox would hear about nothing and jump back; emptied altogether it would, too.
  expect([
    ...withoutType([
      { ...first!, type: '' },
      { ...second!, type: '', email: '' },
    ]),
  ]).toEqual(['1', '2']);
});

test('what is edited or deleted says the version it was read at', () => {
  const [first] = draftsOf(stored);
  expect(changesOf(stored, [{ ...first!, email: 'c@school.test' }])).toEqual([
    { flag: 3, course_type_mapp_id: 2, version: 'v2' },
    { flag: 2, course_type_mapp_id: 1, version: 'v1', course_type_id: 7, email_id: 'c@school.test' },
  ]);
});

test('what somebody else deleted stays as typed and is sent as new', () => {
  const now = draftsOf(stored).map((row) => ({ ...row, email: `new-${row.email}` }));
  const left = stored.slice(0, 1);
  expect(changesOf(left, onTopOf(stored, left, now))).toEqual([
    { flag: 2, course_type_mapp_id: 1, version: 'v1', course_type_id: 7, email_id: 'new-a@school.test' },
    { flag: 1, course_type_id: 8, email_id: 'new-b@school.test' },
  ]);
});

test('rows that were left alone become as somebody else stored them, and nothing of theirs is sent back', () => {
  const mine = draftsOf(stored).map((row) => (row.id === 1 ? { ...row, email: 'mine@school.test' } : row));
  const theirs = [
    { ...stored[0]!, email_id: 'theirs@school.test' },
    { ...stored[1]!, email_id: 'newer@school.test' },
    { course_type_mapp_id: 3, course_type_id: 7, email_id: 'added@school.test', version: 'v1' },
  ];
  const rows = onTopOf(stored, theirs, mine);
  expect(rows.map(({ email }) => email)).toEqual([
    'mine@school.test',
    'newer@school.test',
    'added@school.test',
  ]);
  expect(rows[0]?.theirs).toMatchObject({ type: '7', email: 'theirs@school.test' });
  expect(changesOf(theirs, rows)).toEqual([
    { flag: 2, course_type_mapp_id: 1, version: 'v1', course_type_id: 7, email_id: 'mine@school.test' },
  ]);
});

test('a row taken off here and changed elsewhere is shown again, one that was left alone there goes', () => {
  const theirs = [{ ...stored[0]!, email_id: 'theirs@school.test' }, stored[1]!];
  const rows = onTopOf(stored, theirs, []);
  expect(rows.map(({ email }) => email)).toEqual(['theirs@school.test']);
  expect(changesOf(theirs, rows)).toEqual([{ flag: 3, course_type_mapp_id: 2, version: 'v2' }]);
});
