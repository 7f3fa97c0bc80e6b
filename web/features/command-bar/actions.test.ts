import type { FoundItem } from '@gurukul/contract/search';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { expect, test } from 'vitest';
import { pages } from '#web/pages.ts';
import { takeDay } from './days.ts';
import { actionsMeant, nameIn, startOf } from './actions.ts';

/** A Thursday. */
const today = '2026-11-26';

const meant = (text: string) => {
  const all = actionsMeant('admin', text, today);
  const name = nameIn(all, text);
  return all.flatMap((one) => (one.name === name ? [[one.action.name, name, one.day]] : []));
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
  ['charge anaya', ['charge', 'anaya', null]],
  ['refund anaya', ['refund', 'anaya', null]],
  ['set the price of gita', ['price', 'gita', null]],
  ['publish gita', ['publish', 'gita', null]],
  ['attendance report gita a', ['report', 'gita a', null]],
  ['why no mail asha', ['whyNoMail', 'asha', null]],
  ['రద్దు gita c రేపు', ['cancel', 'gita c', '2026-11-27']],
  ['gita c రద్దు చేయండి సోమవారం', ['cancel', 'gita c', '2026-11-30']],
  ['ఆశా రసీదు', ['receipt', 'ఆశా', null]],
  ['హోమ్‌వర్క్ గీత', ['homework', 'గీత', null]],
  ['gita c कल रद्द करें', ['cancel', 'gita c', '2026-11-27']],
  ['आशा को संदेश', ['message', 'आशा', null]],
  ['लक्ष्मी के लिए एवज़ी', ['cover', 'लक्ष्मी', null]],
])('“%s” is an action, a name and a day', (text, wanted) => {
  expect(meant(text)).toContainEqual(wanted);
});

test('a name alone is no action, and an action of the office is none of a teacher', () => {
  for (const text of ['asha', 'gita c', 'lakshmi rao', 'sunita'])
    expect(actionsMeant('admin', text, today)).toEqual([]);
  expect(actionsMeant('teacher', 'receipt asha', today)).toEqual([]);
  expect(actionsMeant('teacher', 'message asha', today).map(({ action }) => action.name)).toEqual([
    'message',
  ]);
});

test('while a verb is typed, its action stands there without a name', () => {
  expect(actionsMeant('admin', 'rece', today)).toMatchObject([
    { action: { name: 'receipt' }, name: '' },
    // "received"
    { action: { name: 'payment' }, name: '' },
  ]);
  expect(actionsMeant('admin', 'message', today)).toMatchObject([{ action: { name: 'message' }, name: '' }]);
});

test('a day of the year is the next one, or one that is not long gone', () => {
  const day = (text: string) => takeDay(text.split(' '), today).day;
  expect(day('5 jan')).toBe('2027-01-05');
  expect(day('20 nov')).toBe('2026-11-20');
  expect(day('27/11/2026')).toBe('2026-11-27');
  expect(day('27-11-26')).toBe('2026-11-27');
  expect(day('20261127')).toBeNull();
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

test('the action leads to the page of the thing, with the dialog and the day', () => {
  const [cancel] = actionsMeant('courseadmin', 'cancel gita tomorrow', today);
  expect(cancel?.action.href(item('class'), cancel.day, 'courseadmin')).toBe(
    '/class/7?tab=meetings&do=cancel-class&of=7&day=2026-11-27',
  );
  const [receipt] = actionsMeant('admin', 'receipt asha', today);
  expect(receipt?.action.href(item('student'), null, 'admin')).toBe('/student/7?tab=money&do=receipt&of=7');
  const [history] = actionsMeant('admin', 'what did lakshmi', today);
  expect(history?.action.href(item('teacher'), null, 'admin')).toBe('/teacher/7?tab=history-by');
  const [report] = actionsMeant('teacher', 'report gita', today);
  expect(report?.action.href(item('class'), null, 'teacher')).toBe('/attendance-report?course=3&class=7');
});

test.each(portalRoles)('every action of the %s begins on a page of theirs', (role) => {
  const verbs = [
    'roll',
    'message',
    'move',
    'cancel',
    'cover',
    'receipt',
    'payment',
    'charge',
    'refund',
    'price',
    'publish',
    'report',
    'no mail',
    'note',
    'edit',
    'homework',
    'history',
  ];
  const starts = verbs
    .flatMap((verb) => actionsMeant(role, verb, today))
    .map(({ action }) => startOf(action, role));
  expect(starts.length).toBeGreaterThan(6);
  const isTheirs = (path: string) =>
    path === '/' || pages.some((page) => page.path === path && page.roles.includes(role));
  expect(starts.filter((path) => !isTheirs(path))).toEqual([]);
});
