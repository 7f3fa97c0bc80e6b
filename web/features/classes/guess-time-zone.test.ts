import { describe, expect, test } from 'vitest';
import { guessTimeZone, placeOf } from './guess-time-zone.ts';

const winter = new Date('2026-01-20T12:00:00Z');
const summer = new Date('2026-07-20T12:00:00Z');

describe('the time zone offered first', () => {
  test.each([
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Calcutta', 'IST', 'IST'],
    ['America/New_York', 'EST', 'EDT'],
    ['America/Detroit', 'EST', 'EDT'],
    ['America/Chicago', 'CST', 'CDT'],
    ['America/Denver', 'MST', 'MDT'],
    ['America/Los_Angeles', 'PST', 'PDT'],
    ['America/Anchorage', 'AKST', 'AKDT'],
    ['Pacific/Honolulu', 'HST', 'HST'],
    ['America/Adak', 'HDT', 'HDT'],
  ])('of a viewer in %s is %s in winter and %s in summer', (zone, inWinter, inSummer) => {
    expect(guessTimeZone(winter, zone)).toBe(inWinter);
    expect(guessTimeZone(summer, zone)).toBe(inSummer);
  });

  test('is India’s where none of the offered clocks is the viewer’s', () => {
    expect(guessTimeZone(winter, 'Europe/Berlin')).toBe('IST');
  });
});

test('a zone is told by its city', () => {
  expect(placeOf('EDT')).toBe('New York');
});
