import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'Please enter text',
  number: 'Please enter a number',
  int: 'Please enter a whole number',
  boolean: 'Please enter true or false',
  array: 'Please send a list',
  object: 'Please send an object',
  record: 'Please send an object',
};

const formats: Readonly<Record<string, string>> = {
  datetime: 'Please enter a date with its time, such as 2026-01-31T10:00:00Z',
  uuid: 'This is not known',
};

const notRight = 'This is not written as it should be';

const count = (many: number | bigint, one: string, several: string) =>
  `${many} ${Number(many) === 1 ? one : several}`;

/** What is counted: characters of a text, entries of a list; a number is what it is. */
function amount(origin: string, many: number | bigint): string {
  if (origin === 'string') return count(many, 'character', 'characters');
  return origin === 'array' ? count(many, 'entry', 'entries') : String(many);
}

function tooSmall({ origin, minimum }: Extract<Issue, { code: 'too_small' }>): string {
  if (origin === 'string' && Number(minimum) <= 1) return 'Please fill this in';
  return `At least ${amount(origin, minimum)}`;
}

/** Of several readings that all failed, those that are alike say it in one sentence. */
function ofUnion({ errors }: Extract<Issue, { code: 'invalid_union' }>): string {
  const told = new Set(errors.flatMap((issues) => issues.slice(0, 1).map(({ message }) => message)));
  const [only] = told;
  return told.size === 1 && only !== undefined ? only : notRight;
}

/**
 * What is wrong with a field, for people: instead of the validator's own words, wherever a schema says nothing of its
 * own. Patterns, types and values of programs are not named.
 */
export function plainProblem(issue: Issue): string {
  if (issue.code !== 'invalid_union' && issue.input === undefined) return 'This is missing';
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? notRight;
  if (issue.code === 'too_small') return tooSmall(issue);
  if (issue.code === 'too_big') return `At most ${amount(issue.origin, issue.maximum)}`;
  if (issue.code === 'invalid_value') return 'This cannot be chosen';
  if (issue.code === 'invalid_format') return formats[issue.format] ?? notRight;
  return issue.code === 'invalid_union' ? ofUnion(issue) : notRight;
}
