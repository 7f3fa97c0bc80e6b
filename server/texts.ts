import type { PortalLanguage } from '@gurukul/contract/provider';
import { textsOf, type Catalogue, type TextsOf } from '@gurukul/contract/shared/words/catalogue';
import { compiled } from '@gurukul/contract/shared/words/compiled';
import { languageRows } from '@gurukul/contract/shared/words/languages';
import { readCatalogue } from '@gurukul/contract/shared/words/read-catalogue';

/**
 * The texts of a noun in a language, which reads and compiles them when it first needs them. What is not translated is
 * in English. `English` is the type of its English file.
 * @param noun As its files in `contract/texts` are called.
 * @param put What a text becomes before it stands in a message.
 */
export function translated<English extends Catalogue>(
  noun: string,
  put?: (text: string) => string,
): (language: PortalLanguage) => TextsOf<English> {
  const known = new Map<PortalLanguage, TextsOf<English>>();
  const make = (language: PortalLanguage) => {
    const catalogue = compiled(readCatalogue(noun, language));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has the keys of the English one
    return textsOf(catalogue as English, languageRows[language].locale, put);
  };
  return (language) => {
    const texts = known.get(language) ?? make(language);
    known.set(language, texts);
    return texts;
  };
}
