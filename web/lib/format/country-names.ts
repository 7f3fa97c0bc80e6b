import { isEnglish, locale } from '#web/texts/language.ts';

/** Names that offices write for countries, where the standard has another name or none. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'u.s.a.': 'US',
  us: 'US',
  america: 'US',
  uk: 'GB',
  'u.k.': 'GB',
  england: 'GB',
  bharat: 'IN',
  uae: 'AE',
};

const namesIn = (tag: string) => new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' });

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

let codes: ReadonlyMap<string, string> | undefined;

/** Two-letter codes by English names in lower case. Built at the first use, and never for English. */
function codeOf(name: string): string | undefined {
  if (codes === undefined) {
    const english = namesIn('en');
    const all = letters.flatMap((first) => letters.map((second) => first + second));
    codes = new Map([
      ...all.flatMap((code) => {
        const known = english.of(code);
        return known === undefined ? [] : [[known.toLowerCase(), code] as const];
      }),
      ...Object.entries(otherNames),
    ]);
  }
  return codes.get(name.trim().toLowerCase());
}

let own: Intl.DisplayNames | undefined;

/**
 * A country or region in the chosen language, from its English name in the data, or from its code if it is known. Text
 * that is not a country, such as a district, is shown as it was written.
 */
export function countryName(name: string, code = isEnglish ? undefined : codeOf(name)): string {
  if (isEnglish || code === undefined) return name;
  own ??= namesIn(locale);
  return own.of(code) ?? name;
}

/** Whether the typed text matches an option of a list of countries, in either language. */
export const isCountryTyped = ({ value, label }: { value: string; label: string }, typed: string) =>
  `${label} ${value}`.toLowerCase().includes(typed.trim().toLowerCase());
