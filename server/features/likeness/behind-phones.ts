import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';

const lastDigits = (phone: Sql) => sql`right(regexp_replace(${phone}, '[^0-9]', '', 'g'), 9)`;

const behind = row({ value: text, student_id: int });

/**
 * Everybody whose own or guardian's number ends in one of these nine digits, once for each number. Not all of them are
 * students. The index is asked number by number (`offset 0`): the planner takes so many numbers for most of the table, and
 * would read the digits of everybody.
 */
export const findBehindPhones = (db: Db, keys: readonly string[]): Promise<RowOf<typeof behind>[]> =>
  many(
    db,
    behind,
    sql`
      with keys as (select distinct k.key from unnest(${keys}::text[]) k (key)),
      called as (
        select p.value, p.id
        from keys k
        cross join lateral (
          select p.phone_number as value, p.id
          from people p
          where ${lastDigits(sql`p.phone_number`)} = k.key and p.deleted_at is null and p.phone_number is not null
          offset 0
        ) p
        union
        select c.value, c.person_id
        from keys k
        cross join lateral (
          select c.value, c.person_id
          from contacts c
          join people p on p.id = c.person_id and p.deleted_at is null
          where ${lastDigits(sql`c.value`)} = k.key and c.kind = 'phone'
          offset 0
        ) c
      )
      select c.value, c.id as student_id from called c
      union
      select c.value, r.student_id
      from called c
      join guardians r on r.guardian_id = c.id
      order by student_id, value
    `,
  );
