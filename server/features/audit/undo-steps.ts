import type { Sql } from 'sql-template-tag';
import sql, { join, raw } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, list, oneOf, row, text } from '#server/db/columns.ts';
import { many, run } from '#server/db/rows.ts';
import type { AuditedTable } from './audited.ts';
import { countingColumns, endColumns } from './recorded.ts';
import type { Trail } from './trail.ts';

/*
 * A change is undone entry by entry from its end. Entries that wrote the same columns of the same table are undone
 * together. Every state in between has existed before, so only later changes can make a constraint forbid it.
 */

const entry = row({
  id: int,
  table_name: text,
  row_id: text,
  action: oneOf(['delete', 'insert', 'update']),
  /** The columns of the entry; for an update those that changed. */
  columns: list(text),
});
export type Entry = RowOf<typeof entry>;

export interface Step {
  readonly table: string;
  readonly action: Entry['action'];
  readonly columns: readonly string[];
  /** Of the entries. */
  readonly ids: readonly number[];
}

export function listEntries(tx: Db, trail: Trail, changeId: number): Promise<Entry[]> {
  const left = trail.tables.filter((table) => trail.of(table).isLeft);
  const putBackOfLeft = left.flatMap((table) => {
    const column = trail.of(table).isPutBack;
    return column === undefined ? [] : [{ table, column }];
  });
  return many(
    tx,
    entry,
    sql`
      select e.id, e.table_name, e.row_id, e.action,
        array(select jsonb_object_keys(coalesce(e.after, e.before)) order by 1) as columns
      from audit_entries e
      where e.change_id = ${changeId}
        and (
          e.table_name <> all(${left}::text[])
          or exists (
            select
            from unnest(
              ${putBackOfLeft.map(({ table }) => table)}::text[], ${putBackOfLeft.map(({ column }) => column)}::text[]
            ) as put_back (table_name, column_name)
            where put_back.table_name = e.table_name and e.after ? put_back.column_name
          )
        )
      order by e.id desc
    `,
  );
}

/** Groups the entries, latest first, into as few steps as possible. A row is in a step once. */
export function stepsOf(entries: readonly Entry[]): Step[] {
  const steps: { table: string; action: Entry['action']; columns: readonly string[]; ids: number[] }[] = [];
  let rows = new Set<string>();
  for (const { id, table_name: table, row_id: row, action, columns } of entries) {
    const step = steps.at(-1);
    const fits =
      step?.table === table &&
      step.action === action &&
      !rows.has(row) &&
      step.columns.join() === columns.join();
    if (fits) step.ids.push(id);
    else {
      steps.push({ table, action, columns, ids: [id] });
      rows = new Set();
    }
    rows.add(row);
  }
  return steps;
}

/** Names come from the catalogue, never from the caller. */
const name = (text: string): Sql => raw(`"${text.replaceAll('"', '""')}"`);
const listOf = (columns: readonly string[], of: string): Sql =>
  join(columns.map((column) => sql`${raw(of)}.${name(column)}`));

export interface Table {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: ReadonlySet<string>;
  readonly derived: AuditedTable['derived'];
}

const describeTablesRow = row({ table_name: text, columns: list(text) });

export async function describeTables(
  tx: Db,
  trail: Trail,
  names: readonly string[],
): Promise<Map<string, Table>> {
  const rows = await many(
    tx,
    describeTablesRow,
    sql`
      select t.relname::text as table_name, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class t
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where t.relnamespace = 'public'::regnamespace
        and t.relname = any(${names}::text[])
      group by t.relname
    `,
  );
  return new Map(
    rows.map(({ table_name: called, columns }) => [
      called,
      { name: called, columns: new Set(columns), derived: trail.of(called).derived },
    ]),
  );
}

