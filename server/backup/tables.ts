import type { Client } from 'pg';
import sql, { join, raw } from 'sql-template-tag';
import type { RowOf } from '../db/columns.ts';
import { bool, list, row, text } from '../db/columns.ts';
import { many } from '../db/rows.ts';

const tableRow = row({
  /** With its schema. */
  name: text,
  /** Columns that are stored: not those that PostgreSQL computes. */
  columns: list(text),
  /** The columns of the primary key, which give the rows an order. */
  key: list(text),
});
export type Table = RowOf<typeof tableRow>;

/** Where the portal's rows are. Migrations write schema_migrations. Of the job queue only waiting jobs matter. */
export const listTables = (client: Client): Promise<Table[]> =>
  many(
    client,
    tableRow,
    sql`
      select c.oid::regclass::text as name,
        array(select quote_ident(a.attname) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
          order by a.attname) as columns,
        array(select quote_ident(a.attname) from pg_index i
          cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary order by k.place) as key
      from pg_class c
      where (c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'schema_migrations')
        or c.oid = 'pgboss.job'::regclass
      order by 1
    `,
  );

const sequenceRow = row({ name: text, value: text, is_used: bool });

/** The counters of numbers. */
export async function listSequences(client: Client): Promise<RowOf<typeof sequenceRow>[]> {
  const found = await many(
    client,
    row({ name: text }),
    sql`
      select c.oid::regclass::text as name from pg_class c
      where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace order by 1
    `,
  );
  const looks = found.map(
    ({ name }) =>
      sql`select ${name}::text as name, last_value::text as value, is_called as is_used from ${raw(name)}`,
  );
  return many(client, sequenceRow, join(looks, ' union all '));
}
