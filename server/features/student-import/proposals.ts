import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import type { PersonValues } from '#server/db/person.ts';
import { many } from '#server/db/rows.ts';
import { mapInSlices } from '#server/slices.ts';
import { proposedZone } from '#server/time/reading-zone.ts';
import { countryOfPhone, countryOfZone } from '#server/time/zone-of-place.ts';
import type { Place } from '#server/time/zone-of-place.ts';
import type { TidyRow } from './cells.ts';
import type { PlannedRow } from './rules.ts';

/* The time zone and the language of a new student where nobody says them. */

const classFacts = row({ class_id: int, zone: text.nullable(), language: text.nullable() });
export type ClassFacts = Omit<RowOf<typeof classFacts>, 'class_id'>;

/** By class: the zone of its slots, if they share one, and the language of more than half of its students. */
export async function factsOfClasses(
  db: Db,
  classIds: readonly number[],
): Promise<ReadonlyMap<number, ClassFacts>> {
  if (classIds.length === 0) return new Map();
  const found = await many(
    db,
    classFacts,
    sql`
      select k.id as class_id,
        (
          select min(s.time_zone)
          from class_slots s
          where s.class_id = k.id and s.deleted_at is null
          having count(distinct s.time_zone) = 1
        ) as zone,
        (
          select l.language
          from (
            select p.language, count(*) as speakers, sum(count(*)) over () as all_speakers
            from enrolments e
            join people p on p.id = e.student_id and p.deleted_at is null and p.language is not null
            where e.class_id = k.id and e.ended_on is null
            group by p.language
          ) l
          where l.speakers * 2 > l.all_speakers
        ) as language
      from classes k
      where k.id = any(${classIds}::bigint[])
    `,
  );
  return new Map(found.map(({ class_id, ...facts }) => [class_id, facts]));
}

type AddressFields = Pick<
  PersonValues,
  'city' | 'state' | 'address' | 'address2' | 'country' | 'region' | 'phone_number'
>;
type Proposable = AddressFields & Pick<PersonValues, 'timezone' | 'language'>;

/** Where somebody lives: the region counts where no country is written. */
/* Families abroad keep the number of India that they had, so it says nothing of where they live. */
export const placeOf = ({
  city,
  state,
  address,
  address2,
  country,
  region,
  phone_number,
}: AddressFields): Place => ({
  city,
  state,
  address: `${address}\n${address2}`,
  country: country || region,
  phone: phone_number?.startsWith('+91') === true ? null : phone_number,
});

/** What is written of a new student: what is said, else what their place and class propose. */
export const withProposals = <S extends Proposable>(student: S, facts: ClassFacts | undefined): S => ({
  ...student,
  timezone: student.timezone || (proposedZone({ ...placeOf(student), class_zone: facts?.zone })?.zone ?? ''),
  language: student.language ?? facts?.language ?? null,
});

/**
 * With the country in which they can be charged, where nobody says it: that of their region, of their number abroad, of
 * their clock, or the provider's.
 */
function withCountry(tidy: TidyRow, facts: ClassFacts | undefined, provider: string): TidyRow {
  if (tidy.country !== '') return tidy;
  const ofPhone = countryOfPhone(placeOf(tidy).phone)?.country_name ?? '';
  const zones = [tidy.timezone, facts?.zone ?? '', provider];
  const country =
    tidy.region || ofPhone || (zones.flatMap((zone) => countryOfZone(zone)?.country_name ?? [])[0] ?? '');
  return { ...tidy, country, region: tidy.region || country };
}

/** The plan, with the proposals in the rows that add a student. `facts` by class, `provider` its zone. */
export const planWithProposals = (
  plan: readonly PlannedRow[],
  facts: ReadonlyMap<number, ClassFacts>,
  provider: string,
): Promise<PlannedRow[]> =>
  mapInSlices(plan, (row) => {
    if (row.addedBy !== row.tidy.row) return row;
    const ofClass = facts.get(row.class?.id ?? 0);
    return { ...row, tidy: withCountry(withProposals(row.tidy, ofClass), ofClass, provider) };
  });
