import pg from 'pg';
import type { Db } from '../db/pool.ts';
import type { TestDatabase } from './db.ts';

export interface NotedChange {
  readonly table: string;
  readonly action: 'INSERT' | 'UPDATE' | 'DELETE';
}

/**
 * From here on PostgreSQL notes every inserted, changed or deleted row of every table, within the same transaction. So
 * rolled back changes leave no note, and no committed one is missed. Returns the notes since the last call.
 */
export async function watchTables({ owner }: TestDatabase, db: Db): Promise<() => Promise<NotedChange[]>> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query(`
      create table noted (id bigint generated always as identity, "table" text not null, action text not null);
      grant select, delete on noted to gurukul_app;
      create function note_change() returns trigger language plpgsql security definer as $$
      begin
        insert into public.noted ("table", action) values (tg_table_name, tg_op);
        return null;
      end
      $$;
      do $$
      declare
        watched regclass;
      begin
        for watched in
          select c.oid from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'noted'
            and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
        loop
          execute format('create trigger noted after insert or update or delete on %s for each row
            execute function note_change()', watched);
        end loop;
      end
      $$;
    `);
  } finally {
    await client.end();
  }
  return async () => {
    const { rows } = await db.query<NotedChange>('delete from noted returning "table", action');
    return rows;
  };
}
