import * as z from 'zod';
import { bringRemarks } from './bring-remarks.ts';
import { errors } from './errors.ts';
import type { ErrorCode, More } from './errors.ts';
import { fieldProblems } from './field-problems.ts';
import { fill } from './fill.ts';
import type { Facts } from './fill.ts';
import { intakeRemarks } from './intake-remarks.ts';
import { notices } from './notices.ts';
import { columns, rowRemarks } from './row-remarks.ts';
import type { Sentence, SentenceOf } from './said.ts';
import { settlementRemarks } from './settlement-remarks.ts';

/** Texts of codes that occur inside a sentence. */
export const words = { ...columns, pending: 'pending', accepted: 'accepted', rejected: 'rejected' } as const;

/** A column of a file, by the name of its field. */
export type Column = keyof typeof columns;

/** The types of the facts that texts use as `{name}`. */
export const facts = {
  person: z.string(),
  decision: z.enum(['pending', 'accepted', 'rejected']),
  weeks: z.int(),
  days: z.int(),
  least: z.number(),
  most: z.number(),
  row: z.int(),
  /** Row numbers; only the first ones when there are many. */
  rows: z.string(),
  /** One of `rowRemarks`, whose own facts come with it. */
  problem: z.string(),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys
  column: z.enum(Object.keys(columns) as Column[]),
  languages: z.string(),
  /** As in the sheet, and the status that it counts as. */
  status: z.string(),
  counted: z.string(),
  students: z.int(),
  /** With the decimals of its currency. */
  amount: z.string(),
  /** A code of ISO 4217. */
  currency: z.string(),
  /** As somebody wrote it between braces. */
  field: z.string(),
  /** Names of people, with commas between them. */
  people: z.string(),
  /** Days, with commas between them; only the first ones when there are many. */
  dates: z.string(),
  /** What a cell says, or a part of it. */
  text: z.string(),
  /** Of a student. */
  name: z.string(),
  /** As in an attendance file. */
  sign: z.string(),
  /** Texts as people wrote them, with commas between them. */
  texts: z.string(),
  file: z.string(),
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.fromEntries forgets the keys
const refusals = Object.fromEntries(Object.entries(errors).map(([code, { message }]) => [code, message])) as {
  readonly [C in ErrorCode]: (typeof errors)[C]['message'];
};

/** All texts of the API for people, in English and by code. */
export const messages = {
  ...refusals,
  ...notices,
  ...fieldProblems,
  ...rowRemarks,
  ...intakeRemarks,
  ...settlementRemarks,
  ...bringRemarks,
  ...words,
} as const;

export type MessageCode = keyof typeof messages;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? (Name & keyof typeof facts) | NamesIn<Rest>
  : never;

/** The facts that the text of a code needs. */
export type FactsOf<C extends MessageCode> = {
  readonly [Name in NamesIn<(typeof messages)[C]>]: z.output<(typeof facts)[Name]>;
};

/** Codes whose text needs no facts. */
export type PlainCode = {
  [C in MessageCode]: keyof FactsOf<C> extends never ? C : never;
}[MessageCode];
/** Refusals without data beside their text. */
export type PlainErrorCode = Exclude<ErrorCode & PlainCode, keyof More>;

/** The text itself, when it needs no facts. */
export type TextOf<C extends MessageCode> = C extends PlainCode ? (typeof messages)[C] : string;

/** No second argument when the text needs no facts. */
export type FactsGiven<C extends MessageCode> = keyof FactsOf<C> extends never ? [] : [facts: FactsOf<C>];

const isCode = (text: string): text is MessageCode => Object.hasOwn(messages, text);

/** `said('few_weeks', { weeks: 13 })`: the code, its facts and its English text, as in an answer. */
export const said = <C extends MessageCode>(code: C, ...[given]: FactsGiven<C>): SentenceOf<C> =>
  saidWith(code, given);

/** The same where the compiler cannot follow the facts. */
export const saidWith = <C extends MessageCode>(code: C, given: Facts | undefined): SentenceOf<C> => ({
  code,
  ...(given === undefined ? {} : { facts: given }),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a text without facts is filled with nothing
  message: fill(messages, code, given) as TextOf<C>,
});

/** The problem of a field. The schema's message is a code; `bounds` are the facts of a size. */
export const problemSaid = (text: string, bounds: Facts): Sentence => {
  const code: MessageCode = isCode(text) ? text : 'not_right';
  return saidWith(code, code.startsWith('at_') ? bounds : undefined);
};
