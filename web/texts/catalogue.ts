import type { en } from './en.ts';
import { language, type Language } from './language.ts';

/** Same keys and same functions, any words: what another language has to provide. */
type Translated<T> = T extends string
  ? string
  : T extends (...input: infer I) => string
    ? (...input: I) => string
    : { readonly [K in keyof T]: Translated<T[K]> };

export type Texts = Translated<typeof en>;

const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Texts>>> = {
  te: async () => (await import('./te.ts')).te,
  hi: async () => (await import('./hi.ts')).hi,
};

/** The chosen language, whole; null where it is English, whose texts travel with the pages that say them. */
const translation = language === 'en' ? null : await translations[language]();

/** The texts of a noun in the chosen language. */
export const pick = <N extends keyof Texts>(noun: N, english: Texts[N]): Texts[N] =>
  translation?.[noun] ?? english;
