import { countries as known } from 'countries-list';

export interface Country {
  /** ISO 3166, two letters. */
  readonly country_code: string;
  readonly country_name: string;
  /** ISO 4217, three letters: the currency of its people. */
  readonly currency_code: string;
  /** Digits only: 91. */
  readonly calling_code: string;
}

const inEnglish = new Intl.Collator('en');

/** The countries and regions with a currency, by name. */
export const countries: readonly Country[] = Object.entries(known)
  .flatMap(([country_code, { name, currency, phone }]) => {
    const [currency_code] = currency;
    const calling_code = String(phone[0] ?? '');
    return currency_code === undefined
      ? []
      : [{ country_code, country_name: name, currency_code, calling_code }];
  })
  .toSorted((a, b) => inEnglish.compare(a.country_name, b.country_name));

const byCode = new Map(countries.map((country) => [country.country_code, country]));

export const countryOf = (code: string): Country | undefined => byCode.get(code);

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s.,_-]/gu, '');

/** Other names of some countries in sheets and on sites. */
const otherNames: Readonly<Record<string, string>> = {
  IN: 'Bharat;IND;in',
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

/**
 * The country that a text names, in English or by its two capital letters; undefined for others. Case, blanks and dots
 * of a name do not matter.
 */
export const countryNamed = (text: string): Country | undefined =>
  byCode.get(text) ?? byName.get(plain(text));
