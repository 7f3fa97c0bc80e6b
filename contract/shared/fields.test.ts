import { expect, test } from 'vitest';
import {
  actorId,
  date,
  email,
  httpsUrl,
  id,
  idOrAll,
  idOrNone,
  line,
  localTime,
  looseDate,
  pageSize,
  personName,
} from './fields.ts';
import { unwrapHtml, wrapHtml } from './html-json.ts';
import { wrappedHtml } from './wrapped-html.ts';

test.each([0, -1, 1.5, '0', '01', '1e3', ' 1', '', null, true, {}, '9'.repeat(16)])(
  '%j is no id',
  (value) => {
    expect(id.safeParse(value).success).toBe(false);
  },
);

test('an id may come as text from a path or from browser storage', () => {
  expect(id.parse('42')).toBe(42);
  expect(idOrAll.parse('0')).toBe(0);
});

test.each([null, '', 0, undefined])('%j reads as no id where one may be absent', (value) => {
  expect(idOrNone.parse(value)).toBeNull();
});

test.each([null, '', undefined])('%j reads as no actor', (value) => {
  expect(actorId.parse(value)).toBeUndefined();
});

test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-01T00:00:00Z', '', 20260101])(
  '%j is no date',
  (value) => {
    expect(date.safeParse(value).success).toBe(false);
  },
);

test.each([
  ['2026-Jan-15', '2026-01-15'],
  ['2026-dec-01', '2026-12-01'],
  ['2028-02-29', '2028-02-29'],
])('%s reads as %s', (text, expected) => {
  expect(looseDate.parse(text)).toBe(expected);
});

test.each(['2026-Foo-15', '2026-Feb-30', 'Jan 15 2026'])('%s is no loose date', (text) => {
  expect(looseDate.safeParse(text).success).toBe(false);
});

test.each([
  ['18:30', '18:30'],
  ['18:30:00', '18:30'],
  ['06:30 PM', '18:30'],
  ['6:05am', '06:05'],
  ['12:00 AM', '00:00'],
  ['12:15 PM', '12:15'],
])('the time %s reads as %s', (text, expected) => {
  expect(localTime.parse(text)).toBe(expected);
});

test.each(['24:00', '18:60', '13:00 PM', '0:30 AM', 'noon', ''])('%s is no time of day', (text) => {
  expect(localTime.safeParse(text).success).toBe(false);
});

test.each([
  'a@b.c\nBcc: x@y.z',
  'a b@c.d',
  'a@b',
  '@b.c',
  'a@b.c,d@e.f\u0000',
  'a@b.test.',
  'a@b..test',
  'a@.b.test',
  'a\u202e@b.test',
  'a\u200b@b.test',
  'a@b\u2069.test',
  'a@İstanbul.test',
  'ΟΔΟΣ@b.test',
])('%j is no mailbox', (text) => {
  expect(email.safeParse(text).success).toBe(false);
});

test.each(['a..b@docomo.test', 'రవి@భారత్.test', "o'hara+x@a-b.co.test"])('%s is a mailbox', (text) => {
  expect(email.safeParse(text).success).toBe(true);
});

test.each([
  ['లక్ష్మి', 'లక్ష్మి'],
  ['  Lakshmi \u00a0 Sita ', 'Lakshmi Sita'],
  ["D'Souza", "D'Souza"],
  ['Anne-Marie', 'Anne-Marie'],
  ['S. Ramanujan', 'S. Ramanujan'],
  ['ശ്രീ\u200dജിത്ത്', 'ശ്രീ\u200dജിത്ത്'],
  ['A\u030angstro\u0308m', 'Ångström'],
])('%j is the name %s', (text, name) => {
  expect(personName.parse(text)).toBe(name);
});

test.each(['', ' ', '.', "'-", 'Ravi2', 'a@b', '<b>Ravi</b>', 'Ravi\u202eivaR', 'a\u0000b', 'x'.repeat(61)])(
  '%j is no name',
  (text) => {
    expect(personName.safeParse(text).success).toBe(false);
  },
);

test('a line has no control character and is trimmed', () => {
  expect(line().parse('  Veda ')).toBe('Veda');
  expect(line().safeParse('a\r\nb').success).toBe(false);
});

test.each(['a\u202eb', 'a\u2066b', 'a\u2028b', 'a\u0085b', 'a\ud800b'])(
  'a line does not hold %j, which nobody sees and which turns what stands behind it',
  (text) => {
    expect(line().safeParse(text).success).toBe(false);
  },
);

test.each(['https://a.b', 'HTTPS://a.b:8443/x?y=1#z', 'https://తెలుగు.test/@x', 'https://a.b/c@d:e'])(
  '%s is a link',
  (text) => {
    expect(httpsUrl.parse(text)).toBe(text);
  },
);

test.each([
  'http://a.b',
  'javascript:alert(1)',
  'https://user:pw@a.b',
  'https://user@a.b',
  'https://@a.b',
  '//a.b',
  'https://',
  'https:evil',
  'https:/evil',
  'https:///evil',
  'https:\\\\evil',
  'https:/\\evil',
  'https://a.b\\@evil',
  'https://a.b/\\evil',
  'https://a b',
  'https://a.b:port',
  'https://[::1',
  'https://a.b\u0000/x',
  'https://a.b\t/x',
])('%s is no link to follow', (text) => {
  expect(httpsUrl.safeParse(text).success).toBe(false);
});

test('a page is never larger than 100 rows', () => {
  expect(pageSize.parse('5000')).toBe(100);
  expect(pageSize.parse(-3)).toBe(1);
  expect(pageSize.parse(undefined)).toBe(10);
});

const description = wrappedHtml('description');

test.each([
  ['{"description":"<p>a</p>"}', '<p>a</p>'],
  [{ description: '<p>a</p>' }, '<p>a</p>'],
  ['<p>a</p>', '<p>a</p>'],
  ['{}', ''],
  [null, ''],
  [undefined, ''],
  ['', ''],
])('%j contains the HTML %j', (value, html) => {
  expect(description.parse(value)).toBe(html);
});

test('wrapped HTML is parsed exactly once', () => {
  const inner = wrapHtml('description', '<p>a</p>');
  expect(description.parse(wrapHtml('description', inner))).toBe(inner);
  expect(unwrapHtml('description', wrapHtml('description', inner))).toBe(inner);
});

test('a wrapper without a text is refused', () => {
  expect(description.safeParse('{"description":5}').success).toBe(false);
  expect(description.safeParse({ description: ['x'] }).success).toBe(false);
});
