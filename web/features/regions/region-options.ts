import { countries } from '@gurukul/contract/shared/countries';
import { countryName } from '#web/lib/format/country-names.ts';

/** The regions of students, in the order of their names. */
export const regionOptions = countries
  .map(({ country_code, country_name }) => ({
    value: country_name,
    label: countryName(country_name, country_code),
  }))
  .toSorted((one, other) => one.label.localeCompare(other.label));
