import { keyed } from '@gurukul/contract/shared/keyed';
import type { PersonField, PersonFields } from '@gurukul/contract/shared/person/person';
import { homeFields, person, personFieldNames } from '@gurukul/contract/shared/person/person';
import type { Sql } from 'sql-template-tag';
import sql, { join, raw } from 'sql-template-tag';
import type * as z from 'zod';
import type { RowOf } from './columns.ts';
import { date, row, text } from './columns.ts';

/* What statements about `people p` take from the table of fields. */

type ColumnOf<F extends PersonField> = PersonFields[F] extends { isDate: true }
  ? z.ZodNullable<typeof date>
  : PersonFields[F]['unknown'] extends null
    ? z.ZodNullable<typeof text>
    : typeof text;

function columnOf(field: PersonField) {
  const { isDate, unknown } = person[field];
  if (isDate === true) return date.nullable();
  return unknown === null ? text.nullable() : text;
}

/** The fields as columns of a row. */
export const personShape = keyed<{ readonly [F in PersonField]: ColumnOf<F> }>(personFieldNames, columnOf);

const storedFields = row(personShape);
/** The fields of somebody as they are stored. */
export type PersonValues = RowOf<typeof storedFields>;

/** Of `from`, which has more, the fields alone. */
export const valuesOf = (from: PersonValues): PersonValues =>
  keyed<PersonValues>(personFieldNames, (field) => from[field]);

/** Of a row with a home, nothing of it. */
export const noHome = keyed<Record<(typeof homeFields)[number], undefined>>(homeFields, () => undefined);

/** Selects `fields` of the person `p`, or what `seen` gives for them. */
export const personSelected = (
  fields: readonly string[] = personFieldNames,
  seen: Readonly<Partial<Record<string, Sql>>> = {},
): Sql => join(fields.map((field) => sql`${seen[field] ?? raw(`p.${field}`)} as ${raw(field)}`));

/** The value that is stored for a written one: an empty text becomes what the field is while nothing is known. */
export const storedValue = <Value>(field: PersonField, value: Value | '') =>
  value === '' ? person[field].unknown : value;

/** What a field is while nothing is known. */
export const unknownOf = (field: PersonField): Sql => (person[field].unknown === null ? sql`null` : sql`''`);

/** The fields that an erasure empties. */
export const erasedFields = personFieldNames.filter((field) => person[field].stays === undefined);

/** The fields that an erasure leaves, because figures count people by them. */
export const countedFields = personFieldNames.filter((field) => person[field].stays === 'region');
