import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { idRow } from '#server/db/columns.ts';
import { one } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { hashInSlices } from '#server/http/requests/long-lists.ts';

/** Writes down that a file was saved, and by whom. Returns its number, which the new rows have. */
export async function recordImport(
  tx: Db,
  person: Person,
  kind: 'students' | 'payments',
  { file_name, rows }: { readonly file_name: string; readonly rows: readonly object[] },
): Promise<number> {
  const { id } = await one(
    tx,
    idRow,
    sql`
      insert into imports (kind, file_name, content_hash, row_count, created_by)
      values (${kind}, ${file_name}, ${await hashInSlices(rows)}, ${rows.length}, ${person.id})
      returning id
    `,
  );
  return id;
}
