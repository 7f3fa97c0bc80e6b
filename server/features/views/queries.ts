import type { NamedThing } from '@gurukul/contract/views';
import { namedThings } from '@gurukul/contract/views';
import sql, { join } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { bool, idRow, int, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne, one, run } from '#server/db/rows.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { ownClasses, ownCourses, ownEvents } from '#server/http/identity/scope.ts';

/** Condition on `saved_views v`: the caller sees it. */
const isSeen = ({ id, role }: Caller): Sql => sql`v.role = ${role} and (v.for_office or v.author_id = ${id})`;

/** Condition on `saved_views v`: the caller may change it. Account admins take care of the views of every role. */
const isChangeable = ({ id, role }: Caller): Sql =>
  sql`(v.author_id = ${id} or (v.for_office and ${role === 'admin'}))`;

const storedView = row({
  view_id: int,
  name: text,
  address: text,
  for_office: bool,
  author: text,
  may_change: bool,
});

export const listViews = (db: Db, caller: Caller, list: string) =>
  many(
    db,
    storedView,
    sql`
      select v.id as view_id, v.name, v.address, v.for_office, p.fullname as author,
        ${isChangeable(caller)} as may_change
      from saved_views v
      join people p on p.id = v.author_id
      where v.list = ${list} and ${isSeen(caller)}
      order by v.name collate natural_order, v.id
    `,
  );

/** The statements that find the ids of a kind within the caller's reach. Every teacher is in the directory. */
const reached: Readonly<Record<NamedThing, (caller: Caller, ids: readonly number[]) => Sql>> = {
  course: (caller, ids) => sql`
    select 'course' as kind, c.id
    from courses c
    where c.id = any(${ids}::bigint[]) and c.deleted_at is null and ${ownCourses(caller)}
  `,
  class: (caller, ids) => sql`
    select 'class', k.id
    from classes k
    join courses c on c.id = k.course_id and c.deleted_at is null
    where k.id = any(${ids}::bigint[]) and k.deleted_at is null and ${ownClasses(caller)}
  `,
  teacher: (_, ids) => sql`
    select 'teacher', p.id
    from people p
    where p.id = any(${ids}::bigint[]) and p.deleted_at is null and 'teacher' in (p.main_role, p.as_role)
  `,
  event: (caller, ids) => sql`
    select 'event', e.id
    from events e
    left join courses c on c.id = e.course_id
    where e.id = any(${ids}::bigint[]) and e.deleted_at is null and ${ownEvents(caller)}
  `,
};

const reachedRow = row({ kind: oneOf(namedThings), id: int });

export interface NamedId {
  readonly kind: NamedThing;
  readonly id: number;
}

/** Those of the things that the caller can see. */
export const listReached = (db: Db, caller: Caller, named: readonly NamedId[]): Promise<NamedId[]> =>
  many(
    db,
    reachedRow,
    join(
      namedThings.map((kind) =>
        reached[kind](
          caller,
          named.filter((one) => one.kind === kind).map(({ id }) => id),
        ),
      ),
      ' union all ',
    ),
  );

export interface NewView {
  readonly list: string;
  readonly name: string;
  readonly address: string;
  readonly for_office: boolean;
}

const countRow = row({ of_list: int, of_person: int });

/** How many views there are that count against the limits of a new one. Those of its own name do not. */
export const countViews = (db: Db, { id, role }: Caller, { list, name, for_office }: NewView) =>
  one(
    db,
    countRow,
    sql`
      select
        (
          select count(*) from saved_views v
          where v.list = ${list} and v.role = ${role} and v.for_office = ${for_office} and v.name <> ${name}
            and (v.for_office or v.author_id = ${id})
        ) as of_list,
        (select count(*) from saved_views v where v.author_id = ${id} and v.name <> ${name}) as of_person
    `,
  );

/** Returns the id; null if the office has a view of that name that the caller may not change. */
export async function saveView(
  tx: Db,
  caller: Caller,
  { list, name, address, for_office }: NewView,
): Promise<number | null> {
  const known = for_office
    ? sql`(role, list, name) where for_office`
    : sql`(author_id, role, list, name) where not for_office`;
  const saved = await maybeOne(
    tx,
    idRow,
    sql`
      insert into saved_views as v (author_id, role, list, name, address, for_office)
      values (${caller.id}, ${caller.role}, ${list}, ${name}, ${address}, ${for_office})
      on conflict ${known} do update set address = excluded.address where ${isChangeable(caller)}
      returning v.id
    `,
  );
  return saved?.id ?? null;
}

/** Returns the number of deleted views: 0 when there is none that the caller may change. */
export const deleteView = (tx: Db, caller: Caller, id: number): Promise<number> =>
  run(tx, sql`delete from saved_views v where v.id = ${id} and ${isChangeable(caller)}`);
