import sql from 'sql-template-tag';
import { idRow, int, row, text } from '../db/columns.ts';
import type { Db } from '../db/pool.ts';
import { many, maybeOne, one, run } from '../db/rows.ts';
import { inTransaction } from '../db/tx.ts';
import { hashPassword } from '../features/accounts/password.ts';
import { insertGrant } from '../features/accounts/reset-queries.ts';
import { recordSecurity } from '../security-log/record.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import type { Operator } from './run-admin.ts';

const linkMinutes = 60;

/** A line a row, tabs between values. */
const asLines = (rows: readonly object[]) => rows.map((each) => Object.values(each).join('\t')).join('\n');

const holderRow = row({ id: int, email_id: text, role: text, state: text, sessions: int });

/** The staff, one a line. */
export async function listHolders({ pool }: Operator): Promise<string> {
  const found = await many(
    pool,
    holderRow,
    sql`
      select p.id, p.email_id, concat_ws(' + ', p.main_role, p.as_role) as role,
        case when p.suspended_at is not null then 'suspended'
          when p.password_hash is null then 'invited' else 'active' end as state,
        (select count(*) from sessions s where s.person_id = p.id and s.expires_at > now())::int as sessions
      from people p
      where p.main_role in ('admin', 'courseadmin', 'teacher') and p.deleted_at is null
      order by p.main_role, p.id
    `,
  );
  return asLines(found);
}

const keyRow = row({ kind: text, name: text, what: text, last: text });

/** What enters without a session: one a line, with the day of its last use. */
export async function listKeys({ pool }: Operator): Promise<string> {
  const found = await many(
    pool,
    keyRow,
    sql`
      select 'intake key' as kind, k.name, array_to_string(k.scopes, ' ') as what,
        coalesce(to_char(k.last_used_at, 'YYYY-MM-DD'), 'never') as last
      from intake_keys k where k.revoked_at is null
      union all
      select 'sign-in service', s.name, s.issuer, '' from openid_services s
      union all
      select 'calendar link', p.email_id, '', coalesce(to_char(f.last_read_at, 'YYYY-MM-DD'), 'never')
      from calendar_feeds f join people p on p.id = f.person_id where f.revoked_at is null
      union all
      select 'remembered browsers', p.email_id, count(*)::text, to_char(max(t.created_at), 'YYYY-MM-DD')
      from remember_tokens t join people p on p.id = t.person_id where t.expires_at > now() group by p.id
      union all
      select 'my page', 'of ' || count(*) || ' mailboxes', '', coalesce(to_char(max(m.used_at), 'YYYY-MM-DD'), 'never')
      from personal_pages m where m.revoked_at is null and m.expires_at > now()
      order by kind, name
    `,
  );
  return asLines(found);
}

export async function endSessions({ pool }: Operator): Promise<string> {
  return inTransaction(pool, async (tx) => {
    const ended = await run(tx, sql`delete from sessions`);
    await run(tx, sql`delete from remember_tokens`);
    await recordSecurity(tx, {
      kind: 'access_ended',
      personId: null,
      from: '',
      facts: { sessions: ended, by: 'operator' },
    });
    return `${ended} sessions ended, and no browser is remembered any more.`;
  });
}

export async function makeLink(
  { pool, settings: { appUrl } }: Operator,
  email: string | undefined = '',
): Promise<string> {
  return inTransaction(pool, async (tx) => {
    const known = await maybeOne(
      tx,
      idRow,
      sql`select id from people where lower(email_id) = lower(${email}) and deleted_at is null`,
    );
    const { id } = known ?? (await makeAdmin(tx, email));
    await run(tx, sql`update people set suspended_at = null where id = ${id} and suspended_at is not null`);
    const grant = newSecret('g_');
    await insertGrant(tx, hashSecret(grant), id, linkMinutes);
    const facts = { by: 'operator', made: known === null };
    await recordSecurity(tx, { kind: 'access_reset', personId: null, aboutId: id, from: '', facts });
    const link = `${appUrl}/forgotpassword#${encodeURIComponent(grant)}&email=${encodeURIComponent(email)}`;
    return `${known === null ? 'A new account admin. ' : ''}Open within an hour:\n${link}`;
  });
}

async function makeAdmin(tx: Db, email: string): Promise<{ id: number }> {
  const unknown = await hashPassword(newSecret());
  return one(
    tx,
    idRow,
    sql`insert into people (email_id, password_hash, main_role, first_name) values (${email}, ${unknown}, 'admin', 'Admin') returning id`,
  );
}
