import { classPageTexts } from '#web/texts/class-page.ts';

const t = classPageTexts;

function freeText(free: number | null): string {
  if (free === null) return t.noLimit;
  if (free > 0) return t.cards.free({ count: free });
  return free === 0 ? t.full : t.over({ count: -free });
}

/**
 * The places of a class, how many of them are kept for the students of the term before, and who waits for one. Where
 * places are free, somebody has to give them.
 */
export function placesText(free: number | null, waiting: number, kept = 0): string {
  const isFull = free !== null && free <= 0;
  return [
    freeText(free),
    ...(kept > 0 ? [t.cards.kept({ count: kept })] : []),
    ...(waiting > 0 ? [t.line[isFull ? 'count' : 'toPlace']({ count: waiting })] : []),
  ].join(' · ');
}
