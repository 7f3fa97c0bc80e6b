import { eventZone } from '@gurukul/contract/events';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { textsIn } from '../texts.ts';
import { listIn, localeOf } from './money.ts';
import type { Fact } from './content.ts';

const knownZones = new Map<string, boolean>();

function hasRules(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Says whether it is a zone with known rules. */
function isZone(name: string): boolean {
  const known = knownZones.get(name);
  if (known !== undefined) return known;
  const isOne = (name.includes('/') || name === 'UTC') && hasRules(name);
  // Limited, because an import could have put any text into the column.
  if (knownZones.size < 1000) knownZones.set(name, isOne);
  return isOne;
}

/** The zone for a person's times; the office's where a mail of a version before has another text. */
export const zoneOf = (timezone: string): string => (isZone(timezone) ? timezone : eventZone);

/** Hours of all three languages run from 00 to 23. */
const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const shapes = {
  day: { dateStyle: 'long' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  time: hours,
  weekly: { weekday: 'long', ...hours },
  moment: { weekday: 'long', day: 'numeric', month: 'long', ...hours },
  stamp: { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
  span: { weekday: 'long', day: 'numeric', month: 'long', ...hours },
  /** With summer time, where it is. */
  zone: { timeZoneName: 'long' },
  /** In summer and winter. */
  zoneOfYear: { timeZoneName: 'longGeneric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const made = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs more than using it. */
function clockOf(
  language: PortalLanguage,
  timeZone: string,
  shape: keyof typeof shapes,
): Intl.DateTimeFormat {
  const key = `${language} ${shape} ${timeZone}`;
  const clock = made.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...shapes[shape], timeZone });
  if (made.size < 4000) made.set(key, clock);
  return clock;
}

/** Intl writes the same Telugu day as "28, నవంబర్ 2026" and "28 నవంబర్, 2026". People write neither comma. */
function written(language: PortalLanguage, zone: string, shape: keyof typeof shapes, at: Date): string {
  const text = clockOf(language, zone, shape).format(at);
  return language === 'te' ? text.replace(/^(\d+),? (\S+?),? (\d{4})/, '$1 $2 $3') : text;
}

const hourMs = 3_600_000;

const placeOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

const zoneAt = (language: PortalLanguage, zone: string, at: Date, shape: 'zone' | 'zoneOfYear') =>
  clockOf(language, zone, shape)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** "New York, Eastern Time": a clock by its city and name. */
export const clockName = (
  language: PortalLanguage,
  zone: string,
  at: Date,
  shape: 'zone' | 'zoneOfYear' = 'zoneOfYear',
): string => `${placeOf(zone)}, ${zoneAt(language, zone, at, shape)}`;

/**
 * Start and end on the clock of a zone, in words, with the zone's name. An end on another day names its day. When
 * clocks change in between, start and end each name their zone.
 */
export function spanIn(language: PortalLanguage, zone: string, startsAt: string, endsAt: string): string {
  const [start, end] = [new Date(startsAt), new Date(endsAt)];
  const time = clockOf(language, zone, 'time');
  const [firstDay, lastDay] = [start, end].map((at) => written(language, zone, 'weekday', at));
  const firstName = zoneAt(language, zone, start, 'zone');
  const hasChanged = firstName !== zoneAt(language, zone, end, 'zone');
  const from = `${firstDay}, ${time.format(start)}${hasChanged ? ` (${firstName})` : ''}`;
  const until = `${firstDay === lastDay ? '' : `${lastDay}, `}${time.format(end)}`;
  return textsIn(language).clock.span({ from, until, clock: clockName(language, zone, end, 'zone') });
}

/** The same as facts: on the reader's clock, and on that of the class or office where that one differs. */
export function spansOf(
  language: PortalLanguage,
  zone: string,
  ofClass: string,
  startsAt: string,
  endsAt: string,
): Fact[] {
  const words = textsIn(language).event;
  const there = zoneOf(ofClass);
  const own = spanIn(language, zone, startsAt, endsAt);
  const isSame =
    shortSpanIn(language, zone, startsAt, endsAt) === shortSpanIn(language, there, startsAt, endsAt);
  if (isSame) return [[words.when, own]];
  return [
    [words.yourTime, own],
    [words.classTime, spanIn(language, there, startsAt, endsAt)],
  ];
}

/** "Saturday, 28 November, 18:30 – 19:30", where the clock is named elsewhere. */
export const shortSpanIn = (
  language: PortalLanguage,
  zone: string,
  startsAt: string,
  endsAt: string,
): string => clockOf(language, zone, 'span').formatRange(new Date(startsAt), new Date(endsAt));

/** "Saturday, 28 November 2026", of a moment on the clock of a zone. */
export const weekdayAt = (language: PortalLanguage, zone: string, at: string): string =>
  written(language, zone, 'weekday', new Date(at));

/** "18:30 – 18:45", on the clock of a zone. In the hours around a change of clocks, "01:30 (Eastern Standard Time)". */
export function timeIn(language: PortalLanguage, zone: string, startsAt: string, endsAt: string): string {
  const start = new Date(startsAt);
  const time = clockOf(language, zone, 'time');
  const names = [-hourMs, 0, hourMs].map((ms) =>
    zoneAt(language, zone, new Date(start.getTime() + ms), 'zone'),
  );
  return new Set(names).size > 1
    ? `${time.format(start)} (${names[1]})`
    : `${time.format(start)} – ${time.format(new Date(endsAt))}`;
}

/** "Monday 30 November at 18:00 (Auckland)": the clock is always named. */
export const momentIn = (language: PortalLanguage, zone: string, at: string): string =>
  `${clockOf(language, zone, 'moment').format(new Date(at))} (${placeOf(zone)})`;

/** "Monday 18:00 and Thursday 07:00 (Auckland)", of one moment in each slot of a week. */
export const weekIn = (language: PortalLanguage, zone: string, week: readonly string[]): string =>
  `${listIn(
    language,
    week.map((at) => clockOf(language, zone, 'weekly').format(new Date(at))),
  )} (${placeOf(zone)})`;

/**
 * What is said on the reader's clock, and on that of each class where that one shows another hour. `say` writes moments
 * on the clock of a zone; a mail of a version before knows no zones.
 */
function onBothClocks(
  language: PortalLanguage,
  zone: string,
  moments: readonly string[],
  zones: readonly string[],
  say: (zone: string, moments: readonly string[]) => string,
): string {
  const abroad = moments.flatMap((at, n) => {
    const there = zoneOf(zones[n] ?? zone);
    return shortSpanIn(language, zone, at, at) === shortSpanIn(language, there, at, at)
      ? []
      : [{ at, there }];
  });
  const own = say(zone, moments);
  if (abroad.length === 0) return own;
  const groups = [...Map.groupBy(abroad, ({ there }) => there)];
  const ofClass = groups.map(([there, some]) =>
    say(
      there,
      some.map(({ at }) => at),
    ),
  );
  return textsIn(language).clock.both({ own, ofClass: listIn(language, ofClass) });
}

/** `weekIn` for a reader who may be abroad; `zones`: of the classes, one for each moment. */
export const weekOnClocks = (
  language: PortalLanguage,
  zone: string,
  week: readonly string[],
  zones: readonly string[] = [],
): string => onBothClocks(language, zone, week, zones, (there, some) => weekIn(language, there, some));

/** `momentIn` for a reader who may be abroad. */
export const momentOnClocks = (language: PortalLanguage, zone: string, at: string, ofClass = zone): string =>
  onBothClocks(language, zone, [at], [ofClass], (there) => momentIn(language, there, at));

/** "30 November 2026 at 18:00 (India time)", on the clock of the office. */
export function stampIn(language: PortalLanguage, zone: string, at: Date): string {
  const { clock } = textsIn(language);
  const name = zone === eventZone ? clock.india : clock.at({ place: placeOf(zone) });
  return `${written(language, zone, 'stamp', at)} (${name})`;
}

/** "28 November 2026", of yyyy-mm-dd. */
export const dayIn = (language: PortalLanguage, day: string): string =>
  written(language, 'UTC', 'day', new Date(`${day}T00:00:00Z`));

/** "Saturday, 28 November 2026", of yyyy-mm-dd. */
export const weekdayIn = (language: PortalLanguage, day: string): string =>
  written(language, 'UTC', 'weekday', new Date(`${day}T00:00:00Z`));
