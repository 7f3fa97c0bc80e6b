import { textsOf, type TextsOf } from '@gurukul/contract/shared/words/catalogue';
import { isEnglish, language, locale } from './language.ts';

const loaders = isEnglish ? null : (await import('./other-languages.ts').catch(() => null))?.loaders;

/** A catalogue in the chosen language; undefined for English, and where it cannot be had. */
export const inChosen = async (noun: string): Promise<object | undefined> =>
  loaders?.[`../../contract/texts/${noun}.${language}.json`]?.().then(
    (module) => module.default,
    () => undefined,
  );

/**
 * The texts of a noun in the chosen language. English comes with the page; another language is loaded beside it.
 * @param noun As its files are called.
 */
export async function translated<Catalogue extends object>(
  noun: string,
  english: Catalogue,
): Promise<TextsOf<Catalogue>> {
  // A page in English is more than none.
  const chosen = (await inChosen(noun)) ?? english;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test sees that it has the same keys
  return textsOf(chosen as Catalogue, locale);
}
