import type { Pool } from './database.ts';

/** Rows by table. */
export type Counts = Readonly<Record<string, number>>;

// Tables that sign-ins, throttles and restarts write by themselves; offered uploads, which are no files yet; the cache
// of due items and the sums of courses, which are refreshed in idle time; pairs of duplicates, which a search at night
// finds; the link of a mailbox, which the first mail to it makes when it leaves.
const passing = new Set([
  'sessions',
  'remember_tokens',
  'rate_limits',
  'server_keys',
  'schema_migrations',
  'files',
  'course_money',
  'course_sums',
  'due',
  'due_changes',
  'due_expiries',
  'duplicate_pairs',
  'personal_pages',
  'security_entries',
]);

/** All rows of the office. A partial or repeated write shows in some table, at least in the audit trail. */
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
      // The nightly check of the log adds an entry by itself, a minute after the first start.
      `select 'security_entries', count(*)::int from security_entries where kind <> 'log_checked'`,
      `select 'finished files', count(*)::int from files where finished_at is not null`,
      `select 'jobs', count(*)::int from pgboss.job where name = 'mail'`,
    ].join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

/** Added and removed rows, without unchanged tables. */
export const difference = (before: Counts, after: Counts): Counts =>
  Object.fromEntries(
    Object.keys(after)
      .map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)] as const)
      .filter(([, n]) => n !== 0),
  );

export const isSame = (a: Counts, b: Counts): boolean =>
  Object.keys({ ...a, ...b }).every((name) => (a[name] ?? 0) === (b[name] ?? 0));
