import { describe, expect, test } from 'vitest';
import { calendarWords } from './calendar-words.ts';
import { readTypedDay } from './typed-day.ts';

describe('a typed day', () => {
  test.each(['te-IN', 'hi-IN', 'en-US'])('is read with every month of %s, long and short', (tag) => {
    const { months, monthsShort } = calendarWords(tag);
    for (const names of [months, monthsShort]) {
      names.forEach((name, place) => {
        expect(readTypedDay(`24-${name}-2026`)).toBe(`2026-${String(place + 1).padStart(2, '0')}-24`);
      });
    }
  });

  test.each([
    ['24-Jan-2026', '2026-01-24'],
    ['5 september 2026', '2026-09-05'],
    ['5/9/2026', '2026-09-05'],
    [' 2026-02-28 ', '2026-02-28'],
    ['౨౪-౦౧-౨౦౨౬', '2026-01-24'],
    ['२४-जन॰-२०२६', '2026-01-24'],
    ['January 24, 2026', '2026-01-24'],
    ['Sat, 24.01.2026', '2026-01-24'],
    ['24/1/26', '2026-01-24'],
    ['24/1/27', '2027-01-24'],
    ['24/1/88', '1988-01-24'],
    ['24012026', '2026-01-24'],
    ['30-Feb-2026', null],
    ['05/06/2027', '2027-06-05'],
    ['13/06/2027', '2027-06-13'],
    ['06/13/2027', '2027-06-13'],
    ['46000', null],
    ['1774000000', null],
    ['౨౦౨౬', null],
    ['24-Jan-0026', null],
    ['2026-13-01', null],
    ['24-Foo-2026', null],
    ['24-Jan', null],
    ['', null],
  ])('%s', (typed, day) => {
    expect(readTypedDay(typed)).toBe(day);
  });
});
