import { securityKinds } from '@gurukul/contract/shared/calls/security-kinds';
import type { security, SecurityEntryRow } from '@gurukul/contract/security';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import * as z from 'zod';
import { instant, int, object, oneOf, row, text } from '#server/db/columns.ts';
import { likeText, personSoundsLike } from '#server/db/like.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';

type Filters = Omit<z.output<typeof security.get_log.input>, 'page' | 'pageSize'>;

/** Condition on `security_entries e`. */
export function fits({ kind, person_id: personId, search, from = '', to = '' }: Filters): Sql {
  const parts = [
    ...(kind ? [sql`e.kind = ${kind}`] : []),
    ...(personId === null ? [] : [sql`(e.person_id = ${personId} or e.about_person_id = ${personId})`]),
    ...(from === '' ? [] : [sql`e.at >= ${from}::timestamp at time zone 'Asia/Kolkata'`]),
    ...(to === '' ? [] : [sql`e.at < (${to}::date + 1)::timestamp at time zone 'Asia/Kolkata'`]),
    ...(search
      ? [
          sql`exists (
            select from people p
            where p.id in (e.person_id, e.about_person_id)
              and (lower(p.fullname) like ${likeText(search)} or ${personSoundsLike(sql`p.id`, search)})
          )`,
        ]
      : []),
  ];
  return parts.length === 0 ? sql`true` : join(parts, ' and ');
}

const person = object({ user_id: int, fullname: text }).nullable();
const entryRow = row({
  entry_id: int,
  at: instant,
  kind: oneOf(securityKinds),
  by: person,
  about: person,
  from: text.nullable(),
  change_id: int.nullable(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

const named = (id: Sql): Sql =>
  sql`(select json_build_object('user_id', p.id, 'fullname', p.fullname) from people p where p.id = ${id})`;

/** One page of the log, newest first. */
export const listEntries = (db: Db, which: Sql, window: Window): Promise<SecurityEntryRow[]> =>
  many(
    db,
    entryRow,
    sql`
      select e.id as entry_id, e.at, e.kind, ${named(sql`e.person_id`)} as by, ${named(sql`e.about_person_id`)} as about,
        host(e.from_address) as "from", e.change_id, e.facts
      from security_entries e
      where ${which}
      order by e.id desc
      ${limitTo(window)}
    `,
  );

const countRow = row({ count: int });

export const countEntries = async (db: Db, which: Sql): Promise<number> =>
  (await one(db, countRow, sql`select count(*) as count from security_entries e where ${which}`)).count;
