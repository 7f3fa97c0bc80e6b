import type { CourseDuration } from '@gurukul/contract/courses';
import { classDays, type ClassDay } from '@gurukul/contract/shared/meetings/slots';
import { weekdayNamed } from '@gurukul/contract/shared/written/date';

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

const teacherWords =
  /teach|tutor|instructor|faculty|శిక్ష|ఉపాధ్యాయ|शिक्षक|अध्यापक|lehr|trainer|enseignant|profesor/iu;
const studentWords = /student|learner|pupil|విద్యార్థి|छात्र|विद्यार्थी|teilnehmer|étudiant|estudiante/iu;
/** Who a role of another system is; null: somebody else, as a manager. */
export function readRole(role: string): 'teacher' | 'student' | null {
  if (teacherWords.test(role)) return 'teacher';
  return role === '' || studentWords.test(role) ? 'student' : null;
}
