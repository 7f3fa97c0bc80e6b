import type { ChainProblem } from '@gurukul/contract/security';
import sql from 'sql-template-tag';
import { int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, one } from '#server/db/rows.ts';

export interface Checked {
  readonly entries: number;
  readonly problem: ChainProblem | null;
  /** The first entry that is wrong, or does not follow on the one before. */
  readonly at: number | null;
  /** The hash of the last entry, in hexadecimal digits. */
  readonly end: string;
}

const readAtOnce = 10_000;

const partRow = row({
  entries: int,
  last_id: int.nullable(),
  last_hash: text.nullable(),
  wrong_id: int.nullable(),
});

const endRow = row({ entry_id: int, is_there: text.nullable() });

/**
 * Computes every hash of the security log anew. The last entry that went out must be there too, so that a missing end
 * is found.
 */
export async function checkChain(db: Db): Promise<Checked> {
  // Read before the entries, which only become more.
  const sent = await maybeOne(
    db,
    endRow,
    sql`
      select s.entry_id, (
        select case when e.hash = s.hash then 'same' else 'other' end from security_entries e where e.id = s.entry_id
      ) as is_there
      from security_stream s where s.entry_id > 0
    `,
  );
  let entries = 0;
  let hash = '';
  for (;;) {
    const part = await one(
      db,
      partRow,
      sql`
        with part as (
          select e.id, e.hash,
            e.id <> ${entries}::bigint + row_number() over w
              or e.hash <> security_hash(coalesce(lag(e.hash) over w, decode(${hash}, 'hex')), e) as is_wrong
          from security_entries e
          where e.id in (
            select n.id from security_entries n where n.id > ${entries} order by n.id limit ${readAtOnce}
          )
          window w as (order by e.id)
        )
        select count(*)::integer as entries, max(id) as last_id,
          encode((array_agg(hash order by id desc))[1], 'hex') as last_hash,
          min(id) filter (where is_wrong) as wrong_id
        from part
      `,
    );
    if (part.wrong_id !== null) return { entries, problem: 'changed', at: part.wrong_id, end: hash };
    if (part.last_id === null || part.last_hash === null) break;
    entries = part.last_id;
    hash = part.last_hash;
    if (part.entries < readAtOnce) break;
  }
  if (sent !== null && sent.is_there !== 'same') {
    const problem = sent.is_there === null ? 'cut' : 'changed';
    return { entries, problem, at: problem === 'cut' ? entries + 1 : sent.entry_id, end: hash };
  }
  return { entries, problem: null, at: null, end: hash };
}
