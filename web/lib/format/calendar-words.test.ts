import { describe, expect, test } from 'vitest';
import { calendarWords } from './calendar-words.ts';

describe('the words of a calendar', () => {
  test('are those of the language', () => {
    expect(calendarWords('te-IN').months[0]).toBe('జనవరి');
    expect(calendarWords('hi-IN').weekdays[0]).toBe('रविवार');
    expect(calendarWords('te-IN').monthsShort).toHaveLength(12);
    expect(calendarWords('en-US').weekdaysShort).toEqual(['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']);
  });
});