/** SQL condition: the row of `live` is the one of entry `e`. */
const isItsRow = ({ columns }: Table): Sql =>
  columns.has('id')
    ? sql`live.id = e.row_id::bigint`
    : sql`live.course_id = split_part(e.row_id, '/', 1)::bigint
        and live.teacher_id = split_part(e.row_id, '/', 2)::bigint`;

const key = ({ columns }: Table): Sql =>
  columns.has('id') ? sql`live.id` : sql`live.course_id, live.teacher_id`;

const isCounting = (column: string) => (countingColumns as readonly string[]).includes(column);

/** The columns of a step that are compared and restored. */
const ownColumns = (step: Step, table: Table) =>
  step.columns.filter((column) => table.columns.has(column) && !isCounting(column));

/** A row that was over before may be changed, and so may be put back. */
const endedSince = ({ name: table }: Table, column: string) => sql`exists (
  select from audit_entries later
  where later.table_name = ${table}
    and later.row_id = e.row_id
    and later.id > e.id
    and later.change_id <> current_change()
    and later.after ->> ${column} is not null
)`;

const difference = row({
  row_id: text,
  /** Columns that were written since. Empty when the row itself is gone. */
  columns: list(text),
});
export type Difference = RowOf<typeof difference>;

/** Rows that differ from the state the step left. All rows of the step stay locked until the transaction ends. */
export async function differences(tx: Db, step: Step, table: Table): Promise<Difference[]> {
  if (step.action === 'delete') return [];
  await run(
    tx,
    sql`
      select from ${name(table.name)} live
      join audit_entries e on ${isItsRow(table)}
      where e.id = any(${step.ids}::bigint[])
      order by ${key(table)}
      for no key update of live
    `,
  );
  const columns = ownColumns(step, table);
  // A row that is over is no longer changed, unless the undo removes its end.
  const ends = endColumns.filter((column) => table.columns.has(column) && !columns.includes(column));
  const { derived } = table;
  const isChosen = (column: string) => (derived?.column === column ? sql`not ${derived.while}` : sql`true`);
  const changed = columns.map(
    (column) => sql`
      case
        when live.${name(column)} is distinct from became.${name(column)} and ${isChosen(column)} then ${column}::text
      end`,
  );
  const ended = ends.map(
    (column) => sql`
      case when live.${name(column)} is not null and ${endedSince(table, column)} then ${column}::text end`,
  );
  return many(
    tx,
    difference,
    sql`
      select row_id, columns from (
        select e.row_id,
          case when live is null then '{}' else array_remove(array[${join([...changed, ...ended, sql`null::text`])}], null) end
            as columns,
          live is null as is_gone
        from audit_entries e
        cross join lateral jsonb_populate_record(null::${name(table.name)}, e.after) became
        left join ${name(table.name)} live on ${isItsRow(table)}
        where e.id = any(${step.ids}::bigint[])
      ) compared
      where is_gone or cardinality(columns) > 0
      order by row_id
      limit 50
    `,
  );
}

/** Rows that are never deleted, with the column that marks them as over. */
const kept: Readonly<Record<string, string>> = { people: 'deleted_at', imports: 'undone_at' };

/** Undoes a step on rows that are as it left them. Returns their number. */
export function takeBack(tx: Db, step: Step, table: Table): Promise<number> {
  if (step.action === 'insert') return remove(tx, step, table);
  return step.action === 'delete' ? bringBack(tx, step, table) : putBack(tx, step, table);
}

/** Columns that count: they increase even in an undo. */
const counted = ({ columns }: Table): Sql[] => [
  ...(columns.has('version') ? [sql`version = live.version + 1`] : []),
  ...(columns.has('updated_at') ? [sql`updated_at = now()`] : []),
];

const remove = (tx: Db, step: Step, table: Table): Promise<number> => {
  const mark = kept[table.name];
  return run(
    tx,
    mark === undefined
      ? sql`
          delete from ${name(table.name)} live
          using audit_entries e
          where e.id = any(${step.ids}::bigint[]) and ${isItsRow(table)}
        `
      : sql`
          update ${name(table.name)} live
          set ${join([sql`${name(mark)} = now()`, ...counted(table)])}
          from audit_entries e
          where e.id = any(${step.ids}::bigint[]) and ${isItsRow(table)}
        `,
  );
};

