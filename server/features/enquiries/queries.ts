import type { QueryMapping, QueryType } from '@gurukul/contract/enquiries';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, list, row, text } from '#server/db/columns.ts';
import { many, run } from '#server/db/rows.ts';
import { printOf } from '#server/http/requests/version.ts';

const queryTypeRow = row({ course_type_id: int, course_type_name: text });

export const listTypes = (db: Db): Promise<QueryType[]> =>
  many(
    db,
    queryTypeRow,
    sql`
      select t.id as course_type_id, t.name as course_type_name
      from query_types t
      order by lower(t.name), t.id
    `,
  );

const storedMapping = row({
  course_type_mapp_id: int,
  course_type_id: int,
  email_id: text,
});
type StoredMapping = RowOf<typeof storedMapping>;

const withVersion = (mapping: StoredMapping) => ({
  ...mapping,
  version: printOf(mapping.course_type_id, mapping.email_id),
});

export const listMappings = async (db: Db): Promise<QueryMapping[]> => {
  const mappings = await many(
    db,
    storedMapping,
    sql`
      select m.id as course_type_mapp_id, m.query_type_id as course_type_id, m.email_id
      from query_emails m
      order by m.id
    `,
  );
  return mappings.map(withVersion);
};

export const insertType = (tx: Db, name: string): Promise<number> =>
  run(tx, sql`insert into query_types (name) values (${name})`);

export interface Mapping {
  readonly typeId: number;
  readonly email: string;
}

/** Returns the number of inserted rows: fewer than given when a type does not exist. */
export const insertMappings = (tx: Db, mappings: readonly Mapping[]): Promise<number> =>
  run(
    tx,
    sql`
      insert into query_emails (query_type_id, email_id)
      select t.id, m.email_id
      from unnest(
        ${mappings.map(({ typeId }) => typeId)}::bigint[],
        ${mappings.map(({ email }) => email)}::text[]
      ) with ordinality as m (query_type_id, email_id, place)
      join query_types t on t.id = m.query_type_id
      order by m.place
    `,
  );

/** Returns the number of changed rows: fewer than given when a mapping or a type does not exist. */
export const updateMappings = (
  tx: Db,
  mappings: readonly (Mapping & { readonly id: number })[],
): Promise<number> =>
  run(
    tx,
    sql`
      update query_emails e
      set query_type_id = t.id, email_id = m.email_id
      from unnest(
        ${mappings.map(({ id }) => id)}::bigint[],
        ${mappings.map(({ typeId }) => typeId)}::bigint[],
        ${mappings.map(({ email }) => email)}::text[]
      ) as m (id, query_type_id, email_id)
      join query_types t on t.id = m.query_type_id
      where e.id = m.id
    `,
  );

export const deleteMappings = (tx: Db, ids: readonly number[]): Promise<number> =>
  run(tx, sql`delete from query_emails where id = any(${ids}::bigint[])`);

/** The versions of these mappings. Everybody locks them in the same order. */
export const holdMappings = async (tx: Db, ids: readonly number[]): Promise<Map<number, string>> => {
  const held = await many(
    tx,
    storedMapping,
    sql`
      select m.id as course_type_mapp_id, m.query_type_id as course_type_id, m.email_id
      from query_emails m
      where m.id = any(${ids}::bigint[])
      order by m.id
      for update
    `,
  );
  return new Map(held.map(withVersion).map(({ course_type_mapp_id: id, version }) => [id, version]));
};

const routedType = row({
  id: int,
  name: text,
  /** Mailboxes for the type, each once in any spelling. */
  mailboxes: list(text),
});
export type RoutedType = RowOf<typeof routedType>;

/** Every type with the mailboxes for its questions. */
export const listRoutes = (db: Db): Promise<RoutedType[]> =>
  many(
    db,
    routedType,
    sql`
      select t.id, t.name,
        coalesce(
          array_agg(distinct lower(m.email_id)) filter (where m.id is not null),
          '{}'
        ) as mailboxes
      from query_types t
      left join query_emails m on m.query_type_id = t.id
      group by t.id
      order by t.id
    `,
  );
