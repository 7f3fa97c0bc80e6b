import type { Sql } from 'sql-template-tag';
import sql, { join, raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, row } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { AuditedTable } from './audited.ts';
import { countingColumns, endColumns } from './recorded.ts';
import type { Trail } from './trail.ts';

const counting = [...countingColumns, 'password_changed'];

const isItsRow = ({ key }: AuditedTable): Sql =>
  key === undefined
    ? sql`live.id = case when g.row_id ~ '^[0-9]+$' then g.row_id::bigint end`
    : sql`live.course_id = split_part(g.row_id, '/', 1)::bigint
        and live.teacher_id = split_part(g.row_id, '/', 2)::bigint`;

/** The name of the column that the database derives in the row `live`; '' for none. */
const derivedNow = ({ derived }: AuditedTable): Sql =>
  derived === undefined ? sql`''` : sql`case when ${derived.while} then ${derived.column}::text else '' end`;

/** Changes that left a row in this table which is gone, over, or not as in `left_behind` any more. */
const look = (table: string, declared: AuditedTable): Sql => sql`
  select g.change_id
  from left_behind g
  left join lateral (
    select to_jsonb(live) as row, ${derivedNow(declared)} as derived
    from ${raw(table)} live
    where ${isItsRow(declared)}
    offset 0
  ) now on true
  where g.table_name = ${table}
    and (
      now.row is null
      or not now.row @> (g.after - now.derived)
      or ${join(
        endColumns.map((column) => sql`(now.row ->> ${column} is not null and not g.after ? ${column})`),
        ' or ',
      )}
    )
`;

/** The limit for a page of changes, in rows: a fraction of a second, and more than the largest upload writes. */
const mostRows = 50_000;
/** The number of rows that are checked of a larger change. */
const fewRows = 50;

interface ChangeSize {
  readonly change_id: number;
  readonly row_count: number;
}

const changeIdRow = row({ change_id: int });

/**
 * Returns the changes whose rows have changed since. The trail says which rows another change wrote later, with one
 * index look-up per row. Only those, mostly none, are compared with the present rows. When the changes together wrote
 * more than `most` rows, the last of them are checked by some of their rows. `offset 0` and `is not distinct from` keep
 * PostgreSQL on the index also with missing or old statistics.
 */
export async function changedSince(
  db: Db,
  trail: Trail,
  changes: readonly ChangeSize[],
  most: number = mostRows,
): Promise<Set<number>> {
  if (changes.length === 0) return new Set();
  const tables = trail.tables.filter((table) => {
    const { key, isLeft } = trail.of(table);
    return key !== 'uuid' && isLeft !== true;
  });
  let left = most;
  const looks = changes.map(({ row_count }) => {
    const isWhole = row_count <= left;
    if (isWhole) left -= row_count;
    return isWhole ? row_count : fewRows;
  });
  const changed = await many(
    db,
    changeIdRow,
    sql`
      with written_later as materialized (
        select distinct e.change_id, e.table_name, e.row_id
        from unnest(${changes.map(({ change_id }) => change_id)}::bigint[], ${looks}::bigint[]) as c (id, rows)
        cross join lateral (
          select own.id, own.change_id, own.table_name, own.row_id
          from audit_entries own
          where own.change_id = c.id
          limit c.rows
        ) e
        where e.table_name = any(${tables}::text[])
          and exists (
            select
            from audit_entries later
            where later.table_name = e.table_name
              and later.row_id = e.row_id
              and later.id > e.id
              and later.change_id <> e.change_id
            offset 0
          )
      ),
      -- a row as its change left it, over all that the change did to it
      left_behind as materialized (
        select w.change_id, w.table_name, w.row_id, own.after
        from written_later w
        cross join lateral (
          select
            coalesce(jsonb_object_agg(c.key, c.value order by e.id) filter (where c.key <> all(${counting}::text[])), '{}')
              as after
          from audit_entries e
          left join lateral jsonb_each(e.after) c on true
          where e.table_name = w.table_name
            and e.row_id = w.row_id
            and e.change_id is not distinct from w.change_id
          having (array_agg(e.action order by e.id desc))[1] <> 'delete'
        ) own
      )
      ${join(
        tables.map((table) => look(table, trail.of(table))),
        ' union ',
      )}
    `,
  );
  return new Set(changed.map(({ change_id }) => change_id));
}
