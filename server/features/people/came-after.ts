import sql from 'sql-template-tag';
import { oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { BrokenRule } from '../audit/audited.ts';

const laterRow = row({
  code: oneOf(['referred_to', 'column_changed']),
  place: text,
  table: text,
  row: text,
  name: text,
  of: text.nullable(),
  column: text.nullable(),
  by: text.nullable(),
  at: text,
});

/** Of another change that was not undone, and no undo. */
const isForeign = sql`
  later.change_id <> made.change_id
  and later.change_id <> current_change()
  and later.table_name <> 'mails'
  and not exists (
    select from undos u where u.change_id = later.change_id or u.by_change_id = later.change_id
  )
`;

/**
 * What came about the survivor after a merge. Nobody knows to whom of the two a later mark or payment belongs, so the
 * merge stays until these are undone.
 */
export const cameAfterMerge = (tx: Db, changeId: number): Promise<BrokenRule[]> =>
  many(
    tx,
    laterRow,
    sql`
      select distinct on (place) code, place, "table", "row", name, "of", "column", by, at from (
        select 'referred_to' as code, 'people.' || k.id || '.' || later.table_name as place, 'people' as "table",
          k.id::text as "row", k.fullname as name, later.table_name as "of", null as "column", author.fullname as by,
          to_char(later.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, later.id as entry
        from audit_entries made
        join people k on k.id = (made.after ->> 'merged_into')::bigint
        join audit_entries later on later.about_person_id = k.id and later.action = 'insert'
        left join people author on author.id = later.person_id
        where made.change_id = ${changeId} and made.table_name = 'people' and later.id > made.id
          and ${isForeign}
        union all
        select 'column_changed', later.table_name || '.' || later.row_id || '.' || changed.name, later.table_name,
          later.row_id, k.fullname, null, changed.name, author.fullname,
          to_char(later.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), later.id
        from audit_entries made
        join people k on k.id = (made.after ->> 'merged_into')::bigint
        join audit_entries later on later.about_person_id = k.id and later.action in ('update', 'delete')
        cross join lateral jsonb_object_keys(coalesce(later.after, later.before)) changed (name)
        left join people author on author.id = later.person_id
        where made.change_id = ${changeId} and made.table_name = 'people' and later.id > made.id
          and changed.name not in ('updated_at', 'version')
          and ${isForeign}
      ) found
      order by place, entry desc
      limit 50
    `,
  );
