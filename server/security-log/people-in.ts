import type { Call } from '@gurukul/contract/shared/calls/call';
import * as z from 'zod';

/** Fields by which a row of an answer is about people. */
const personFields = new Set([
  'user_id',
  'student_id',
  'student_ids',
  'teacher_id',
  'fullname',
  'full_name',
  'student_name',
  'email_id',
  'email',
  'names',
]);

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
}

/** The way from an answer to rows of a list, or to one object: names of fields; `*` stands for each element. */
type Way = readonly string[];

/** Every way of a schema to rows of people. */
function waysIn(whole: Schema): Way[] {
  const ways = new Map<string, Way>();
  const visit = (schema: Schema, way: Way, list: Way | null, depth: number): void => {
    if (depth > 20) return;
    const { $ref: ref } = schema;
    const named = ref === undefined ? undefined : whole.$defs?.[ref.replace('#/$defs/', '')];
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    for (const part of named === undefined ? parts : [...parts, named]) visit(part, way, list, depth + 1);
    for (const [index, part] of (schema.prefixItems ?? []).entries()) {
      visit(part, [...way, String(index)], list, depth + 1);
    }
    if (schema.items !== undefined) visit(schema.items, [...way, '*'], [...way, '*'], depth + 1);
    if (typeof schema.additionalProperties === 'object') {
      visit(schema.additionalProperties, [...way, '*'], [...way, '*'], depth + 1);
    }
    for (const [field, inner] of Object.entries(schema.properties ?? {})) {
      const about = list ?? way;
      if (personFields.has(field)) ways.set(about.join(' '), about);
      visit(inner, [...way, field], list, depth + 1);
    }
  };
  visit(whole, [], null, 0);
  return [...ways.values()];
}

const known = new WeakMap<Call, readonly Way[]>();

/**
 * The ways to the rows of people in a call's answer, read from its schema, so that no call has to say so. Of a preview the
 * outermost rows are those that the caller sent.
 */
export function peopleWays(call: Call): readonly Way[] {
  const found = known.get(call);
  if (found !== undefined) return found;
  const options = { io: 'output', unrepresentable: 'any' } as const;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a part of the shape of JSON schemas
  const ways = waysIn(z.toJSONSchema(call.output, options) as Schema);
  const foreign =
    call.limits === undefined ? ways : ways.filter((way) => way.filter((step) => step === '*').length > 1);
  const all = call.namesPeople === true ? [...foreign, ['data', '*']] : foreign;
  known.set(call, all);
  return all;
}

/** How many rows a way leads to. */
function countOn(value: unknown, way: Way): number {
  const [step, ...rest] = way;
  if (step === undefined) return value === null || value === undefined ? 0 : 1;
  if (typeof value !== 'object' || value === null) return 0;
  if (step !== '*') return countOn(Object.entries(value).find(([field]) => field === step)?.[1], rest);
  const rows: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return rest.length === 0 ? rows.length : rows.reduce<number>((sum, row) => sum + countOn(row, rest), 0);
}

/** The rows of people in an answer: those of the longest of its lists, or one for somebody in no list. */
export const peopleIn = (call: Call, answer: unknown): number =>
  Math.max(0, ...peopleWays(call).map((way) => countOn(answer, way)));
