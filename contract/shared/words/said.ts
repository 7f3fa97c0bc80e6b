import * as z from 'zod';
import type { Facts } from './fill.ts';
import type { Column, MessageCode, PlainCode, TextOf } from './messages.ts';

/** A sentence for people, with its code and facts for translations and programs. */
export interface SentenceOf<C extends MessageCode = MessageCode> {
  readonly code: C;
  /** Numbers, names and words of the sentence. */
  readonly facts?: Facts;
  /** The sentence in English. */
  readonly message: TextOf<C>;
}
export type Sentence = Omit<SentenceOf, 'message'> & { readonly message: string };

/** A code of `messages`. The list itself is not imported, because browsers do not need it. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const messageCode = z.string() as unknown as z.ZodType<MessageCode, MessageCode>;
/** A text of that list that needs no facts. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const text = z.string() as unknown as z.ZodType<'success' | TextOf<Exclude<PlainCode, Column>>>;
const facts = z.record(z.string(), z.union([z.string(), z.number()]));

/** Beside a `message` that says more than `success`, or beside the `error` of a `failed` one. */
export const coded = { code: messageCode.optional(), facts: facts.optional() };

export const said = z.object({ code: messageCode, facts: facts.optional(), message: z.string() });

/** The same code, checked by the compiler, for a schema that uses it as its message. */
export const code = (known: MessageCode): MessageCode => known;
