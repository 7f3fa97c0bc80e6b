import type { AccountAdmin } from '@gurukul/contract/access';
import sql from 'sql-template-tag';
import { bool, instant, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, run } from '#server/db/rows.ts';
import { isStaff } from '#server/db/staff.ts';
import { hasFactorNow } from '#server/http/identity/factor-rule.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';

const adminRow = row({
  user_id: int,
  fullname: text,
  email_id: text,
  last_seen_at: instant.nullable(),
  has_second_factor: bool,
  suspended_at: instant.nullable(),
});

/** Every account admin, by name. An ended session leaves no row, so the browsers that are known count too. */
export const listAccountAdmins = (db: Db): Promise<AccountAdmin[]> =>
  many(
    db,
    adminRow,
    sql`
      select p.id as user_id, p.fullname, p.email_id, p.suspended_at, ${hasFactorNow} as has_second_factor,
        greatest(
          (select max(s.last_seen_at) from sessions s where s.person_id = p.id),
          (select max(b.seen_at) from known_browsers b where b.person_id = p.id)
        ) as last_seen_at
      from people p
      where ${isStaff} and p.main_role = 'admin'
      order by lower(p.fullname), p.id
    `,
  );

/**
 * Until the transaction ends, nobody else suspends or resets an account admin. Somebody who was signed out by another admin
 * meanwhile is refused, so that two who act on each other leave one who can sign in.
 */
export async function takeTurn(tx: Db, { sessionId }: Person): Promise<void> {
  await run(tx, sql`select p.id from people p where p.main_role = 'admin' order by p.id for no key update`);
  if (!(await exists(tx, sql`select from sessions where id = ${sessionId}`))) throw fail('not_allowed');
}
