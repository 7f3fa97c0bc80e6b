import type { Standing, Taught, WeekOfPlan } from '@gurukul/contract/shared/meetings/teaching';
import { teachingTexts } from '#web/texts/teaching.ts';

const t = teachingTexts;

export const weekWords = ({ week, words }: WeekOfPlan) => t.week({ number: week, words });

/** Such as 'Week 14: Purusha Suktam 9-12'. */
export function taughtWords({ how, week, words }: Taught): string {
  if (week === null) return words || t.other;
  return how === 'part' ? t.partOf({ week: weekWords({ week, words }) }) : weekWords({ week, words });
}

/** Where a class stands, such as '12 of 40 meetings, 2 behind'. */
export function standingWords({ held, taught, planned, last }: Standing): string {
  if (last === null) return t.unsaid;
  const count = Math.abs(held - taught);
  const distance = count === 0 ? t.onPlan : held > taught ? t.behind({ count }) : t.ahead({ count });
  return t.standing({ taught, planned, distance });
}

/** What the plan expects of it in its next meeting. */
export const nextWords = ({ next, taught, planned }: Standing) =>
  next ? t.next({ what: taughtWords(next) }) : taught < planned ? t.nothingNext : t.ended;

/** Both; where nobody said anything and the plan has ended, only that it has. */
export const placeWords = (standing: Standing) =>
  standing.last === null && !standing.next
    ? nextWords(standing)
    : `${standingWords(standing)}. ${nextWords(standing)}`;
