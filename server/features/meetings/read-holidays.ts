import type { HolidayCountry, meetings } from '@gurukul/contract/meetings';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import { count, hour } from '#server/http/limits/counters.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { calendarDays } from './calendar-days.ts';
import { fetchCalendar } from './fetch-calendar.ts';
import { holidaysOf } from './public-holidays.ts';
import type { Days } from './queries.ts';

type HolidaysAnswer = CallOutput<typeof meetings.read_holidays>['data'];

interface Source {
  readonly calendar?: string | undefined;
  readonly address?: string | undefined;
  readonly country?: HolidayCountry | undefined;
  readonly region: string;
  readonly year?: number | undefined;
}

const isoDay = (moment: Date) => moment.toISOString().slice(0, 10);

/** From today on for two years. */
function comingYears(now: Date): Days {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + 2);
  return { from: isoDay(now), to: isoDay(end) };
}

/** Counted also when it fails, so that nobody tries out addresses. */
async function fetched({ pool, person, config }: Ctx, address: string): Promise<string> {
  const key = `calendar:${person.id}`;
  if ((await count(pool, { key, seconds: hour })) > config.limits.calendarsPerHour) throw fail('too_many');
  try {
    return await fetchCalendar(address, config.calendarNetworks);
  } catch {
    // The reason would tell what the server can reach.
    throw fail('calendar_unreachable');
  }
}

/** The public holidays of a country, or of a region of it, from today on. */
function publicHolidays(country: HolidayCountry, region: string, year: number): HolidaysAnswer {
  const { names, of } = holidaysOf(country);
  if (region !== '' && !names.has(region)) throw fail('not_found');
  const today = isoDay(new Date());
  return {
    days: of(region).filter(({ from }) => from >= today && from.startsWith(`${year}-`)),
    left_out: 0,
    unread: [],
    regions: [...names].map(([code, name]) => ({ region: code, name })),
  };
}

/** The days of a file, of an address or of a country. */
export async function readHolidays(
  ctx: Ctx,
  { calendar, address, country, region, year }: Source,
): Promise<HolidaysAnswer> {
  if (country !== undefined) return publicHolidays(country, region, year!);
  const { time_zone } = await ctx.provider.read();
  const text = calendar ?? (await fetched(ctx, address!));
  const read = await calendarDays(text, comingYears(new Date()), time_zone);
  if (read === null) throw fail('no_calendar');
  return { ...read, regions: [] };
}
