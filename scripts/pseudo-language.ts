/*
 * Do the screens have room for a longer language? Writes the language `qps` from English: every text is in brackets,
 * has marks on its vowels, and is two fifths longer. It is not shipped.
 *
 *   npm run pseudo          adds it; choose it in the settings of the provider
 *   npm run pseudo -- off   removes it
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isGroup, type Catalogue } from '../contract/shared/words/catalogue.ts';
import { readCatalogue } from '../contract/shared/words/read-catalogue.ts';
import { nounsIn } from '../contract/test/catalogues.ts';
import { lengthened } from '../contract/test/lengthened.ts';

const tag = 'qps';
const folder = new URL('../contract/texts/', import.meta.url);
const fileOf = (noun: string) => new URL(`${noun}.${tag}.json`, folder);
const written = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

const longer = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([key, value]) => [
      key,
      typeof value === 'string' ? lengthened(value) : isGroup(value) ? longer(value) : value.map(lengthened),
    ]),
  );

const list = new URL('languages.json', folder);
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type checker reads the same file
const { [tag]: _, ...languages } = JSON.parse(readFileSync(list, 'utf8')) as Record<string, object>;
for (const noun of nounsIn(tag)) rmSync(fileOf(noun));
if (process.argv[2] !== 'off') {
  languages[tag] = { name: lengthened('Longer'), locale: 'en-XA', isDraft: true };
  for (const noun of nounsIn('en')) writeFileSync(fileOf(noun), written(longer(readCatalogue(noun, 'en'))));
}
const rows = Object.entries(languages).map(
  ([language, row]) => `  "${language}": ${JSON.stringify(row, null, 1).replaceAll(/\n\s*/g, ' ')}`,
);
writeFileSync(list, `{\n${rows.join(',\n')}\n}\n`);
