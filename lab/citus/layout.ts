// The layout of docs/scale.md: tables with a course are spread by it, the tables that they are joined with are whole on every
// machine, the rest stays on the coordinator. Citus takes it only without triggers, without references to the coordinator,
// and with the course in every unique key. So this is a trial of queries and speed, not a way to serve.
import type { ClientConfig } from 'pg';
import { ask } from './machines.ts';

/** Tables with the column that are small, and joined with tables without it. */
const whole = new Set(['course_prices', 'glimpses', 'topics']);

/** What is never joined with a spread table. */
const onCoordinator =
  /^(?:sessions|remember_|known_|sign_in_|reset_|email_changes|idempotency_|rate_|server_|security_|passkeys|code_apps|recovery_|factor_|openid_|intake_|kept_mails|mailboxes|personal_|push_|saved_views|schema_|payment_signatures|invites|provider)/;

interface Named {
  readonly name: string;
}

const dropTriggers = `
  select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as name
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname <> 'security_entries'`;

const dropReferences = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as name
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;

/** Unique keys that lack the course get it as their last column. */
const widenKeys = (tables: readonly string[]) => `
  select case when k.oid is null
    then format('drop index %s; %s', i.indexrelid::regclass,
      regexp_replace(pg_get_indexdef(i.indexrelid), '\\)( NULLS| WHERE|$)', ', course_id)\\1'))
    else format('alter table %s drop constraint %I, add constraint %2$I %s (%s, course_id)', i.indrelid::regclass, k.conname,
      case when k.contype = 'p' and course.attnotnull then 'primary key' else 'unique' end,
      (select string_agg(quote_ident(a.attname), ', ' order by u.place)
       from unnest(i.indkey::smallint[]) with ordinality u (number, place)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = u.number where u.place <= i.indnkeyatts)) end as name
  from pg_index i
  join pg_attribute course on course.attrelid = i.indrelid and course.attname = 'course_id'
  left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
  where i.indisunique and i.indrelid::regclass::text in (${tables.map((table) => `'${table}'`).join(', ')})
    and course.attnum <> all (i.indkey::smallint[])`;

export interface Layout {
  readonly spread: readonly string[];
  readonly everywhere: readonly string[];
  readonly left: readonly string[];
}

/** As the superuser, in a database of the portal that Citus knows. */
export async function layOut(connection: ClientConfig): Promise<Layout> {
  const names = async (text: string) => (await ask<Named>(connection, [text])).map(({ name }) => name);
  const tables = await names(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const ofCourses = (hasAlways: boolean) =>
    names(
      `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'course_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnotnull = ${hasAlways} order by 1`,
    );
  // Half of the trail is about people, and a row without a course has no machine.
  await ask(connection, ['update audit_entries set course_id = 0 where course_id is null']);
  const spread = [...(await ofCourses(true)), 'audit_entries'].filter((table) => !whole.has(table));
  const without = await ofCourses(false);
  const left = tables.filter(
    (table) => !spread.includes(table) && (onCoordinator.test(table) || without.includes(table)),
  );
  const everywhere = tables.filter((table) => !spread.includes(table) && !left.includes(table));
  for (const text of [dropTriggers, dropReferences, widenKeys(spread)]) {
    await ask(connection, await names(text));
  }
  await ask(connection, [
    ...everywhere.map((table) => `select create_reference_table('${table}')`),
    ...spread.map((table) => `select create_distributed_table('${table}', 'course_id')`),
  ]);
  return { spread, everywhere, left };
}
