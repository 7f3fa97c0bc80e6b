import pg from 'pg';
import type { FieldDef } from 'pg';
import * as z from 'zod';

/*
 * Column types. A statement declares its rows: `row({ id: int, name: text, dob: date.nullable() })`. Each answer's
 * column names and types are compared with them (server/db/rows.ts). Tests check every value as well.
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
/** The same with a minus where money went back. */
export const signedMoney = z.string().regex(/^-?\d+(\.\d+)?$/);
export const bytes = z.instanceof(Buffer);
export const oneOf = z.enum;
/** An array, or the result of json_agg. */
export const list = z.array;
/** The result of json_build_object. */
export const object = z.strictObject;

export const row = z.strictObject;
/** A row, or one of two kinds that have the same columns. */
export type RowType = z.ZodObject | z.ZodUnion<readonly [z.ZodObject, z.ZodObject]>;
export type RowOf<R extends z.ZodType> = Readonly<z.infer<R>>;

/** The columns of a left join: those of `found`, or all of them null, beside those that are always there. */
export function joined<Found extends z.ZodRawShape, Always extends z.ZodRawShape>(
  found: Found,
  always: Always,
) {
  // Its keys are those of `found`. The compiler cannot follow this.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const nothing = Object.fromEntries(Object.keys(found).map((column) => [column, z.null()])) as {
    [Column in keyof Found]: z.ZodNull;
  };
  return z.union([row({ ...found, ...always }), row({ ...nothing, ...always })]);
}

/** For statements that return only the id. */
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
  [signedMoney, [NUMERIC]],
  [bytes, [BYTEA]],
]);

/** The PostgreSQL types for a column; undefined for arrays and JSON, whose values must be checked instead. */
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

/** The missing and the undeclared columns of an answer, as text; null when there are none. */
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
