import * as z from 'zod';
import type { Call } from '../shared/calls/call.ts';
import { problemCode, problemOf } from '../shared/words/plain-problem.ts';
import type { Sentence } from '../shared/words/said.ts';

/** Values that no field is made for, at both ends of every limit. */
const wrongValues = [undefined, null, true, '', 'x', 'a\nb', 'x'.repeat(200_000), -1, 0, 1.5, 1e12, {}, [{}]];
wrongValues.push(Array.from({ length: 20_000 }, () => ({})));

/**
 * The problems of wrong values in each field of a call and of its rows: those that the schemas give, and those that the
 * call reports.
 */
export function problemsOf({ input }: Call): { readonly given: string; readonly told: Sentence }[] {
  if (!(input instanceof z.ZodObject)) return [];
  const keys = Object.keys(input.shape);
  return wrongValues.flatMap((value) => {
    const { error } = z.safeParse(input, Object.fromEntries(keys.map((key) => [key, value])), {
      error: problemCode,
    });
    return error?.issues.map((issue) => ({ given: issue.message, told: problemOf(issue) })) ?? [];
  });
}
