import { classDays, timeZoneNames, timeZones } from '@gurukul/contract/classes';
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { formatDate, formatTime, formatWeekdayTime } from './format.ts';

/** `PROOF=full vitest run --project unit web/lib/format/format-zones.test.ts` takes 10,000 meetings. */
const numRuns = process.env['PROOF'] === 'full' ? 10_000 : 300;

// Zones of possible teachers: also with half and quarter hours, in the southern hemisphere, far from UTC, with clock
// changes of their own.
const viewerZones = [
  ...new Set(Object.values(timeZones)),
  'UTC',
  'Europe/London',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'America/St_Johns',
];

const two = (value: number) => String(value).padStart(2, '0');
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const weekdays = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

/** Any meeting within two years, in the server's format. Half of them are at night, when clocks change. */
const anyMeeting = fc
  .record({
    weekday: fc.integer({ min: 1, max: classDays.length }),
    week: fc.nat(104),
    hour: fc.oneof(fc.nat(23), fc.nat(4)),
    minute: fc.nat(59),
    zone: fc.constantFrom(...timeZoneNames).map((name) => timeZones[name]),
  })
  .map(({ weekday, week, hour, minute, zone }) =>
    Temporal.PlainDate.from('2025-12-29')
      .add({ days: 7 * week + weekday - 1 })
      .toPlainDateTime({ hour, minute })
      .toZonedDateTime(zone),
  );

test('a meeting is shown on the calendar and the clock of every viewer, in every zone', () => {
  fc.assert(
    fc.property(anyMeeting, (meeting) => {
      const instant = meeting.toInstant().toString({ fractionalSecondDigits: 3 });
      for (const zone of viewerZones) {
        const { year, month, day, dayOfWeek, hour, minute } = meeting.withTimeZone(zone);
        const time = `${two(hour % 12 || 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`;
        expect(formatTime(instant, zone)).toBe(time);
        expect(formatWeekdayTime(instant, zone)).toBe(`${weekdays[dayOfWeek - 1]} ${time}`);
        expect(formatDate(instant, zone)).toBe(`${two(day)}-${months[month - 1]}-${year}`);
        // A calendar day, as in reports, has no zone that could move it.
        expect(formatDate(meeting.toPlainDate().toString(), zone)).toBe(
          `${two(meeting.day)}-${months[meeting.month - 1]}-${meeting.year}`,
        );
      }
    }),
    { numRuns },
  );
});
