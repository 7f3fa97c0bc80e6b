import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  date,
  email,
  fileUrl,
  httpsUrl,
  id,
  instant,
  line,
  listBody,
  localTime,
  money,
  picture,
  requiredLine,
  wholeNumber,
} from '../fields.ts';
import { problemCode, problemOf } from './plain-problem.ts';

const said = (schema: z.core.$ZodType, value: unknown) =>
  z.safeParse(schema, value, { error: problemCode }).error?.issues.map((issue) => problemOf(issue).message);

test.each<[string, z.core.$ZodType, unknown, string]>([
  ['nothing', line(), undefined, 'This is missing'],
  ['null for a text', line(), null, 'Please enter text'],
  ['an empty text', requiredLine(), ' ', 'Please fill this in'],
  ['a long text', line(5), 'too long', 'At most 5 characters'],
  ['a text of two lines', line(), 'two\nlines', 'Please keep it to one line'],
  ['a long list', listBody(z.string(), 1), ['a', 'b'], 'At most 1 entry'],
  ['an email address', email, 'nobody', 'Please enter one email address'],
  ['a day that is not', date, '2026-02-30', 'Please enter a date that exists, such as 2026-01-31'],
  ['a moment', instant, 'now', 'Please enter a date with its time, such as 2026-01-31T10:00:00Z'],
  ['a time of day', localTime, '25:00', 'Please enter a time of day, such as 18:30'],
  ['an amount', money, 'much', 'Please enter an amount, such as 1250.00'],
  ['a number that is too large', wholeNumber(1, 5), 9, 'At most 5'],
  ['a number that is too small', wholeNumber(1, 5), 0, 'At least 1'],
  ['half a number', wholeNumber(1, 5), 1.5, 'Please enter a whole number'],
  ['an address of a page', httpsUrl, 'http://a.test', 'Please enter an address that begins with https://'],
  ['an id', id, 'x', 'Please give the id, a whole number above 0'],
  ['no id', id, null, 'Please give the id, a whole number above 0'],
  ['a choice', z.enum(['a', 'b']), 'c', 'This cannot be chosen'],
  ['a location', fileUrl, 'a\nb', 'Please keep it to one line'],
  ['a picture', picture(''), 7, 'Please enter text'],
])('%s gives a plain sentence', (_, schema, value, sentence) => {
  expect(said(schema, value)).toEqual([sentence]);
});
