import type { Pool } from './database.ts';

/** Rows by table. */
export type Counts = Readonly<Record<string, number>>;

// What sign-ins, throttles and restarts write by themselves; an upload that was only asked for is not a file yet; the
// cache of what is due is refreshed when there is time.
const passing = new Set([
  'sessions',
  'remember_tokens',
  'rate_limits',
  'server_keys',
  'schema_migrations',
  'files',
  'due',
  'due_changes',
  'due_expiries',
]);

/** Every row of the office: a write that is half there, or there twice, shows in some table, the audit trail at least. */
export async function countRows(owner: Pool): Promise<Counts> {
  const { rows: tables } = await owner.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const counted = tables
    .map(({ name }) => name)
    .filter((name) => !passing.has(name))
    .map((name) => `select '${name}' as name, count(*)::int as n from ${name}`);
  const { rows } = await owner.query<{ name: string; n: number }>(
    [
      ...counted,
      `select 'finished files', count(*)::int from files where finished_at is not null`,
      `select 'jobs', count(*)::int from pgboss.job where name = 'mail'`,
    ].join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** What came and went, tables that stayed left out. */
export const difference = (before: Counts, after: Counts): Counts =>
  Object.fromEntries(
    Object.keys(after)
      .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
      .filter(([, n]) => n !== 0),
  );

export const isSame = (a: Counts, b: Counts): boolean =>
  Object.keys({ ...a, ...b }).every((name) => (a[name] ?? 0) === (b[name] ?? 0));
