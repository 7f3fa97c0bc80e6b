import { fill, type Facts } from '@gurukul/contract/shared/words/fill';
import type { MessageCode } from '@gurukul/contract/shared/words/messages';
import type { Translated } from '@gurukul/contract/shared/words/translated';
import type * as en from './en.ts';
import { language, type Language } from './language.ts';

export type Texts = Translated<typeof en>;

type Translation = Texts & {
  /** The sentences of the server, by code. */
  readonly server: Readonly<Record<MessageCode, string>>;
};

const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  te: () => import('./te.ts'),
  hi: () => import('./hi.ts'),
};

/** The texts of the chosen language; null for English, whose texts are loaded with the pages that use them. */
const translation =
  language === 'en'
    ? null
    : // A page in English is more than none, where the other language cannot be had.
      await translations[language]().catch(() => null);

/** The texts of a noun in the chosen language. */
export const pick = <N extends keyof Texts>(noun: N, english: Texts[N]): Texts[N] =>
  translation?.[noun] ?? english;

/** An answer of the server. It has no code if it only says `success`, or if the portal made it itself. */
export interface Spoken {
  readonly code?: MessageCode | undefined;
  readonly facts?: Facts | undefined;
  readonly message: string;
}

/** The server's sentence in the chosen language. If this page does not know the code, the English sentence. */
export function inLanguage({ code, facts, message }: Spoken): string {
  const server: Readonly<Record<string, string>> = translation?.server ?? {};
  return code !== undefined && Object.hasOwn(server, code) ? fill(server, code, facts) : message;
}
