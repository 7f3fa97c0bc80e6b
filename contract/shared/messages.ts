import * as z from 'zod';
import { errors } from './errors.ts';
import type { ErrorCode, More } from './errors.ts';
import { fieldProblems } from './field-problems.ts';
import { fill } from './fill.ts';
import type { Facts } from './fill.ts';
import { notices } from './notices.ts';
import { columns, rowRemarks } from './row-remarks.ts';
import type { Said, SaidOf } from './said.ts';

/** What stands for a code inside a sentence. */
export const words = { ...columns, pending: 'pending', accepted: 'accepted', rejected: 'rejected' } as const;

/** What `{name}` stands for, wherever a text says it. */
export const facts = {
  person: z.string(),
  decision: z.enum(['pending', 'accepted', 'rejected']),
  weeks: z.int(),
  days: z.int(),
  least: z.number(),
  most: z.number(),
  row: z.int(),
  /** Numbers of rows, the first ones where they are many. */
  rows: z.string(),
  /** One of `rowRemarks`, whose own facts stand beside it. */
  problem: z.string(),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys
  column: z.enum(Object.keys(columns) as (keyof typeof columns)[]),
  languages: z.string(),
  /** As it stands in the sheet, and as what it counts. */
  status: z.string(),
  counted: z.string(),
  students: z.int(),
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the keys
const refusals = Object.fromEntries(Object.entries(errors).map(([code, { message }]) => [code, message])) as {
  readonly [C in ErrorCode]: (typeof errors)[C]['message'];
};

/** Everything the API says to people, in English and by code. */
export const messages = { ...refusals, ...notices, ...fieldProblems, ...rowRemarks, ...words } as const;

export type MessageCode = keyof typeof messages;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name & keyof typeof facts) | NamesIn<Rest>
  : never;

/** The facts that the text of a code needs. */
export type FactsOf<C extends MessageCode> = {
  readonly [Name in NamesIn<(typeof messages)[C]>]: z.output<(typeof facts)[Name]>;
};

/** Codes whose text is complete without facts. */
export type PlainCode = {
  [C in MessageCode]: keyof FactsOf<C> extends never ? C : never;
}[MessageCode];
/** Refusals that carry nothing beside their text. */
export type PlainErrorCode = Exclude<ErrorCode & PlainCode, keyof More>;

/** The very text, where it is complete without facts. */
export type TextOf<C extends MessageCode> = C extends PlainCode ? (typeof messages)[C] : string;

/** Nothing more to give where the text of the code has no facts. */
export type FactsGiven<C extends MessageCode> = keyof FactsOf<C> extends never ? [] : [facts: FactsOf<C>];

const isCode = (text: string): text is MessageCode => Object.hasOwn(messages, text);

/** `said('few_weeks', { weeks: 13 })`: the code, its facts and its text in English, as they travel in an answer. */
export const said = <C extends MessageCode>(code: C, ...[given]: FactsGiven<C>): SaidOf<C> =>
  saidWith(code, given);

/** The same where the compiler cannot follow the facts. */
export const saidWith = <C extends MessageCode>(code: C, given: Facts | undefined): SaidOf<C> => ({
  code,
  ...(given === undefined ? {} : { facts: given }),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text without facts is filled with nothing
  message: fill(messages, code, given) as TextOf<C>,
});

/** What a schema found wrong with a field, whose message is a code; `bounds` are the facts of a size. */
export const problemSaid = (text: string, bounds: Facts): Said => {
  const code: MessageCode = isCode(text) ? text : 'not_right';
  return saidWith(code, code.startsWith('at_') ? bounds : undefined);
};
