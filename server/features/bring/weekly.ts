import { classDays, type ClassDay } from '@gurukul/contract/shared/meetings/slots';
import { readDay, readTime } from './tidy.ts';

/* Weekly times as people write them: "Tue & Thu", "6-7 pm", "9.00 pm CST", "Sat 18:30 IST". */

const every: readonly (readonly [RegExp, number, number])[] = [
  [/^(?:daily|every ?day|all days)$/iu, 0, 7],
  [/^week ?days?$/iu, 0, 5],
  [/^week ?ends?$/iu, 5, 7],
];

/** Null: not days of the week, or not for sure. "Mon-Fri" is five days, while "Tue-Thu" may be two or three. */
export function readDays(text: string): ClassDay[] | null {
  const bare = text.replaceAll(/(?<!\p{L})(?:every|each|on)(?!\p{L})/giu, ' ').trim();
  if (bare === '') return [];
  const known = every.find(([pattern]) => pattern.test(bare.replaceAll(/\s+/gu, ' ')));
  if (known !== undefined) return classDays.slice(known[1], known[2]);
  const [, first = '', sign = '', last = ''] = /^(\S+?)\s*(-|–|—|\bto\b)\s*(\S+)$/iu.exec(bare) ?? [];
  if (first !== '') {
    const [from = -1, to = -1] = [first, last].map((word) => classDays.indexOf(readDay(word) ?? 'sunday'));
    if (readDay(first) === null || readDay(last) === null) return null;
    const isSure = /to/iu.test(sign) || to - from === 1 || (from === 0 && to >= 4);
    return isSure && from < to ? classDays.slice(from, to + 1) : null;
  }
  const days = bare
    .split(/[\s,;/&+|]+|\band\b/iu)
    .filter((word) => word !== '')
    .map(readDay);
  return days.includes(null) ? null : [...new Set(days.flatMap((day) => day ?? []))];
}

const half = /[ap]\.?\s?m\.?$/iu;
const zoneAtEnd =
  /[\s(\d]\(?((?!(?:[ap]m|hrs?|noon|to|until)\b)[A-Z]{3,5}|[A-Z][a-z]+\/[A-Z]\w+|(?:eastern|central|mountain|pacific|indian?)(?: standard| daylight)? time|India)\)?$/iu;

/** Of "6-7 pm" both are in the evening, of "11-1 pm" the first is before noon. */
function withHalf(text: string, other: string, isBefore: (time: string, other: string) => boolean) {
  if (text === '') return '';
  const known = readTime(other);
  const found = half.exec(other)?.[0];
  if (found === undefined || known === null || half.test(text) || !/^(?:0?\d|1[0-2])(?:\D|$)/u.test(text))
    return readTime(text);
  const both = [found, found.toLowerCase().startsWith('p') ? 'am' : 'pm'].map((each) =>
    readTime(`${text} ${each}`),
  );
  return both.find((time) => time !== null && isBefore(time, known)) ?? both[0] ?? null;
}

export interface Weekly {
  /** Null: they cannot be read. */
  readonly days: readonly ClassDay[] | null;
  /** 18:30; '' for none; null: it cannot be read. */
  readonly start: string | null;
  readonly end: string | null;
  /** As it is written beside the time; '' for none. */
  readonly zone: string;
}

/** The days and times of one row. A time may have its days before it. */
export function readWeekly(day: string, clock: string, until: string): Weekly {
  const bare = clock.replace(/^\d{4}-\d{2}-\d{2} /u, '').trim();
  const zone = zoneAtEnd.exec(bare)?.[1] ?? '';
  const [, before = '', time = ''] =
    /^([^\d]*?)[\s:,-]*(\d.*)?$/u.exec(
      zone === '' ? bare : bare.slice(0, bare.lastIndexOf(zone)).replace(/[\s(]+$/u, ''),
    ) ?? [];
  const [from = '', to = ''] = time
    .replaceAll(/\s*(?:hrs?|hours)\.?(?!\p{L})/giu, '')
    .replaceAll(/12\s*noon/giu, '12:00 pm')
    .split(/\s*(?:-|–|—|\bto\b|\buntil\b)\s*/iu);
  const end = to || until.replace(/^\d{4}-\d{2}-\d{2} /u, '').trim();
  const said = readDays(before);
  const days = readDays(day);
  return {
    days: day === '' ? said : days && [...new Set([...days, ...(said ?? [])])],
    start: said === null || (from === '' && bare !== '') ? null : withHalf(from, end, (a, b) => a < b),
    end: withHalf(end, from, (a, b) => a > b),
    zone,
  };
}
