import type { Db } from '../db/pool.ts';

/** What is no part of the domain, is derived from it, or stays as it is when a change is taken back. */
const aside = new Set([
  'audit_entries',
  'calendar_feeds',
  'changes',
  'idempotency_keys',
  'invites',
  'mails',
  'open_registers',
  'rate_limits',
  'remember_tokens',
  'reset_challenges',
  'reset_grants',
  'schema_migrations',
  'server_keys',
  'sessions',
  'three_absences',
  'undos',
  'unmet_payments',
  'unpaid_stays',
]);

const isKept: Readonly<Record<string, string>> = {
  imports: 't.undone_at is null',
  imported_payments:
    'not exists (select from imports i where i.id = t.import_id and i.undone_at is not null)',
  people:
    't.deleted_at is null or not exists (select from imports i where i.id = t.import_id and i.undone_at is not null)',
};

/**
 * All that the office knows, row by row, without the numbers that only ever go up. An upload that was undone keeps its
 * record, and whom it brought is deleted as anybody else.
 */
export async function fingerprint(db: Db): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name::text as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    if (aside.has(name)) continue;
    const { rows } = await db.query<{ row: unknown }>(
      `select to_jsonb(t) - array['version', 'updated_at', 'password_hash'] as row from ${name} t
       where ${isKept[name] ?? 'true'} order by to_jsonb(t)::text`,
    );
    found[name] = rows
      .map(({ row }) => row)
      .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  return found;
}
