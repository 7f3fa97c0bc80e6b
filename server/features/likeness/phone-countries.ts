import { countryNamed } from '@gurukul/contract/shared/countries';
import sql from 'sql-template-tag';
import { row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { one } from '#server/db/rows.ts';
import { whereaboutsColumns, whereaboutsShape } from '#server/time/whereabouts.ts';
import { countryOfZone } from '#server/time/zone-of-place.ts';
import type { PhoneCountries } from './written-phone.ts';

/** The countries of a person whose number has no country code: their own, else that of a class's clock, else the provider's. */
export const phoneCountries = (
  country: string,
  ...zones: readonly (string | null | undefined)[]
): PhoneCountries =>
  [
    ...new Set([
      countryNamed(country)?.country_code,
      ...zones.map((zone) => countryOfZone(zone ?? '')?.country_code),
    ]),
  ].filter((code) => code !== undefined);

const providerRow = row({ time_zone: text });
export const providerZone = async (db: Db): Promise<string> =>
  (await one(db, providerRow, sql`select time_zone from provider`)).time_zone;

const zonesRow = row({
  provider_zone: text,
  class_zone: whereaboutsShape.class_zone,
  country: text.nullable(),
});

/** Those of a stored person; of somebody new, who is in no class, those of the provider. `country`: a present one. */
export async function phoneCountriesOf(
  db: Db,
  personId: number | null,
  country?: string,
): Promise<PhoneCountries> {
  const stored = await one(
    db,
    zonesRow,
    sql`
      select v.time_zone as provider_zone, held.class_zone, held.country
      from provider v
      left join (select ${whereaboutsColumns} from people p where p.id = ${personId}) held on true
    `,
  );
  return phoneCountries(country || stored.country || '', stored.class_zone, stored.provider_zone);
}
