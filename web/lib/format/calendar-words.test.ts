import { describe, expect, test } from 'vitest';
import { calendarWords, readTypedDay } from './calendar-words.ts';

describe('the words of a calendar', () => {
  test('are those of the language', () => {
    expect(calendarWords('te-IN').months[0]).toBe('జనవరి');
    expect(calendarWords('hi-IN').weekdays[0]).toBe('रविवार');
    expect(calendarWords('te-IN').monthsShort).toHaveLength(12);
    expect(calendarWords('en-US').weekdaysShort).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  });
});

describe('a typed day', () => {
  test.each(['te-IN', 'hi-IN', 'en-US'])('is read with every month of %s, long and short', (tag) => {
    const { months, monthsShort } = calendarWords(tag);
    for (const names of [months, monthsShort]) {
      names.forEach((name, place) => {
        expect(readTypedDay(`24-${name}-2026`, tag)).toBe(`2026-${String(place + 1).padStart(2, '0')}-24`);
      });
    }
  });

  test.each([
    ['24-Jan-2026', '2026-01-24'],
    ['5 september 2026', '2026-09-05'],
    ['5/9/2026', '2026-09-05'],
    [' 2026-02-28 ', '2026-02-28'],
    ['౨౪-౦౧-౨౦౨౬', '2026-01-24'],
    ['२४-जन॰-२०२६', null],
    ['30-Feb-2026', null],
    ['05/06/2027', '2027-06-05'],
    ['13/06/2027', '2027-06-13'],
    ['06/13/2027', null],
    ['24-Jan-0026', null],
    ['2026-13-01', null],
    ['24-Foo-2026', null],
    ['24-Jan', null],
    ['', null],
  ])('%s', (typed, day) => {
    expect(readTypedDay(typed, 'te-IN')).toBe(day);
  });
});
