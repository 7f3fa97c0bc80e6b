import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';

const adminRow = row({ id: int, email_id: text });

/** The account admins who have signed up. */
export const listAdmins = (db: Db) =>
  many(
    db,
    adminRow,
    sql`
      select id, email_id from present_staff
      where main_role = 'admin' and password_hash is not null
      order by id
    `,
  );
