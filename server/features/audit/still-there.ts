import type { Sql } from 'sql-template-tag';
import sql, { join, raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { countingColumns, endColumns } from './recorded.ts';
import type { ShownRow } from './show.ts';

/** A row as a change left it, over all that the change did to it. */
interface Left {
  readonly change_id: number;
  readonly row_id: string;
  readonly after: Record<string, unknown>;
}

const counting: ReadonlySet<string> = new Set([...countingColumns, 'password_changed']);

function leftBy(changeId: number, rows: readonly ShownRow[]): Map<string, Left[]> {
  const left = new Map<string, Left & { table: string }>();
  for (const { table_name: table, row_id, after } of rows) {
    const known = left.get(`${table} ${row_id}`);
    if (after === null) left.delete(`${table} ${row_id}`);
    else {
      const kept = Object.fromEntries(Object.entries(after).filter(([column]) => !counting.has(column)));
      left.set(`${table} ${row_id}`, {
        table,
        change_id: changeId,
        row_id,
        after: { ...known?.after, ...kept },
      });
    }
  }
  return Map.groupBy(left.values(), ({ table }) => table);
}

// Every table that a call which can be undone writes; rows of others are looked at when it is.
const keys: Readonly<Record<string, Sql>> = Object.fromEntries([
  ...[
    'people',
    'imports',
    'courses',
    'classes',
    'class_slots',
    'slot_teachers',
    'enrolments',
    'homework',
    'payments',
    'events',
    'event_registrations',
    'query_emails',
  ].map((table) => [table, sql`live.id = case when g.row_id ~ '^[0-9]+$' then g.row_id::bigint end`]),
  [
    'course_teachers',
    sql`live.course_id = split_part(g.row_id, '/', 1)::bigint
      and live.teacher_id = split_part(g.row_id, '/', 2)::bigint`,
  ],
]);

const look = (table: string, rows: readonly Left[]): Sql[] => {
  const key = keys[table];
  if (key === undefined) return [];
  return [
    sql`
      select g.change_id
      from unnest(
        ${rows.map(({ change_id }) => change_id)}::bigint[],
        ${rows.map(({ row_id }) => row_id)}::text[],
        ${rows.map(({ after }) => JSON.stringify(after))}::jsonb[]
      ) as g (change_id, row_id, after)
      left join ${raw(table)} live on ${key}
      cross join lateral (select to_jsonb(live) as row) now
      where live is null
        or not now.row @> g.after
        or ${join(
          endColumns.map((column) => sql`(now.row ->> ${column} is not null and not g.after ? ${column})`),
          ' or ',
        )}
    `,
  ];
};

/** Which of the changes left rows that are no longer as they left them, by the rows that are given of each. */
export async function changedSince(
  db: Db,
  changes: readonly { readonly change_id: number; readonly rows: readonly ShownRow[] }[],
): Promise<Set<number>> {
  const left = new Map<string, Left[]>();
  for (const { change_id, rows } of changes) {
    for (const [table, list] of leftBy(change_id, rows))
      left.set(table, [...(left.get(table) ?? []), ...list]);
  }
  const looks = [...left].flatMap(([table, rows]) => look(table, rows));
  if (looks.length === 0) return new Set();
  const changed = await many<{ change_id: number }>(db, join(looks, ' union '));
  return new Set(changed.map(({ change_id }) => change_id));
}
