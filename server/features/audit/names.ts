import sql, { join, raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Entry } from './steps.ts';
import { isNamedTable, namedBy, referredTables } from './recorded.ts';

/** A value of a column, as JSON holds it. */
export type Value = string | number | boolean | object | null;
type Row = Readonly<Record<string, Value>>;

/** What a row of the trail knows of the row it is about. */
export interface KnownRow extends Pick<Entry, 'table_name' | 'row_id'> {
  readonly about_person_id: number | null;
  readonly before: Row | null;
  readonly after: Row | null;
}

/** What rows are called, by table and id; people also by their role. */
export interface Names {
  of(table: string, id: Value | undefined): string | null;
  readonly isStudent: (id: number) => boolean;
}

/** Rows that are called by those they belong to, where they have no name of their own. */
const ownerColumn: Readonly<Record<string, string>> = {
  class_slots: 'class_id',
  attendance_registers: 'class_id',
};

const idText = (id: Value | undefined): string =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : '';
const numeric = /^\d{1,15}$/;

/** Reads every name that the rows and the ids in their columns stand for, in one statement. */
export async function readNames(db: Db, rows: readonly KnownRow[]): Promise<Names> {
  const wanted = new Map<string, Set<string>>();
  const want = (table: string | undefined, id: Value | undefined) => {
    const text = idText(id);
    if (table === undefined || !numeric.test(text)) return;
    const ids = wanted.get(table) ?? new Set();
    wanted.set(table, ids.add(text));
  };
  for (const { table_name: table, row_id: id, about_person_id: personId, before, after } of rows) {
    if (table in namedBy || table in ownerColumn || table === 'class_slots') want(table, id);
    want('people', personId);
    for (const known of [before, after]) {
      for (const [column, value] of Object.entries(known ?? {})) want(referredTables[column], value);
    }
  }
  const looks = [...wanted].flatMap(([table, ids]) => {
    const look = lookUp(table, [...ids]);
    return look === null ? [] : [look];
  });
  const found =
    looks.length === 0
      ? []
      : await many<{ key: string; name: string | null; is_student: boolean }>(db, join(looks, ' union all '));
  const names = new Map(found.map(({ key, name }) => [key, name]));
  const students = new Set(found.filter(({ is_student }) => is_student).map(({ key }) => key));
  return {
    of: (table, id) => names.get(`${table} ${idText(id)}`) ?? null,
    isStudent: (id) => students.has(`people ${id}`),
  };
}

function lookUp(table: string, ids: readonly string[]) {
  const given = sql`any(${ids}::bigint[])`;
  if (table === 'class_slots') {
    return sql`
      select 'class_slots ' || s.id as key,
        k.class_name || ', ' || s.class_day || ' ' || to_char(s.local_time, 'HH24:MI') as name, false as is_student
      from class_slots s
      join classes k on k.id = s.class_id
      where s.id = ${given}
    `;
  }
  if (table === 'attendance_registers') {
    return sql`
      select 'attendance_registers ' || r.id as key, k.class_name || ', ' || r.attendance_date as name,
        false as is_student
      from attendance_registers r
      join classes k on k.id = r.class_id
      where r.id = ${given}
    `;
  }
  // Its rows have ids of another kind, and say their name themselves.
  if (!isNamedTable(table) || table === 'files') return null;
  return sql`
    select ${`${table} `}::text || t.id as key, t.${raw(namedBy[table])} as name,
      ${table === 'people' ? sql`t.main_role = 'student'` : sql`false`} as is_student
    from ${raw(table)} t
    where t.id = ${given}
  `;
}

/** What the row of an entry is called: by its own name, or by the person it is about; null when by neither. */
export function nameOf(row: KnownRow, names: Names): string | null {
  const own = names.of(row.table_name, row.row_id);
  if (own !== null) return own;
  if (isNamedTable(row.table_name)) {
    const written = row.after?.[namedBy[row.table_name]] ?? row.before?.[namedBy[row.table_name]];
    if (typeof written === 'string') return written;
  }
  return row.about_person_id === null ? null : names.of('people', row.about_person_id);
}
