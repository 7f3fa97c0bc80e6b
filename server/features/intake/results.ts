import type { IntakeCounts, IntakeOutcome, IntakeResult } from '@gurukul/contract/intake';
import { said } from '@gurukul/contract/shared/words/messages';
import type { FactsGiven, MessageCode } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';

/** The result of one item. Its position in the request is added later. */
export interface ItemResult {
  readonly outcome: IntakeOutcome;
  readonly id: number | null;
  /** Why it was rejected, or what else is worth knowing. */
  readonly notes?: readonly Sentence[];
}

export const rejected = <C extends MessageCode>(code: C, ...facts: FactsGiven<C>): ItemResult => ({
  outcome: 'rejected',
  id: null,
  notes: [said(code, ...facts)],
});

/** The answer to a request, item by item, in its order. */
export function answerFor(judged: readonly ItemResult[]) {
  const results: IntakeResult[] = judged.map(({ outcome, id, notes = [] }, index) => ({
    index,
    outcome,
    id,
    problem: notes.length === 0 ? null : notes.map(({ message }) => message).join('. '),
    notes: [...notes],
  }));
  const countOf = (wanted: IntakeOutcome) => judged.filter(({ outcome }) => outcome === wanted).length;
  const counts: IntakeCounts = {
    created: countOf('created'),
    updated: countOf('updated'),
    unchanged: countOf('unchanged'),
    rejected: countOf('rejected'),
  };
  return { status: 200 as const, message: 'success', data: { results, counts } };
}

/** Positions of items whose id came before in the same request: nobody can say which version is meant. */
export function repeated(names: readonly string[]): ReadonlySet<number> {
  const seen = new Set<string>();
  return new Set(
    names.flatMap((name, index) => {
      const isRepeated = seen.has(name);
      seen.add(name);
      return isRepeated ? [index] : [];
    }),
  );
}

export const twice = rejected('item_repeated');
