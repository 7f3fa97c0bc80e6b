import type { z } from 'zod';
import type { MessageCode } from './messages.ts';
import { problemSaid } from './messages.ts';
import type { Sentence } from './said.ts';

type RawIssue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, MessageCode>> = {
  string: 'no_text',
  number: 'no_number',
  int: 'no_whole_number',
  boolean: 'no_boolean',
  array: 'no_list',
  object: 'no_object',
  record: 'no_object',
};

const formats: Readonly<Record<string, MessageCode>> = { datetime: 'no_moment', uuid: 'not_known' };

/** The code of a size: characters of a text, entries of a list, or the number itself. */
function sizeCode(bound: 'at_least' | 'at_most', origin: string, many: number | bigint): MessageCode {
  if (origin === 'array') return Number(many) === 1 ? `${bound}_entry` : `${bound}_entries`;
  if (origin !== 'string') return bound;
  return bound === 'at_most' && Number(many) === 1 ? 'at_most_character' : `${bound}_characters`;
}

/** When all alternatives of a union failed for one kind of reason, one sentence covers them. */
function ofUnion({ errors }: Extract<RawIssue, { code: 'invalid_union' }>): string {
  const told = new Set(errors.flatMap((issues) => issues.slice(0, 1).map(({ message }) => message)));
  const [only] = told;
  return told.size === 1 && only !== undefined ? only : 'not_right';
}

/**
 * The code of a field's problem, used as the validator's message wherever a schema gives none of its own. It never
 * names patterns, types or a program's values.
 */
export function problemCode(issue: RawIssue): string {
  if (issue.code !== 'invalid_union' && issue.input === undefined) return 'missing' satisfies MessageCode;
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? 'not_right';
  if (issue.code === 'too_small') {
    const isEmpty = issue.origin === 'string' && Number(issue.minimum) <= 1;
    return isEmpty ? 'fill_in' : sizeCode('at_least', issue.origin, issue.minimum);
  }
  if (issue.code === 'too_big') return sizeCode('at_most', issue.origin, issue.maximum);
  if (issue.code === 'invalid_value') return 'no_choice';
  if (issue.code === 'invalid_format') return formats[issue.format] ?? 'not_right';
  return issue.code === 'invalid_union' ? ofUnion(issue) : 'not_right';
}

/** The problem of a field, for people: an issue of the validator, whose message is a code, with its facts. */
export function problemOf(issue: z.core.$ZodIssue): Sentence {
  const { message } = issue;
  if (issue.code === 'too_small') return problemSaid(message, { least: Number(issue.minimum) });
  if (issue.code === 'too_big') return problemSaid(message, { most: Number(issue.maximum) });
  const same =
    issue.code === 'invalid_union' ? issue.errors.flat().find((inner) => inner.message === message) : null;
  return same ? problemOf(same) : problemSaid(message, {});
}
