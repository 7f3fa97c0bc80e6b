import { countries as known } from 'countries-list';

export interface Country {
  /** ISO 3166, two letters. */
  readonly country_code: string;
  readonly country_name: string;
  /** ISO 4217, three letters: what people there pay with. */
  readonly currency_code: string;
}

const byName = new Intl.Collator('en');

/** The countries and regions in which something can be paid, by name. */
export const countries: readonly Country[] = Object.entries(known)
  .flatMap(([country_code, { name, currency }]) => {
    const [currency_code] = currency;
    return currency_code === undefined ? [] : [{ country_code, country_name: name, currency_code }];
  })
  .toSorted((a, b) => byName.compare(a.country_name, b.country_name));

const byCode = new Map(countries.map((country) => [country.country_code, country]));

export const countryOf = (code: string): Country | undefined => byCode.get(code);
