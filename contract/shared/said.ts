import * as z from 'zod';
import type { Facts } from './fill.ts';
import type { MessageCode, PlainCode, TextOf } from './messages.ts';

/** A sentence to people, with what other languages and programs tell it by. */
export interface SaidOf<C extends MessageCode = MessageCode> {
  readonly code: C;
  /** Numbers, names and words that stand in the sentence. */
  readonly facts?: Facts;
  /** The sentence in English. */
  readonly message: TextOf<C>;
}
export type Said = Omit<SaidOf, 'message'> & { readonly message: string };

/** A code of the list in `messages`, which browsers have no need of. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const messageCode = z.string() as unknown as z.ZodType<MessageCode, MessageCode>;
/** A text of that list, complete without facts. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const text = z.string() as unknown as z.ZodType<'success' | TextOf<PlainCode>>;
const facts = z.record(z.string(), z.union([z.string(), z.number()]));

/** Beside a `message` that says more than `success`, or beside the `error` of one that says `failed`. */
export const coded = { code: messageCode.optional(), facts: facts.optional() };

export const said = z.object({ code: messageCode, facts: facts.optional(), message: z.string() });

/** The same code, checked by the compiler, where a schema gives it for a message. */
export const code = (known: MessageCode): MessageCode => known;
