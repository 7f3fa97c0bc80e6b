/** Local times by Intl alone. For tests only, and on purpose without the code of server/time. */

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

/** The local time, counted as if it were UTC. */
function readWall(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The zone's UTC offset. Clocks change at full quarters of an hour at most. */
function offsetAt(zone: string, at: number): number {
  const quarter = Math.floor(at / (15 * minuteMs)) * 15 * minuteMs;
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = readWall(zone, quarter) - quarter;
  offsets.set(key, offset);
  return offset;
}

/** Every moment with that local time: one, two in a repeated hour, none in a skipped one. */
function momentsOf(zone: string, wall: number): number[] {
  const tried = new Set([wall - dayMs, wall + dayMs].map((near) => wall - offsetAt(zone, near)));
  return [...tried].filter((at) => at + offsetAt(zone, at) === wall).toSorted((a, b) => a - b);
}

/** The first of them. In a skipped hour, the moment by the offset before the change. */
export const momentOf = (zone: string, wall: number): number =>
  momentsOf(zone, wall)[0] ?? wall - offsetAt(zone, wall - dayMs);

export const isDoubtful = (zone: string, wall: number): boolean => momentsOf(zone, wall).length !== 1;

export interface Weekly {
  readonly class_day: string;
  readonly time: string;
  readonly zone: string;
}

/** Every meeting between those moments, both included, as a moment and as the intended local time. */
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

/** yyyy-mm-dd of a local time. */
export const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

/** yyyy-mm-dd of a moment in the zone. */
export const dateIn = (zone: string, at: number): string => dateOf(at + offsetAt(zone, at));
