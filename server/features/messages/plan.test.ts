import { expect, test } from 'vitest';
import { digestOfText, readText } from './plan.ts';

const written = { subject: 'News', body: '<p>Namaste {name}</p>', newsletter: false };
const long = (length: number) => 'x'.repeat(length);

test.each([
  [{ body: '<p> </p>' }, 'admin', { code: 'bad_input' }],
  [{ body: '{nobody}' }, 'admin', { code: 'unknown_field', facts: { field: '{nobody}' } }],
  [{ subject: `{${long(40)}}` }, 'admin', { facts: { field: `{${long(40)}}` } }],
  [{ subject: `{${long(41)}}` }, 'admin', { facts: { field: `{${long(40)}…}` } }],
  [{ body: '{balance}' }, 'teacher', { code: 'field_of_office' }],
] as const)('%j by a %s is refused', (more, role, refusal) => {
  expect(() => readText({ id: 1, role }, { ...written, ...more })).toThrow(expect.objectContaining(refusal));
});

test('the fields of a text are those of its subject and its body', () => {
  const text = { ...written, subject: '{class} {balance}' };
  expect(readText({ id: 1, role: 'courseadmin' }, text).fields.toSorted()).toEqual([
    'balance',
    'class',
    'name',
  ]);
});

test('a digest names the time', async () => {
  const text = readText({ id: 1, role: 'admin' }, written);
  const digests = await Promise.all(
    [undefined, { nine_on: '2026-11-28' }].map((at) => digestOfText(text, { course_id: 1 }, at)),
  );
  expect(digests[0]).not.toBe(digests[1]);
});
