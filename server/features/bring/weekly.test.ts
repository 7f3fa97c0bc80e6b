import { expect, test } from 'vitest';
import { sameName } from '@gurukul/contract/shared/words/same-name';
import { readWeekly } from './weekly.ts';

const all = 'mon tue wed thu fri sat sun';

test.each<[string, string, string, string?]>([
  ['Sunday', '06:30', 'sun 06:30'],
  ['Tue & Thu', '9.00 pm CST', 'tue thu 21:00 CST'],
  ['Tue and Thu', '9 PM (CST)', 'tue thu 21:00 CST'],
  ['Mon, Wed, Fri', '18:30 IST', 'mon wed fri 18:30 IST'],
  ['Mon/Wed', '18:30 Asia/Kolkata', 'mon wed 18:30 Asia/Kolkata'],
  ['Sat + Sun', '7 pm Eastern Time', 'sat sun 19:00 Eastern Time'],
  ['Mon-Fri', '6-7 pm', 'mon tue wed thu fri 18:00-19:00'],
  ['Mon to Thu', '6 - 7 PM IST', 'mon tue wed thu 18:00-19:00 IST'],
  ['Sat - Sun', '11-1 pm', 'sat sun 11:00-13:00'],
  ['every Sunday', '10:30 - 12 pm', 'sun 10:30-12:00'],
  ['Sundays', '6:30-7:30 PM', 'sun 18:30-19:30'],
  ['Weekend', '6 pm - 7:15', 'sat sun 18:00-19:15'],
  ['Weekdays', '18.30-19.30 hrs', 'mon tue wed thu fri 18:30-19:30'],
  ['Daily', '5 am', `${all} 05:00`],
  ['', 'Sat 6-7 pm', 'sat 18:00-19:00'],
  ['', 'Tue & Thu 9.00 pm CST', 'tue thu 21:00 CST'],
  ['ఆదివారం', '18:30', 'sun 18:30'],
  ['रविवार', '6:30 p.m.', 'sun 18:30'],
  ['Friday', '1899-12-30 18:30:00', 'fri 18:30'],
  ['Friday', '18:30 to 19:30', 'fri 18:30-19:30'],
  ['Friday', '12 noon', 'fri 12:00'],
  ['Friday', '18:30', 'fri 18:30-19:15', '19:15'],
  ['Friday', '', 'fri '],
  // Two or three days, half a day, two clocks.
  ['Tue-Thu', '18:30', '? 18:30'],
  ['Someday', '25:00', '? ?'],
  ['Friday', '6', 'fri ?'],
  ['Friday', '6-7', 'fri ?-?'],
  ['Friday', '7 PM IST / 8:30 AM CST', 'fri ? CST'],
  ['Friday', 'evening', 'fri ?'],
  ['Friday', 'Sat 18:30', 'fri sat 18:30'],
])('%s, %s', (day, time, expected, until = '') => {
  const { days, start, end, zone } = readWeekly(day, time, until);
  const clock = `${start ?? '?'}${end === '' ? '' : `-${end ?? '?'}`}`;
  const read = `${days?.map((each) => each.slice(0, 3)).join(' ') ?? '?'} ${clock}${zone === '' ? '' : ` ${zone}`}`;
  expect(read).toBe(expected);
});

test.each([
  ['Gita - Level 1', 'Gita – Level 1'],
  ['Gita & Upanishads', 'gita and  Upanishads'],
  ["Child's play", 'Child’s Play'],
])('%s is the name %s', (one, other) => {
  expect(sameName(one)).toBe(sameName(other));
});
