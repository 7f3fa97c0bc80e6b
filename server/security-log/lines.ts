import { securityKinds } from '@gurukul/contract/shared/calls/security-kinds';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import * as z from 'zod';
import { instant, int, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';

const lineRow = row({
  entry_id: int,
  at: instant,
  kind: oneOf(securityKinds),
  person_id: int.nullable(),
  about_person_id: int.nullable(),
  from: text.nullable(),
  change_id: int.nullable(),
  facts: z.record(z.string(), z.json()),
  hash: text,
});
/** An entry as it leaves the portal: people by their numbers, and the hash in hexadecimal digits. */
export type SecurityLine = RowOf<typeof lineRow>;

/** Up to `most` entries after the given one that fit the condition on `e`, oldest first. */
export const linesAfter = (db: Db, after: number, most: number, which: Sql): Promise<SecurityLine[]> =>
  many(
    db,
    lineRow,
    sql`
      select e.id as entry_id, e.at, e.kind, e.person_id, e.about_person_id, host(e.from_address) as "from",
        e.change_id, e.facts, encode(e.hash, 'hex') as hash
      from security_entries e
      where e.id > ${after} and ${which}
      order by e.id
      limit ${most}
    `,
  );
