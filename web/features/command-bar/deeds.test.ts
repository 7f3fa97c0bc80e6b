import type { FoundItem } from '@gurukul/contract/search';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { expect, test } from 'vitest';
import { pages } from '#web/pages.ts';
import { takeDay } from './days.ts';
import { deedsMeant, nameIn, startOf } from './deeds.ts';

/** A Thursday. */
const today = '2026-11-26';

const meant = (text: string) => {
  const all = deedsMeant('admin', text, today);
  const name = nameIn(all, text);
  return all.flatMap((one) => (one.name === name ? [[one.deed.name, name, one.day]] : []));
};

test.each([
  ['call roll gita', ['callRoll', 'gita', null]],
  ['Call the roll of Gita A yesterday', ['callRoll', 'Gita A', '2026-11-25']],
  ['move asha', ['move', 'asha', null]],
  ['message chanting a', ['message', 'chanting a', null]],
  ['cancel gita c tomorrow', ['cancel', 'gita c', '2026-11-27']],
  ['cancel the class gita c on 2026-12-04', ['cancel', 'gita c', '2026-12-04']],
  ['postpone gita c friday', ['postpone', 'gita c', '2026-11-27']],
  ['cover for lakshmi', ['cover', 'lakshmi', null]],
  ['substitute for Lakshmi Rao 3 Dec', ['cover', 'Lakshmi Rao', '2026-12-03']],
  ['receipt asha', ['receipt', 'asha', null]],
  ['record payment of asha', ['payment', 'asha', null]],
  ['attendance report gita a', ['report', 'gita a', null]],
  ['why no mail asha', ['whyNoMail', 'asha', null]],
  ['రద్దు gita c రేపు', ['cancel', 'gita c', '2026-11-27']],
  ['gita c రద్దు చేయండి సోమవారం', ['cancel', 'gita c', '2026-11-30']],
  ['ఆశా రసీదు', ['receipt', 'ఆశా', null]],
  ['హోమ్‌వర్క్ గీత', ['homework', 'గీత', null]],
  ['gita c कल रद्द करें', ['cancel', 'gita c', '2026-11-27']],
  ['आशा को संदेश', ['message', 'आशा', null]],
  ['लक्ष्मी के लिए एवज़ी', ['cover', 'लक्ष्मी', null]],
])('“%s” is a deed, a name and a day', (text, wanted) => {
  expect(meant(text)).toContainEqual(wanted);
});

test('a name alone is no deed, and a deed of the office is none of a teacher', () => {
  for (const text of ['asha', 'gita c', 'lakshmi rao', 'sunita'])
    expect(deedsMeant('admin', text, today)).toEqual([]);
  expect(deedsMeant('teacher', 'receipt asha', today)).toEqual([]);
  expect(deedsMeant('teacher', 'message asha', today).map(({ deed }) => deed.name)).toEqual(['message']);
});

test('while a verb is typed, its deed stands there without a name', () => {
  expect(deedsMeant('admin', 'rece', today)).toMatchObject([
    { deed: { name: 'receipt' }, name: '' },
    // "received"
    { deed: { name: 'payment' }, name: '' },
  ]);
  expect(deedsMeant('admin', 'message', today)).toMatchObject([{ deed: { name: 'message' }, name: '' }]);
});

test('a day of the year is the next one, or one that is not long gone', () => {
  const day = (text: string) => takeDay(text.split(' '), today).day;
  expect(day('5 jan')).toBe('2027-01-05');
  expect(day('20 nov')).toBe('2026-11-20');
  expect(day('5.12.')).toBe('2026-12-05');
  expect(day('thursday')).toBe(today);
  expect(day('wednesday')).toBe('2026-12-02');
  expect(day('31 feb')).toBeNull();
  expect(day('gita 2')).toBeNull();
});

const item = (kind: FoundItem['kind']): FoundItem => ({
  kind,
  id: 7,
  title: 'Gita',
  detail: '',
  context: '',
  course_id: 3,
  slot_id: null,
});

test('the deed leads to the page of the thing, with the dialog and the day', () => {
  const [cancel] = deedsMeant('courseadmin', 'cancel gita tomorrow', today);
  expect(cancel?.deed.href(item('class'), cancel.day, 'courseadmin')).toBe(
    '/class/7?tab=meetings&do=cancel-class&of=7&day=2026-11-27',
  );
  const [receipt] = deedsMeant('admin', 'receipt asha', today);
  expect(receipt?.deed.href(item('student'), null, 'admin')).toBe('/student/7?tab=money&do=receipt&of=7');
  const [report] = deedsMeant('teacher', 'report gita', today);
  expect(report?.deed.href(item('class'), null, 'teacher')).toBe('/attendance-report?course=3&class=7');
});

test.each(portalRoles)('every deed of the %s begins on a page of theirs', (role) => {
  const verbs = [
    'roll',
    'message',
    'move',
    'cancel',
    'cover',
    'receipt',
    'payment',
    'report',
    'no mail',
    'note',
    'edit',
    'homework',
    'history',
  ];
  const starts = verbs
    .flatMap((verb) => deedsMeant(role, verb, today))
    .map(({ deed }) => startOf(deed, role));
  expect(starts.length).toBeGreaterThan(6);
  const isTheirs = (path: string) =>
    path === '/' || pages.some((page) => page.path === path && page.roles.includes(role));
  expect(starts.filter((path) => !isTheirs(path))).toEqual([]);
});
