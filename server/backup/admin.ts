import type { ClientConfig } from 'pg';
import sql from 'sql-template-tag';
import { idRow, int, row, text } from '../db/columns.ts';
import type { Db } from '../db/pool.ts';
import { createPool } from '../db/pool.ts';
import { many, maybeOne, one, run } from '../db/rows.ts';
import { inTransaction } from '../db/tx.ts';
import { insertGrant } from '../features/accounts/reset-queries.ts';
import { hashSecret, newSecret } from '../features/accounts/secrets.ts';
import { hashPassword } from '../features/accounts/password.ts';
import { recordSecurity } from '../security-log/record.ts';
import { StartError } from '../start-error.ts';

const usage = `Say what to do:
  npm run admin -- people                who can enter, in which role, with how many sessions
  npm run admin -- end-sessions          everybody is signed out
  npm run admin -- link <email>          a link for a new password, valid for an hour; makes an account admin if
                                         nobody has that address`;

const holderRow = row({ id: int, email_id: text, role: text, state: text, sessions: int });
const linkMinutes = 60;

/** What only the machine's operator can do, for the day when nobody can sign in. Each deed is in the security log. */
export async function runAdmin(
  owner: ClientConfig,
  appUrl: string,
  [deed, email, ...more]: readonly string[],
): Promise<string> {
  const isRight = more.length === 0 && (deed === 'link') === (email !== undefined);
  if (!isRight || !['people', 'end-sessions', 'link'].includes(deed ?? '')) throw new StartError(usage);
  const pool = createPool(owner);
  try {
    return await inTransaction(pool, async (tx) => {
      if (deed === 'people') {
        const found = await many(
          tx,
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
        return found.map((each) => Object.values(each).join('\t')).join('\n');
      }
      if (deed === 'end-sessions') {
        const ended = await run(tx, sql`delete from sessions`);
        await run(tx, sql`delete from remember_tokens`);
        await recordSecurity(tx, {
          kind: 'access_ended',
          personId: null,
          from: '',
          facts: { sessions: ended, by: 'operator' },
        });
        return `${ended} sessions ended, and no browser is remembered any more.`;
      }
      const known = await maybeOne(
        tx,
        idRow,
        sql`select id from people where lower(email_id) = lower(${email}) and deleted_at is null`,
      );
      const { id } = known ?? (await makeAdmin(tx, email ?? ''));
      await run(tx, sql`update people set suspended_at = null where id = ${id} and suspended_at is not null`);
      const grant = newSecret('g_');
      await insertGrant(tx, hashSecret(grant), id, linkMinutes);
      const facts = { by: 'operator', made: known === null };
      await recordSecurity(tx, { kind: 'access_reset', personId: null, aboutId: id, from: '', facts });
      const link = `${appUrl}/forgotpassword#${encodeURIComponent(grant)}&email=${encodeURIComponent(email ?? '')}`;
      return `${known === null ? 'A new account admin. ' : ''}Open within an hour:\n${link}`;
    });
  } finally {
    await pool.end();
  }
}

async function makeAdmin(tx: Db, email: string): Promise<{ id: number }> {
  const unknown = await hashPassword(newSecret());
  return one(
    tx,
    idRow,
    sql`insert into people (email_id, password_hash, main_role, first_name) values (${email}, ${unknown}, 'admin', 'Admin') returning id`,
  );
}
