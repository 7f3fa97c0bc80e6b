import sql, { empty, join, raw } from 'sql-template-tag';
import * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Trail } from './trail.ts';

/** A value of a column, as in JSON. */
export type Value = string | number | boolean | object | null;

/** The row that an entry of the trail is about. */
export const knownRow = row({
  table_name: text,
  row_id: text,
  about_person_id: int.nullable(),
  before: z.record(text, z.json()).nullable(),
  after: z.record(text, z.json()).nullable(),
});
export type KnownRow = RowOf<typeof knownRow>;

const classRow = row({ key: text, id: int, name: text });
type NamedClass = Pick<RowOf<typeof classRow>, 'id' | 'name'>;

/** Names of rows by table and id; for people also their role. */
export interface Names {
  of(table: string, id: Value | undefined): string | null;
  readonly isStudent: (id: number) => boolean;
  /** The class that an entry's row belongs to. */
  readonly classOf: (row: KnownRow) => NamedClass | null;
  readonly trail: Trail;
}

const idText = (id: Value | undefined): string =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : '';
const numeric = /^\d{1,15}$/;

/** The own questions whose answers a column has. */
export const questionsIn = (column: string, value: Value | undefined): string[] =>
  column === 'answers' && typeof value === 'object' && value !== null ? Object.keys(value) : [];

const namesRow = row({ key: text, name: text.nullable(), is_student: bool });

/** Reads the names of all rows, and of the ids in their columns, in one statement. */
export async function readNames(db: Db, trail: Trail, rows: readonly KnownRow[]): Promise<Names> {
  const wanted = new Map<string, Set<string>>();
  const want = (table: string | undefined, id: Value | undefined) => {
    const text = idText(id);
    if (table === undefined || !numeric.test(text)) return;
    const ids = wanted.get(table) ?? new Set();
    wanted.set(table, ids.add(text));
  };
  for (const { table_name: table, row_id: id, about_person_id: personId, before, after } of rows) {
    if (trail.of(table).name !== undefined) want(table, id);
    want('people', personId);
    for (const known of [before, after]) {
      for (const [column, value] of Object.entries(known ?? {})) {
        want(trail.namedIn[column], value);
        for (const id of questionsIn(column, value)) want('questions', id);
      }
    }
  }
  const looks = [...wanted].flatMap(([table, ids]) => {
    const look = lookUp(trail, table, [...ids]);
    return look === null ? [] : [look];
  });
  const found = looks.length === 0 ? [] : await many(db, namesRow, join(looks, ' union all '));
  const classes = await readClasses(db, trail, rows);
  const names = new Map(found.map(({ key, name }) => [key, name]));
  const students = new Set(found.filter(({ is_student }) => is_student).map(({ key }) => key));
  return {
    of: (table, id) => names.get(`${table} ${idText(id)}`) ?? null,
    classOf: (known) => {
      const key = classKey(known);
      return key === null ? null : (classes.get(key.join(' ')) ?? null);
    },
    isStudent: (id) => students.has(`people ${id}`),
    trail,
  };
}

/** The table and id of the row that says of which class an entry is: its weekly time, else its own row. */
function classKey({ table_name: table, row_id: id, before, after }: KnownRow): [string, string] | null {
  const slot = idText(after?.['slot_id'] ?? before?.['slot_id']);
  if (slot !== '') return ['class_slots', slot];
  return numeric.test(id) ? [table, id] : null;
}

/** By table and id. An entry of a change has no `class_id` where that stayed the same. */
async function readClasses(
  db: Db,
  trail: Trail,
  rows: readonly KnownRow[],
): Promise<Map<string, NamedClass>> {
  const keys = rows.flatMap((known) => {
    const key = (known.after?.['class_id'] ?? known.before?.['class_id']) ? null : classKey(known);
    return key === null ? [] : [key];
  });
  const looks = [...Map.groupBy(keys, ([table]) => table)].flatMap(([table, some]) => {
    const { classOf, isOfClass } = trail.of(table);
    if (classOf === undefined && !isOfClass) return [];
    return [
      sql`
        select ${`${table} `}::text || t.id as key, k.id, k.class_name as name
        from ${raw(table)} t
        join classes k on k.id = ${classOf ?? sql`t.class_id`}
        where t.id = any(${some.map(([, id]) => id)}::bigint[])
      `,
    ];
  });
  const found = looks.length === 0 ? [] : await many(db, classRow, join(looks, ' union all '));
  return new Map(found.map(({ key, ...one }) => [key, one]));
}

function lookUp(trail: Trail, table: string, ids: readonly string[]) {
  const { name, key } = trail.of(table);
  // Rows with other ids than numbers have their name in the entry.
  if (name === undefined || key !== undefined) return null;
  const { is, joins } = typeof name === 'string' ? { is: sql`t.${raw(name)}`, joins: empty } : name;
  return sql`
    select ${`${table} `}::text || t.id as key, ${is} as name,
      ${table === 'people' ? sql`t.main_role = 'student'` : sql`false`} as is_student
    from ${raw(table)} t
    ${joins}
    where t.id = any(${ids}::bigint[])
  `;
}

/** The name of an entry's row: its own, or that of the person it is about; null when it has neither. */
export function nameOf(row: KnownRow, names: Names): string | null {
  const own = names.of(row.table_name, row.row_id);
  if (own !== null) return own;
  const { name } = names.trail.of(row.table_name);
  if (typeof name === 'string') {
    const written = row.after?.[name] ?? row.before?.[name];
    if (typeof written === 'string') return written;
  }
  return row.about_person_id === null ? null : names.of('people', row.about_person_id);
}
