import type { Db } from '../db/pool.ts';

export type Row = Readonly<Record<string, unknown>>;
/** Rows by table. */
export type Fingerprint = Readonly<Record<string, readonly Row[]>>;

/** Tables and columns that are not domain data, are derived from it, or stay after an undo. */
const aside = [
  'audit_entries',
  'calendar_feeds',
  'changes',
  'code_apps',
  'course_money',
  'course_sums',
  'due',
  'due_changes',
  'due_expiries',
  'email_changes',
  'factor_challenges',
  'idempotency_keys',
  'intake_uses',
  'invites',
  'kept_mails',
  'known_browsers',
  'mailboxes',
  'mails',
  'checkouts',
  'checkout_parts',
  'pay_events',
  'openid_attempts',
  'openid_identities',
  'passkeys',
  'payment_signatures',
  'payment_totals',
  'rate_limits',
  'recovery_codes',
  'remember_tokens',
  'reset_challenges',
  'reset_grants',
  'schema_migrations',
  'security_entries',
  'server_keys',
  'sessions',
  'sign_in_alarms',
  'undos',
];

const wasUndone = (id: string) =>
  `exists (select from imports i where i.id = ${id} and i.undone_at is not null)`;
const isThere: Readonly<Record<string, string>> = {
  imports: 't.undone_at is null',
  imported_payments: `not ${wasUndone('t.import_id')}`,
  people: `t.deleted_at is null or not ${wasUndone('t.import_id')} and not exists (
    select from audit_entries a join undos u on u.change_id = a.change_id
    where a.table_name = 'people' and a.action = 'insert' and a.row_id = t.id::text
  )`,
};

/** The statement by database: finding its tables and planning it take longer than its answer. */
const statements = new WeakMap<Db, string>();

async function statementFor(db: Db): Promise<string> {
  const known = statements.get(db);
  if (known !== undefined) return known;
  const { rows: tables } = await db.query<{ name: string }>(
    `select table_name::text as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1::text[]) order by 1`,
    [aside],
  );
  const looks = tables.map(
    ({ name }) => `
      select '${name}' as name, coalesce(jsonb_agg(f.row order by f.row::text), '[]') as rows
      from (
        select to_jsonb(t) - array['version', 'updated_at', 'password_hash'] as row
        from ${name} t
        where ${isThere[name] ?? 'true'}
      ) f`,
  );
  const statement = looks.join(' union all ');
  statements.set(db, statement);
  return statement;
}

/**
 * All domain data, row by row, without numbers that only increase. An undone upload keeps its record. People who
 * were added count as deleted.
 */
export async function fingerprint(db: Db): Promise<Fingerprint> {
  const text = await statementFor(db);
  const { rows: found } = await db.query<{ name: string; rows: Row[] }>({ name: 'fingerprint', text });
  return Object.fromEntries(found.map(({ name, rows }) => [name, rows]));
}
