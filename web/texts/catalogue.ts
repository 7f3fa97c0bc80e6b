import type { en } from './en.ts';
import { language, type Language } from './language.ts';

/** Same keys and same functions, any words: what another language has to provide. */
type Translated<T> = T extends string
  ? string
  : T extends (...input: infer I) => string
    ? (...input: I) => string
    : { readonly [K in keyof T]: Translated<T[K]> };

export type Texts = Translated<typeof en>;

interface Translation {
  readonly texts: Texts;
  readonly say: (said: string) => string;
}

const translations: Readonly<Record<Exclude<Language, 'en'>, () => Promise<Translation>>> = {
  te: async () => {
    const { te: texts, say } = await import('./te.ts');
    return { texts, say };
  },
  hi: async () => {
    const { hi: texts, say } = await import('./hi.ts');
    return { texts, say };
  },
};

/** The chosen language, whole; null where it is English, whose texts travel with the pages that say them. */
const translation =
  language === 'en'
    ? null
    : // A page in English is more than none, where the other language cannot be had.
      await translations[language]().catch(() => null);

/** The texts of a noun in the chosen language. */
export const pick = <N extends keyof Texts>(noun: N, english: Texts[N]): Texts[N] =>
  translation?.texts[noun] ?? english;

/** What the server said, in the chosen language where that knows it. */
export const inLanguage = (message: string): string => translation?.say(message) ?? message;
