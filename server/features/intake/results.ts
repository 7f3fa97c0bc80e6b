import type { IntakeCounts, IntakeOutcome, IntakeResult } from '@gurukul/contract/intake';

/** The result of one item. Its position in the request is added later. */
export interface Judged {
  readonly outcome: IntakeOutcome;
  readonly id: number | null;
  readonly problem?: string | null;
}

export const rejected = (problem: string): Judged => ({ outcome: 'rejected', id: null, problem });

/** The answer to a request, item by item, in its order. */
export function answerFor(judged: readonly Judged[]) {
  const results: IntakeResult[] = judged.map(({ outcome, id, problem = null }, index) => ({
    index,
    outcome,
    id,
    problem,
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

export const twice = rejected('This comes twice in the request');
