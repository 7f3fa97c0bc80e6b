import type { QueryMapping, QueryType } from '@gurukul/contract/enquiries';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { printOf } from '#server/http/version.ts';

export const listTypes = (db: Db): Promise<QueryType[]> =>
  many<QueryType>(
    db,
    sql`
      select t.id as course_type_id, t.name as course_type_name
      from query_types t
      order by lower(t.name), t.id
    `,
  );

type StoredMapping = Pick<QueryMapping, 'course_type_mapp_id' | 'email_id'> & {
  readonly course_type_id: number;
};

const withVersion = (mapping: StoredMapping) => ({
  ...mapping,
  version: printOf(mapping.course_type_id, mapping.email_id),
});

export const listMappings = async (db: Db): Promise<QueryMapping[]> => {
  const mappings = await many<StoredMapping>(
    db,
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

/** How many were written: fewer than asked for when a type does not exist. */
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

/** How many were changed: fewer than asked for when a mapping or a type does not exist. */
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

/** The versions of the mappings with these numbers, held in one order for everybody who changes several. */
export const holdMappings = async (tx: Db, ids: readonly number[]): Promise<Map<number, string>> => {
  const held = await many<StoredMapping>(
    tx,
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

export interface RoutedType {
  readonly id: number;
  readonly name: string;
  /** Mailboxes that hear about it, each once however it is written. */
  readonly mailboxes: readonly string[];
}

/** Every type with the mailboxes its questions go to. */
export const listRoutes = (db: Db): Promise<RoutedType[]> =>
  many<RoutedType>(
    db,
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
