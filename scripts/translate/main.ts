/*
 * Takes all texts of a language to a translator, and back.
 *
 *   npm run translate -- out <language> [file]   writes them with the English ones, notes and the glossary as XLIFF
 *   npm run translate -- back <file>             reads them into contract/texts, and names what does not fit
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPortalLanguage } from '../../contract/shared/words/languages.ts';
import { readBack, writeOut } from './translation.ts';

const root = join(import.meta.dirname, '../..');
const [way, what = '', file = `${what}.xliff`] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);

function takeBack(path: string): void {
  const { language, catalogues, refused } = readBack(readFileSync(path, 'utf8'));
  const written = [...catalogues].map(([noun, catalogue]) => {
    const json = join(root, 'contract/texts', `${noun}.${language}.json`);
    writeFileSync(json, JSON.stringify(catalogue, null, 2));
    return json;
  });
  if (written.length > 0)
    spawnSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), ...written], { cwd: root });
  say(`${written.length} catalogues of ${language} are written`);
  if (written.length > 0 && !isPortalLanguage(language))
    say(`Please add ${language} to contract/texts/languages.json`);
  for (const each of refused) say(`Not taken: ${each}`);
  if (refused.length > 0) process.exitCode = 1;
}

if (way === 'out' && Intl.PluralRules.supportedLocalesOf(what).length > 0 && what !== 'en') {
  writeFileSync(file, writeOut(what));
  say(`The texts are in ${file}`);
} else if (way === 'back' && what !== '') {
  try {
    takeBack(what);
  } catch (error) {
    say(`${what} cannot be read: ${error instanceof Error ? error.message : ''}`);
    process.exitCode = 1;
  }
} else {
  say('npm run translate -- out <language> [file], or npm run translate -- back <file>');
  process.exitCode = 1;
}
