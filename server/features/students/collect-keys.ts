import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { likeText } from '#server/db/like.ts';
import type { Db } from '#server/db/pool.ts';
import { int, joined } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { isAlone, isStudent, joinMine, mine, readSort, sortKeys, studentKey } from './listing.ts';
import type { Keys, Listing, Part } from './listing.ts';

/**
 * The people a search finds, once for both kinds of rows. In a statement of its own: for few people among a million,
 * parallel workers would take longer to start than to finish.
 */
const found = ({ search }: Listing) => sql`
  found as materialized (
    select p.id, p.fullname, p.email_id, p.registered_at
    from people p
    where ${isStudent}
      and lower(p.fullname || ' ' || p.email_id || ' ' || coalesce(p.phone_number, '')) like ${likeText(search)}
  )
`;

/** The sort key and its order. Blanks come last either way, and of equal rows the newest first. */
function sortOf({ sort }: Listing): { readonly key: Sql; readonly keyAlone: Sql; readonly order: Sql } {
  const [column, isDescending] = readSort(sort);
  const none = sql`null::text`;
  const newest = sql`enrolment_id desc nulls last, student_id desc`;
  if (column === null) return { key: none, keyAlone: none, order: newest };
  const key = raw(sortKeys[column]);
  const direction = isDescending ? sql`desc nulls last` : sql`asc`;
  const ofCourse = column === 'course_name';
  const tie = ofCourse ? sql`course_id` : sql`student_id`;
  return {
    key,
    keyAlone: ofCourse ? none : key,
    order: sql`sort_key ${direction}, ${tie} ${direction}, ${newest}`,
  };
}

const pageRow = joined(studentKey.shape, { total: int });

/** Collects and sorts all keys: for a search, for few rows, and for whole lists. */
export async function collectKeys(db: Db, listing: Listing, part?: Part): Promise<Keys> {
  const { key, keyAlone, order } = sortOf(listing);
  const [people, isMeant] = listing.search === '' ? [sql`people p`, isStudent] : [sql`found p`, sql`true`];
  const limit = part === undefined ? sql`` : sql`limit ${part.size}::bigint offset ${part.offset}::bigint`;
  const rows = await many(
    db,
    pageRow,
    sql`
      with ${listing.courseadminId === null ? sql`` : sql`${mine(listing)},`}
      ${listing.search === '' ? sql`` : sql`${found(listing)},`}
      keys as materialized (
        select e.id as enrolment_id, p.id as student_id, mine.id as course_id, ${key} as sort_key
        from ${people}
        join enrolments e on e.student_id = p.id and e.ended_on is null
        ${joinMine(listing)}
        where ${isMeant}
        ${
          listing.withAlone
            ? sql`
                union all
                select null, p.id, null, ${keyAlone}
                from ${people}
                where ${isMeant} and ${isAlone}
              `
            : sql``
        }
      ),
      page as (
        select enrolment_id, student_id, row_number() over (order by ${order}) as position
        from keys
        order by position
        ${limit}
      )
      select total.total, page.enrolment_id, page.student_id
      from (select count(*) as total from keys) total
      left join page on true
      order by page.position
    `,
  );
  return { keys: rows.filter((row) => row.student_id !== null), total: rows[0]?.total ?? 0 };
}
