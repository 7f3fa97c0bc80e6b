import pg from 'pg';
import type { FieldDef } from 'pg';
import * as z from 'zod';

/*
 * A statement says what its rows are: `row({ id: int, name: text, dob: date.nullable() })`. The names and types that
 * PostgreSQL announces are compared with it each time (server/db/rows.ts); tests look at every value as well.
 */
export const int = z.int();
export const float = z.number();
export const bool = z.boolean();
export const text = z.string();
/** yyyy-mm-dd */
export const date = z.iso.date();
/** ISO 8601, UTC */
export const instant = z.iso.datetime();
/** Decimal text, '1250.00' */
export const money = z.string().regex(/^\d+(\.\d+)?$/);
export const bytes = z.instanceof(Buffer);
export const oneOf = z.enum;
/** An array, or what json_agg makes. */
export const list = z.array;
/** What json_build_object makes. */
export const object = z.strictObject;

export const row = z.strictObject;
/** A row, or one of two kinds that have the same columns. */
export type RowType = z.ZodObject | z.ZodUnion<readonly [z.ZodObject, z.ZodObject]>;
export type RowOf<R extends z.ZodType> = Readonly<z.infer<R>>;

/** What a left join gives: all of these columns or, where it found nothing, nulls; beside those that are always there. */
export function joined<Found extends z.ZodRawShape, Always extends z.ZodRawShape>(
  found: Found,
  always: Always,
) {
  // Its keys are those of `found`, which the compiler cannot follow.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const nothing = Object.fromEntries(Object.keys(found).map((column) => [column, z.null()])) as {
    [Column in keyof Found]: z.ZodNull;
  };
  return z.union([row({ ...found, ...always }), row({ ...nothing, ...always })]);
}

/** What is inserted, updated or looked for is often known by its number alone. */
export const idRow = row({ id: int });

const { BOOL, BYTEA, DATE, FLOAT8, INET, INT2, INT4, INT8, NUMERIC, TEXT, TIME, TIMESTAMPTZ, UUID, VARCHAR } =
  pg.types.builtins;
const name = 19;
const texts = [TEXT, VARCHAR, UUID, INET, TIME, name];
const typesOf = new Map<z.core.$ZodType, readonly number[]>([
  [int, [INT2, INT4, INT8]],
  [float, [FLOAT8]],
  [bool, [BOOL]],
  [text, texts],
  [date, [DATE]],
  [instant, [TIMESTAMPTZ]],
  [money, [NUMERIC]],
  [bytes, [BYTEA]],
]);

/** Undefined for arrays and JSON, of which only the values say what they hold. */
function typesFor(column: z.core.$ZodType): readonly number[] | undefined {
  if (column instanceof z.ZodNullable) return typesFor(column.unwrap());
  return column instanceof z.ZodEnum ? texts : typesOf.get(column);
}

const known = new WeakMap<RowType, ReadonlyMap<string, readonly number[] | undefined>>();

function columnsOf(type: RowType) {
  const columns = known.get(type);
  if (columns !== undefined) return columns;
  const { shape } = type instanceof z.ZodUnion ? type.options[0] : type;
  const made = new Map(Object.entries(shape).map(([column, kind]) => [column, typesFor(kind)]));
  known.set(type, made);
  return made;
}

/** What is wrong with the fields of an answer: columns that are missing, and those that nobody declared. Null as a rule. */
export function wrongColumns(type: RowType, fields: readonly FieldDef[]): string | null {
  const columns = columnsOf(type);
  const fits = ({ name, dataTypeID }: FieldDef) =>
    columns.has(name) && (columns.get(name)?.includes(dataTypeID) ?? true);
  if (fields.length === columns.size && fields.every(fits)) return null;
  const selected = new Set(fields.map(({ name }) => name));
  const missing = [...columns.keys()].filter((column) => !selected.has(column));
  const others = fields
    .filter((field) => !fits(field))
    .map(({ name, dataTypeID }) => `${name} (${dataTypeID})`);
  return `missing: ${missing.join(', ') || 'none'}; undeclared or of another type: ${others.join(', ') || 'none'}`;
}
