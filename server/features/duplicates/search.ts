import { duplicateReasons } from '@gurukul/contract/duplicates';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { inBatches } from '#server/db/batches.ts';
import { bool, date, int, list, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import { inTransaction } from '#server/db/tx.ts';
import { isStudent } from '#server/db/student.ts';
import type { JobLog, Jobs } from '#server/jobs/open.ts';
import { duplicateQueue } from '#server/jobs/queues.ts';
import { mapInSlices } from '#server/slices.ts';
import { readPhones } from '../likeness/written-phone.ts';
import { findPairs } from './find-pairs.ts';
import type { Candidate, FoundPair } from './find-pairs.ts';

const candidateRow = row({
  id: int,
  names: list(text),
  emails: list(text),
  phones: list(text),
  dob: date.nullable(),
  city: text,
  guardians: list(text),
  is_colleague: bool,
});

const readAtOnce = 2000;

const readSome = (db: Db, after: number) =>
  many(
    db,
    candidateRow,
    sql`
      select p.id, array_prepend(p.fullname, p.other_names) as names, p.dob, lower(trim(p.city)) as city,
        array_remove(array_prepend(nullif(lower(p.email_id), ''), array(
          select lower(c.value) from contacts c where c.person_id = p.id and c.kind = 'email'
        )), null) as emails,
        array_remove(array_prepend(p.phone_number, array(
          select c.value from contacts c where c.person_id = p.id and c.kind = 'phone'
        )), null) as phones,
        array(
          select g.fullname from guardians r join people g on g.id = r.guardian_id where r.student_id = p.id
        ) as guardians,
        p.main_role <> 'student' as is_colleague
      from people p
      where (${isStudent} or p.id in (select s.id from present_staff s)) and p.id > ${after}
      order by p.id
      limit ${readAtOnce}
    `,
  );

async function readCandidates(db: Db): Promise<Candidate[]> {
  const all: Candidate[] = [];
  for (let after = 0; ;) {
    const rows = await readSome(db, after);
    all.push(
      ...(await mapInSlices(rows, (each) => ({
        ...each,
        phones: each.phones.flatMap((phone) => readPhones(phone) ?? []),
      }))),
    );
    if (rows.length < readAtOnce) return all;
    after = rows.at(-1)?.id ?? 0;
  }
}

const storedPair = row({ id: int, one_id: int, other_id: int, reasons: list(oneOf(duplicateReasons)) });
type StoredPair = RowOf<typeof storedPair>;

const keyOf = ({ one_id, other_id, reasons }: Omit<StoredPair, 'id'>) =>
  `${one_id} ${other_id} ${reasons.join()}`;

/** Removes pairs that no longer hold and adds new ones. Pairs that somebody judged stay as they are. */
async function savePairs(tx: Db, found: readonly FoundPair[]): Promise<void> {
  const stored = await many(
    tx,
    storedPair,
    sql`select id, one_id, other_id, reasons from duplicate_pairs where different_since is null`,
  );
  const wanted = new Map(
    found.map(({ one: one_id, other: other_id, reasons }) => {
      const pair = { one_id, other_id, reasons: [...reasons] };
      return [keyOf(pair), pair];
    }),
  );
  const present = new Set(stored.map(keyOf));
  await run(
    tx,
    sql`
      delete from duplicate_pairs
      where id = any(${stored.filter((pair) => !wanted.has(keyOf(pair))).map(({ id }) => id)}::bigint[])
        and different_since is null
    `,
  );
  await inBatches(
    [...wanted].filter(([key]) => !present.has(key)).map(([, pair]) => pair),
    (pairs) =>
      run(
        tx,
        sql`
          insert into duplicate_pairs (one_id, other_id, reasons)
          select one_id, other_id, string_to_array(reasons, ',')
          from unnest(
            ${pairs.map(({ one_id }) => one_id)}::bigint[],
            ${pairs.map(({ other_id }) => other_id)}::bigint[],
            ${pairs.map(({ reasons }) => reasons.join())}::text[]
          ) as n (one_id, other_id, reasons)
          on conflict (one_id, other_id) do nothing
        `,
      ),
  );
}

/** Searches all students, and the colleagues who may be one of them. Throws when another process is searching. */
export const searchDuplicates = (pool: pg.Pool): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await takeTurn(tx, 'search for duplicates');
    await savePairs(tx, await findPairs(await readCandidates(tx)));
  });

const looksEveryMs = 10 * 60_000;
/** Far longer than a key lasts. */
const onceInSeconds = 30 * 24 * 60 * 60;

const dueRow = row({ night: text, last_import: int });

/** Asks for a search once a night, from two o'clock in Kolkata, and after each import. All processes ask for the same. */
async function askForSearch(pool: pg.Pool, jobs: Jobs): Promise<void> {
  const { night, last_import } = await one(
    pool,
    dueRow,
    sql`
      select to_char(now() at time zone 'Asia/Kolkata' - interval '2 hours', 'YYYY-MM-DD') as night,
        coalesce((select max(id) from imports where kind = 'students'), 0) as last_import
    `,
  );
  await jobs.send(
    duplicateQueue,
    {},
    { singletonKey: `${night} ${last_import}`, singletonSeconds: onceInSeconds },
  );
}

/** Searches in the background until the jobs are closed. */
export async function searchInBackground(pool: pg.Pool, jobs: Jobs, log: JobLog): Promise<void> {
  const ask = () =>
    void askForSearch(pool, jobs).catch((error: unknown) =>
      log.warn({ err: error }, 'no search for duplicates'),
    );
  const timer = setInterval(ask, looksEveryMs).unref();
  jobs.once('stopped', () => clearInterval(timer));
  await jobs.work(duplicateQueue, { pollingIntervalSeconds: 60 }, async () => searchDuplicates(pool));
  ask();
}
