import * as z from 'zod';
import type { Call } from '../shared/call.ts';
import { plainProblem } from '../shared/plain-problem.ts';

/** What no field is made for, at both ends of every bound. */
const wrongValues = [undefined, null, true, '', 'x', 'a\nb', 'x'.repeat(200_000), -1, 0, 1.5, 1e12, {}, [{}]];
wrongValues.push(Array.from({ length: 20_000 }, () => ({})));

/** What a call says of wrong values in each of its fields, and in those of its rows. */
export function problemsOf({ input }: Call): string[] {
  if (!(input instanceof z.ZodObject)) return [];
  const keys = Object.keys(input.shape);
  return wrongValues.flatMap((value) => {
    const { error } = z.safeParse(input, Object.fromEntries(keys.map((key) => [key, value])), {
      error: plainProblem,
    });
    return error?.issues.map(({ message }) => message) ?? [];
  });
}
