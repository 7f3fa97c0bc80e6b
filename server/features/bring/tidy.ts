import type { CourseDuration } from '@gurukul/contract/courses';
import type { SignMeaning } from '@gurukul/contract/bring';
import { classDays, type ClassDay } from '@gurukul/contract/shared/meetings/slots';
import { weekdayNamed } from '@gurukul/contract/shared/written/date';
import { tidyText } from '@gurukul/contract/shared/written/text';

/* Readings of single cells. Each gives null for what it cannot read. */

const bare = (word: string) => word.normalize('NFKC').toLowerCase().replaceAll(/[.\s]/gu, '');

export const readDay = (text: string): ClassDay | null => classDays[weekdayNamed(text) ?? -1] ?? null;

/** 18:30, 6.30 pm, 1830 as 18:30. */
export function readTime(text: string): string | null {
  const found =
    /^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*([ap])\.?m\.?$/iu.exec(text) ??
    /^(\d{1,2})[:.h](\d{2})(?::\d{2})?$/iu.exec(text) ??
    /^(\d{2})(\d{2})$/u.exec(text);
  if (found === null) return null;
  const [, hours = '', minutes = '00', half = ''] = found;
  const hour = Number(hours);
  if (half !== '' && (hour < 1 || hour > 12)) return null;
  const of24 = half === '' ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (of24 > 23 || Number(minutes) > 59) return null;
  return `${String(of24).padStart(2, '0')}:${minutes}`;
}

const durations: ReadonlyMap<string, CourseDuration> = new Map([
  ['semester', 'semester'],
  ['halfyear', 'semester'],
  ['halfyearly', 'semester'],
  ['6', 'semester'],
  ['trimister', 'trimister'],
  ['trimester', 'trimister'],
  ['quarterly', 'quarterly'],
  ['quarter', 'quarterly'],
  ['3', 'quarterly'],
  ['yearly', 'yearly'],
  ['year', 'yearly'],
  ['1year', 'yearly'],
  ['12', 'yearly'],
]);
export const readDuration = (text: string): CourseDuration | null =>
  durations.get(bare(text).replaceAll(/months?$/gu, '')) ?? null;

const dayMs = 86_400_000;
/** Of a course between two days, within three weeks. */
export function durationBetween(start: string, end: string): CourseDuration | null {
  const days = (Date.parse(end) - Date.parse(start)) / dayMs;
  const near = (of: number) => Math.abs(days - of) <= 21;
  if (near(91)) return 'quarterly';
  if (near(182)) return 'semester';
  return near(365) ? 'yearly' : null;
}

/** The date and time at the beginning of the heading of a session, and the rest: its group. */
export function sessionOf(heading: string): { readonly date: string; readonly group: string } | null {
  const text = tidyText(heading);
  const found =
    /^((?:\d{1,2}(?:st|nd|rd|th)?[-/. ]+(?:\p{L}[\p{L}\p{M}]+|\d{1,2})[.॰]?,?[-/. ]+\d{2,4}|\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?:[ T,]+\d{1,2}(?::\d{2}(?::\d{2})?(?:\s*[ap]\.?m\.?)?|\.\d{2}\s*[ap]\.?m\.?))?)(?:\s+(.*))?$/iu.exec(
      text,
    );
  return found === null ? null : { date: found[1]!, group: found[2] ?? '' };
}

/** `P (2/2)` is the sign P, with two of two points. */
export function signOf(cell: string): { readonly sign: string; readonly share: number | null } {
  const found = /^(.*?)\s*\(\s*(\d+(?:[.,]\d+)?)\s*\/\s*(\d+(?:[.,]\d+)?)\s*\)$/u.exec(cell);
  if (found === null) return { sign: cell, share: null };
  const [points, most] = [found[2]!, found[3]!].map((text) => Number(text.replace(',', '.')));
  return { sign: found[1]!, share: most === 0 ? null : points! / most! };
}

const words: ReadonlyMap<string, SignMeaning> = new Map([
  ['present', 'present'],
  ['present - late', 'present'],
  ['present - offsite', 'present'],
  ['late', 'present'],
  ['హాజరు', 'present'],
  ['उपस्थित', 'present'],
  ['absent', 'absent'],
  ['excused', 'absent'],
  ['గైర్హాజరు', 'absent'],
  ['अनुपस्थित', 'absent'],
  ['moved', 'moved'],
  ['drop-out', 'drop-out'],
  ['dropout', 'drop-out'],
  ['dropped out', 'drop-out'],
  ['?', 'none'],
  ['-', 'none'],
  ['–', 'none'],
  ['n/a', 'none'],
  ['not registered', 'none'],
]);
/** Letters mean this in English alone: in German A is present. */
const letters: ReadonlyMap<string, SignMeaning> = new Map([
  ['p', 'present'],
  ['l', 'present'],
  ['a', 'absent'],
  ['e', 'absent'],
]);

/** What a sign means by itself; null: somebody has to say it. `shares` are the points of the cells with it. */
export function usualMeaning(
  sign: string,
  { isEnglish, shares }: { readonly isEnglish: boolean; readonly shares: readonly number[] },
): SignMeaning | null {
  const key = sign.toLowerCase();
  const meaning = words.get(key) ?? (isEnglish ? letters.get(key) : undefined) ?? null;
  // Points that say the opposite: the system gave the sign another meaning.
  if (meaning === 'present' && shares.includes(0)) return null;
  if (meaning === 'absent' && key !== 'e' && key !== 'excused' && shares.some((share) => share > 0))
    return null;
  return meaning;
}

const teacherWords =
  /teach|tutor|instructor|faculty|శిక్ష|ఉపాధ్యాయ|शिक्षक|अध्यापक|lehr|trainer|enseignant|profesor/iu;
const studentWords = /student|learner|pupil|విద్యార్థి|छात्र|विद्यार्थी|teilnehmer|étudiant|estudiante/iu;
/** Who a role of another system is; null: somebody else, as a manager. */
export function readRole(role: string): 'teacher' | 'student' | null {
  if (teacherWords.test(role)) return 'teacher';
  return role === '' || studentWords.test(role) ? 'student' : null;
}
