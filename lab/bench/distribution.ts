// Which keys and references would have to change before the tables could be spread over several machines by the course
// (or another column: KEY=class_id)? Reads the catalogue of a fresh database: `node lab/bench/distribution.ts`
//
// The rules are those of Citus, and of YugabyteDB where rows that belong together shall lie together: a unique key of a
// spread table holds the column it is spread by; a reference goes to a table that is whole on every machine, or holds that
// column on both sides.
import { endAll } from '../faults/ending.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const key = process.env['KEY'] ?? 'course_id';
/** Small tables that change seldom: whole on every machine. */
const everywhere = new Set([
  'courses',
  'course_types',
  'course_prices',
  'glimpses',
  'topics',
  'query_types',
  'query_emails',
  'imports',
  'intake_keys',
  'schema_migrations',
  'server_keys',
  // Staff and students are one table. A student with courses on several machines is on each.
  'people',
]);

interface Constraint {
  readonly table: string;
  readonly name: string;
  /** Null: only an expression. */
  readonly columns: string[] | null;
  readonly to: string | null;
  readonly to_columns: string[] | null;
}

const record = recorder(sections.distribution);
const provider = await startProvider();
try {
  const { rows: tables } = await provider.owner.query<{ name: string; has_key: boolean }>(
    `select c.relname as name, bool_or(a.attname = $1) as has_key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     group by c.relname order by c.relname`,
    [key],
  );
  const spread = new Set(
    tables.filter((table) => table.has_key && !everywhere.has(table.name)).map(({ name }) => name),
  );
  const columns = (numbers: string, relation: string) =>
    `(select array_agg(a.attname::text order by u.place) from unnest(${numbers}) with ordinality u (number, place)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = u.number)`;
  const { rows: uniques } = await provider.owner.query<Constraint>(
    `select i.indrelid::regclass::text as table, i.indexrelid::regclass::text as name,
       ${columns('i.indkey::smallint[]', 'i.indrelid')} as columns, null as to, null as to_columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where i.indisunique and c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1, 2`,
  );
  const { rows: references } = await provider.owner.query<Constraint>(
    `select k.conrelid::regclass::text as table, k.conname as name, ${columns('k.conkey', 'k.conrelid')} as columns,
       k.confrelid::regclass::text as to, ${columns('k.confkey', 'k.confrelid')} as to_columns
     from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`,
  );

  const keysToChange = uniques.filter(
    (unique) => spread.has(unique.table) && !(unique.columns ?? []).includes(key),
  );
  const why = ({ table, columns: from, to, to_columns: target }: Constraint): string | null => {
    if (to === null || everywhere.has(to)) return null;
    if (!spread.has(table)) return spread.has(to) ? `${table} is not spread` : null;
    if (!spread.has(to)) return `${to} is not spread`;
    const place = from?.indexOf(key) ?? -1;
    return place !== -1 && target?.[place] === key ? null : `${key} is not on both sides`;
  };
  const toChange = references.flatMap((reference) => {
    const reason = why(reference);
    return reason === null ? [] : [{ ...reference, reason }];
  });
  const neither = tables.filter(({ name }) => !spread.has(name) && !everywhere.has(name));

  const list = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ');
  const put = (What: string, count: string | number, Which: string) =>
    record({ 'Spread by': `\`${key}\``, What, Which: `${count}: ${Which}` });
  put('Tables to spread', spread.size, list([...spread]));
  put('Whole on every machine', everywhere.size, list([...everywhere].toSorted()));
  put('Of neither kind, without the column', neither.length, list(neither.map(({ name }) => name)));
  put(
    'Unique keys that lack the column',
    `${keysToChange.length} of ${uniques.filter((unique) => spread.has(unique.table)).length}`,
    keysToChange
      .map((unique) => `\`${unique.name}\` (${unique.columns?.join(', ') ?? 'an expression'})`)
      .join(', '),
  );
  put(
    'References that cannot stay',
    `${toChange.length} of ${references.length}`,
    toChange.map(({ name, reason }) => `\`${name}\` (${reason})`).join(', '),
  );
} finally {
  await endAll();
}
