import sql from 'sql-template-tag';
import { row, text } from './columns.ts';
import type { Db } from './pool.ts';
import { many } from './rows.ts';

/**
 * The standbys for which this database keeps its log and which do not read it: they are away, or were away for so long
 * that it is gone. PostgreSQL names no standby that has no slot, and Patroni gives each one a slot.
 */
export async function listStrayStandbys(db: Db): Promise<string[]> {
  const strays = await many(
    db,
    row({ name: text }),
    sql`
      select slot_name::text as name from pg_replication_slots
      where slot_type = 'physical' and not temporary and not active
      order by slot_name
    `,
  );
  return strays.map(({ name }) => name);
}
