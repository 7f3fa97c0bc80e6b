import type { studentChanges } from '@gurukul/contract/shared/person/about-person';
import { keyed } from '@gurukul/contract/shared/keyed';
import type { PersonField, personInput } from '@gurukul/contract/shared/person/person';
import { personFieldNames } from '@gurukul/contract/shared/person/person';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { Sql } from 'sql-template-tag';
import sql, { join, raw } from 'sql-template-tag';
import type * as z from 'zod';
import type { RowOf } from '#server/db/columns.ts';
import { int, list, row, text } from '#server/db/columns.ts';
import { personSelected, personShape, storedValue } from '#server/db/person.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, run } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Person } from '#server/http/handlers.ts';
import { today } from '#server/time/today.ts';
import { phoneCountriesOf } from '../likeness/phone-countries.ts';
import { seenBy } from './children.ts';
import { readPhone } from '../likeness/written-phone.ts';
import type { PhoneCountries } from '../likeness/written-phone.ts';

type PersonInput = Partial<z.output<z.ZodObject<typeof personInput>>>;

/** The office's old files write "not given" as the first day of 1970. */
const noBirthday = '1970-01-01';

/** The one number of a field, as stored; '' for none, null where it cannot be read or there are several. */
export function phoneIn(field: string, countries: PhoneCountries): string | null {
  const { number, others, left } = readPhone(field, countries);
  return others.length + left.length > 0 ? null : number;
}

/**
 * The birthday and the number as stored, by the rules of the import; undefined where the input leaves them out. Throws
 * `bad_input`. `today` is yyyy-mm-dd.
 */
export function readPerson(
  { dob, phone_number: phone }: PersonInput,
  today: string,
  countries: PhoneCountries,
) {
  const details: Record<string, Sentence> = {};
  const isGiven = dob !== undefined && dob !== '' && dob !== noBirthday;
  if (isGiven && (dob <= '1900-01-01' || dob > today)) details['dob'] = said('dob_wrong');
  const number = phone === undefined ? undefined : phoneIn(phone, countries);
  if (number === null) details['phone_number'] = said('phone_wrong');
  if (Object.keys(details).length > 0) throw fail('bad_input', { details });
  return {
    dob: dob === undefined ? undefined : isGiven ? dob : null,
    phone_number: number === undefined ? undefined : number === '' ? null : number,
  };
}

/** As the office wrote it down. */
export const personRow = row({
  user_id: int,
  ...personShape,
  other_names: list(text),
});

const columnsSeen = (seen?: Readonly<Partial<Record<string, Sql>>>) =>
  sql`p.id as user_id, ${personSelected(personFieldNames, seen)}, p.other_names`;
/** Of the person `p`. */
export const personColumns = columnsSeen();
/** Of the student `p`, as the office may see them. */
export const personColumnsFor = (person: Person) => columnsSeen(seenBy(person));

type PersonRow = RowOf<typeof personRow>;

/** For a form: what is not known is empty. */
export const shownPerson = (stored: PersonRow) => ({
  ...stored,
  ...keyed<{ [F in PersonField]: NonNullable<PersonRow[F]> }>(
    personFieldNames,
    (field) => stored[field] ?? '',
  ),
});

type Changes = PersonInput & Partial<Pick<z.output<typeof studentChanges>, 'other_names'>>;

/** Saves the fields that are given. Throws `bad_input`, also for the address with which somebody signs in. */
export async function savePerson(db: Db, id: number, changes: Changes, countryNow: string): Promise<void> {
  const countries = await phoneCountriesOf(db, id, changes.country || countryNow || changes.region);
  const read = { ...changes, ...readPerson(changes, await today(db), countries) };
  if (changes.email_id !== undefined && (await signsInElsewhere(db, id, changes.email_id))) {
    throw fail('bad_input', { details: { email_id: said('email_of_account') } });
  }
  const given = personFieldNames.flatMap((field) => {
    const value = read[field];
    return value === undefined ? [] : [sql`${raw(field)} = ${storedValue(field, value)}`];
  });
  if (changes.other_names !== undefined) given.push(sql`other_names = ${changes.other_names}`);
  if (given.length === 0) return;
  await run(db, sql`update people set ${join(given)}, updated_at = now() where id = ${id}`);
}

const signsInElsewhere = (db: Db, id: number, email: string) =>
  exists(
    db,
    sql`
      select from people p where p.id = ${id} and p.main_role not in ('student', 'guardian') and p.email_id <> ${email}
    `,
  );