const putBack = async (tx: Db, step: Step, table: Table): Promise<number> => {
  const columns = ownColumns(step, table);
  // The trail knows of a password only that it changed, so the present one stays.
  if (columns.length === 0) return 0;
  const values = columns.map((column) => sql`${name(column)} = was.${name(column)}`);
  return run(
    tx,
    sql`
      update ${name(table.name)} live
      set ${join([...values, ...counted(table)])}
      from audit_entries e
      cross join lateral jsonb_populate_record(null::${name(table.name)}, e.before) was
      where e.id = any(${step.ids}::bigint[]) and ${isItsRow(table)}
    `,
  );
};

const bringBack = (tx: Db, step: Step, table: Table): Promise<number> => {
  const columns = step.columns.filter((column) => table.columns.has(column));
  return run(
    tx,
    sql`
      insert into ${name(table.name)} (${join(columns.map(name))}) overriding system value
      select ${listOf(columns, 'was')}
      from audit_entries e
      cross join lateral jsonb_populate_record(null::${name(table.name)}, e.before) was
      where e.id = any(${step.ids}::bigint[])
      order by e.id
    `,
  );
};

const reference = row({
  row_id: text,
  /** The table of the rows that refer to it. */
  from: text,
});
export type Reference = RowOf<typeof reference>;

const foreignKey = row({ from: text, columns: list(text), to: list(text) });

/** What somebody agreed to stays with who is added by the same change: it does not hold them. */
const notOfThisChange = sql` and not exists (
  select from audit_entries own
  where own.change_id = removed.undone_change and own.table_name = 'consents' and own.row_id = other.id::text
)`;

/** Rows of other changes that refer to rows the step would delete. */
export async function references(tx: Db, step: Step, table: Table): Promise<Reference[]> {
  if (step.action !== 'insert' || table.name === 'imports') return [];
  const keys = await many(
    tx,
    foreignKey,
    sql`
      select f.conrelid::regclass::text as "from",
        array(select a.attname::text from unnest(f.conkey) with ordinality k (n, i)
          join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.n order by k.i) as columns,
        array(select a.attname::text from unnest(f.confkey) with ordinality k (n, i)
          join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.n order by k.i) as "to"
      from pg_constraint f
      where f.contype = 'f'
        and f.confrelid = ${`public.${table.name}`}::regclass
        -- what people and machines wrote; what the database derives follows by itself, mails were written anyway, and
        -- pairs of people who look alike are not shown for somebody who is gone
        and f.conrelid not in ('mails'::regclass, 'duplicate_pairs'::regclass)
        and exists (
          select from pg_trigger t
          where t.tgrelid = f.conrelid and t.tgname = (select relname || '_audited' from pg_class where oid = f.conrelid)
        )
    `,
  );
  const looks = keys.map(
    ({ from, columns, to }) => sql`
      select removed.row_id, ${from}::text as "from"
      from removed
      where exists (
        select from ${name(from)} other
        where ${join(
          columns.map((column, i) => sql`other.${name(column)} = removed.${name(to[i] ?? column)}`),
          ' and ',
        )}${from === 'consents' ? notOfThisChange : sql``}
      )
    `,
  );
  if (looks.length === 0) return [];
  return many(
    tx,
    reference,
    sql`
      with removed as materialized (
        select e.row_id, e.change_id as undone_change, live.*
        from audit_entries e
        join ${name(table.name)} live on ${isItsRow(table)}
        where e.id = any(${step.ids}::bigint[])
      )
      select distinct found.row_id, found."from"
      from (${join(looks, ' union all ')}) found
      order by found.row_id, found."from"
      limit 50
    `,
  );
}
