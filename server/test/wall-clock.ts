/**
 * What clocks on walls show, tried out with Intl alone: for tests only, and on purpose without anything that
 * server/time is made of.
 */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

/** What the wall shows, counted as if it hung in UTC. */
function readWall(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The zone's distance from UTC; clocks change at full quarters of an hour at most. */
function offsetAt(zone: string, at: number): number {
  const quarter = Math.floor(at / (15 * minuteMs)) * 15 * minuteMs;
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = readWall(zone, quarter) - quarter;
  offsets.set(key, offset);
  return offset;
}

/** Every moment at which the wall shows that: one, in the hour that comes twice two, in the one that is skipped none. */
function momentsOf(zone: string, wall: number): number[] {
  const tried = new Set([wall - dayMs, wall + dayMs].map((near) => wall - offsetAt(zone, near)));
  return [...tried].filter((at) => at + offsetAt(zone, at) === wall).toSorted((a, b) => a - b);
}

/** The first of them or, where there is none, what a clock would show that nobody had put forward. */
export const momentOf = (zone: string, wall: number): number =>
  momentsOf(zone, wall)[0] ?? wall - offsetAt(zone, wall - dayMs);

export const isDoubtful = (zone: string, wall: number): boolean => momentsOf(zone, wall).length !== 1;

export interface Weekly {
  readonly class_day: string;
  readonly time: string;
  readonly zone: string;
}

/** Every meeting from and until those moments, both counted: as a moment, and as the wall was meant to show it. */
export function tryOut({ class_day, time, zone }: Weekly, from: number, until: number) {
  const [hours, minutes] = time.split(':').map(Number);
  const meetings: { at: number; wall: number }[] = [];
  const first = Math.floor(from / dayMs) * dayMs - 2 * dayMs;
  for (let day = first; day <= until + 2 * dayMs; day += dayMs) {
    if (days[new Date(day).getUTCDay()] !== class_day) continue;
    const wall = day + hours! * hourMs + minutes! * minuteMs;
    const at = momentOf(zone, wall);
    if (at >= from && at <= until) meetings.push({ at, wall });
  }
  return meetings;
}

/** yyyy-mm-dd of a wall. */
export const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

/** yyyy-mm-dd on the calendar there. */
export const dateIn = (zone: string, at: number): string => dateOf(at + offsetAt(zone, at));
