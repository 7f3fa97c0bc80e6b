import { countries as known } from 'countries-list';

export interface Country {
  /** ISO 3166, two letters. */
  readonly country_code: string;
  readonly country_name: string;
  /** ISO 4217, three letters: what people there pay with. */
  readonly currency_code: string;
}

const inEnglish = new Intl.Collator('en');

/** The countries and regions in which something can be paid, by name. */
export const countries: readonly Country[] = Object.entries(known)
  .flatMap(([country_code, { name, currency }]) => {
    const [currency_code] = currency;
    return currency_code === undefined ? [] : [{ country_code, country_name: name, currency_code }];
  })
  .toSorted((a, b) => inEnglish.compare(a.country_name, b.country_name));

const byCode = new Map(countries.map((country) => [country.country_code, country]));

export const countryOf = (code: string): Country | undefined => byCode.get(code);

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s.,_-]/gu, '');

/** What sheets and sites write for some of them. */
const otherNames: Readonly<Record<string, string>> = {
  IN: 'Bharat',
  US: 'United States of America;USA;US',
  GB: 'UK;Great Britain',
  AE: 'UAE',
};

const byName = new Map(
  countries.flatMap((country) =>
    [country.country_name, ...(otherNames[country.country_code]?.split(';') ?? [])].map(
      (name) => [plain(name), country] as const,
    ),
  ),
);

/** The country that a text names, in English or by its two capital letters; case, blanks and dots of a name tell nothing. */
export const countryNamed = (text: string): Country | undefined =>
  byCode.get(text) ?? byName.get(plain(text));
