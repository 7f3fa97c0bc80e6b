import { fill, type Facts } from '@gurukul/contract/shared/words/fill';
import type { MessageCode } from '@gurukul/contract/shared/words/messages';
import { inChosen } from './catalogue.ts';
import { isEnglish } from './language.ts';

/** The sentences of the server by code, in another language than English. They come after the page, before any answer. */
let sentences: Readonly<Record<string, string>> = {};

async function load(): Promise<void> {
  // The facts of a sentence name the fields of a person.
  const texts = await Promise.all([inChosen('person'), inChosen('refusals')]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain texts by code
  sentences = Object.assign({}, ...texts) as typeof sentences;
}

if (!isEnglish) void load();

/** An answer of the server. It has no code if it only says `success`, or if the portal made it itself. */
export interface Spoken {
  readonly code?: MessageCode | undefined;
  readonly facts?: Facts | undefined;
  readonly message: string;
}

/** The server's sentence in the chosen language. If this page does not know the code, the English sentence. */
export const inLanguage = ({ code, facts, message }: Spoken): string =>
  code !== undefined && Object.hasOwn(sentences, code) ? fill(sentences, code, facts) : message;
