import { countries } from 'countries-list';
import type { Plugin } from 'vite';

const list = 'countries-list';

/**
 * Gives a browser only the fields of a country that the portal reads. Native names, capitals and languages are half of
 * the list, which pages with a telephone number need.
 */
export const countryData = (): Plugin => ({
  name: 'gurukul-country-data',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === list ? `\0${list}` : null),
  load(id) {
    if (id !== `\0${list}`) return null;
    const read = Object.entries(countries).map(([code, { name, currency, phone }]) => [
      code,
      { name, currency: currency.slice(0, 1), phone: phone.slice(0, 1) },
    ]);
    return `export const countries = ${JSON.stringify(Object.fromEntries(read))};`;
  },
});
