import { classDays, type ClassDay } from '@gurukul/contract/classes';

/** A calendar day, yyyy-mm-dd. As text, days compare in order. */
export type Day = string;

const millisOf = (day: Day) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (millis: number): Day => new Date(millis).toISOString().slice(0, 10);
const dayLength = 86_400_000;

/** Order of days, or of instants, for a sort. */
export const compareTimes = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
export const addDays = (day: Day, count: number): Day => dayOf(millisOf(day) + count * dayLength);
export const daysBetween = (from: Day, to: Day): number => (millisOf(to) - millisOf(from)) / dayLength;
export const earliest = (a: Day, b: Day): Day => (a < b ? a : b);
export const latest = (a: Day, b: Day): Day => (a > b ? a : b);

/** Adds months as PostgreSQL does: the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, count: number): Day {
  const from = new Date(millisOf(day));
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + count];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month, Math.min(from.getUTCDate(), lastOfMonth)));
}

export function weekdayOf(day: Day): ClassDay {
  return classDays[(new Date(millisOf(day)).getUTCDay() + 6) % 7]!;
}

/** The first such weekday on or after the day. */
export function nextWeekday(day: Day, weekday: ClassDay): Day {
  const ahead = classDays.indexOf(weekday) - classDays.indexOf(weekdayOf(day));
  return addDays(day, (ahead + 7) % 7);
}

/** The instant so many minutes after midnight UTC. Minutes may reach into other days. */
export const instantAt = (day: Day, minutes: number): string =>
  new Date(millisOf(day) + minutes * 60_000).toISOString();

/** Minutes after midnight of a local time such as 18:30. */
export const minutesOf = (localTime: string): number =>
  Number(localTime.slice(0, 2)) * 60 + Number(localTime.slice(3, 5));

export const indiaOffset = 330;

/**
 * Minutes ahead of UTC in winter and in summer. The American zones change their clocks on the same days, so a week has
 * only these two shapes.
 */
export const zoneOffsets = {
  'Asia/Kolkata': [indiaOffset, indiaOffset],
  'America/New_York': [-300, -240],
  'America/Chicago': [-360, -300],
  'America/Denver': [-420, -360],
  'America/Los_Angeles': [-480, -420],
  'America/Anchorage': [-540, -480],
  'Pacific/Honolulu': [-600, -600],
  'America/Adak': [-600, -540],
} as const satisfies Record<string, readonly [winter: number, summer: number]>;

/** The zones of the demo's classes, all offered by the portal. */
export type Zone = keyof typeof zoneOffsets;

export interface SlotTime {
  readonly class_day: ClassDay;
  readonly local_time: string;
  readonly time_zone: Zone;
  readonly duration_minutes: number;
}

const weekLength = 7 * 1440;

/** Whether two weekly slots meet in some week of the year. */
export function overlaps(a: SlotTime, b: SlotTime): boolean {
  return ([0, 1] as const).some((season) => {
    const fromAToB = (startInWeek(b, season) - startInWeek(a, season) + 2 * weekLength) % weekLength;
    return fromAToB < a.duration_minutes || weekLength - fromAToB < b.duration_minutes;
  });
}

/** Minutes from Monday 00:00 UTC. */
function startInWeek({ class_day, local_time, time_zone }: SlotTime, season: 0 | 1): number {
  return classDays.indexOf(class_day) * 1440 + minutesOf(local_time) - zoneOffsets[time_zone][season];
}
