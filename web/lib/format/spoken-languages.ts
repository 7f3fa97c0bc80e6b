import { spokenCode, spokenName, usualLanguages } from '@gurukul/contract/shared/person/spoken-languages';
import { providerNow } from '#web/lib/provider.ts';
import { isEnglish, locale } from '#web/texts/language.ts';

const names = new Intl.DisplayNames(locale, { type: 'language' });

export const nameOfCode = (code: string): string => names.of(code) ?? code;

/** A language that a person speaks, in the reader's language. */
export function spokenText(language: string): string {
  const code = isEnglish ? undefined : spokenCode(language);
  return code === undefined ? language : nameOfCode(code);
}

/** The languages that the provider offers. One that was recorded before stays among them. */
export function spokenChoices(recorded = '') {
  const offered = (providerNow().spoken ?? usualLanguages).map(spokenName);
  const all = recorded === '' || offered.includes(recorded) ? offered : [...offered, recorded];
  return all.map((value) => ({ value, label: spokenText(value) }));
}
