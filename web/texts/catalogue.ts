import { fill, type Facts } from '@gurukul/contract/shared/fill';
import type { MessageCode } from '@gurukul/contract/shared/messages';
import type * as en from './en.ts';
import { language, type Language } from './language.ts';

/** Same keys and same functions, any words: what another language has to provide. */
type Translated<T> = T extends string
  ? string
  : T extends (...input: infer I) => string
    ? (...input: I) => string
    : { readonly [K in keyof T]: Translated<T[K]> };

export type Texts = Translated<typeof en>;

type Translation = Texts & {
  /** What the server says, by code. */
  readonly server: Readonly<Record<MessageCode, string>>;
};

const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  te: () => import('./te.ts'),
  hi: () => import('./hi.ts'),
};

/** The chosen language, whole; null where it is English, whose texts travel with the pages that say them. */
const translation =
  language === 'en'
    ? null
    : // A page in English is more than none, where the other language cannot be had.
      await translations[language]().catch(() => null);

/** The texts of a noun in the chosen language. */
export const pick = <N extends keyof Texts>(noun: N, english: Texts[N]): Texts[N] =>
  translation?.[noun] ?? english;

/** An answer of the server; without a code it says `success`, or is the portal's own. */
export interface Spoken {
  readonly code?: MessageCode | undefined;
  readonly facts?: Facts | undefined;
  readonly message: string;
}

/** What the server said, in the chosen language; as it came where the code is younger than this page, and in English. */
export function inLanguage({ code, facts, message }: Spoken): string {
  const server: Readonly<Record<string, string>> = translation?.server ?? {};
  return code !== undefined && Object.hasOwn(server, code) ? fill(server, code, facts) : message;
}
