import type { RetentionKind } from '@gurukul/contract/privacy';
import { retentionKindNames, retentionKinds } from '@gurukul/contract/privacy';
import type { Pool } from 'pg';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import * as z from 'zod';
import type { Config } from '#server/config.ts';
import { idRow, instant, int, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { recordSecurity } from '#server/security-log/record.ts';
import type { Storage } from '#server/storage/storage.ts';
import { erasePerson } from './erase.ts';
import { finishErasure } from './finish.ts';
import { nobody, payerColumns, setting } from './places.ts';
import { findPerson } from './who.ts';

/** Where a kind of data is, what is old there, and what happens to it. */
interface Kind {
  readonly table: string;
  /** Condition on rows `t`, older than so many days. */
  readonly isOld: (days: number) => Sql;
  /**
   * The rows go, or these columns get these values. `person`: the person is erased, as by the office. `history`: the
   * database's own function removes the rows.
   */
  readonly remove: 'delete' | 'history' | 'person' | Readonly<Record<string, Sql>>;
}

const before = (column: string) => (days: number) =>
  sql`t.${raw(column)} < now() - make_interval(days => ${days}::int)`;

const oldStudents = (days: number) => sql`
  -- and guests of events, who are stored like guardians
  (
    t.main_role = 'student'
    or t.main_role = 'guardian' and exists (select from event_registrations r where r.student_id = t.id)
  ) and t.erased_at is null and t.merged_into is null
  and t.registered_at < now() - make_interval(days => ${days}::int)
  and not exists (
    select from enrolments e
    where e.student_id = t.id and (e.ended_on is null or e.ended_on > current_date - ${days}::int)
  )
  and not exists (
    select from payments p where p.student_id = t.id and p.paid_at > now() - make_interval(days => ${days}::int)
  )
  and not exists (
    select from event_registrations r
    where r.student_id = t.id and r.registered_at > now() - make_interval(days => ${days}::int)
  )
  -- who pays for somebody, or is a guardian, has not left
  and not exists (select from guardians g where g.guardian_id = t.id)
`;

/** What ends with time. Sessions, codes and counters end by themselves within days (server/http/limits/sweep.ts). */
const kinds: Readonly<Record<RetentionKind, Kind>> = {
  left_students: { table: 'people', isOld: oldStudents, remove: 'person' },
  notes: { table: 'notes', isOld: before('updated_at'), remove: 'delete' },
  closed_cases: {
    table: 'cases',
    isOld: (days) => sql`${before('closed_at')(days)} and t.reason <> ''`,
    remove: { reason: sql`''` },
  },
  answers: {
    table: 'answers',
    isOld: (days) => sql`${before('said_at')(days)} and t.body not in ('', '-')`,
    remove: { body: sql`'-'` },
  },
  corrections: { table: 'corrections', isOld: before('decided_at'), remove: 'delete' },
  enquiries: { table: 'enquiries', isOld: before('received_at'), remove: 'delete' },
  access_requests: { table: 'access_requests', isOld: before('decided_at'), remove: 'delete' },
  mails: {
    table: 'mails',
    isOld: (days) => sql`${before('enqueued_at')(days)} and t.state <> 'queued' and t.recipient <> ${nobody}`,
    remove: {
      recipient: nobody,
      sealed: sql`null`,
      failure: sql`null`,
      bounce: sql`null`,
      marks_address: sql`null`,
    },
  },
  upload_rows: {
    table: 'imported_payments',
    isOld: (days) => sql`
      t.import_id in (select i.id from imports i where i.created_at < now() - make_interval(days => ${days}::int))
      and t.after ?| ${payerColumns}
    `,
    remove: { before: sql`t.before - ${payerColumns}`, after: sql`t.after - ${payerColumns}` },
  },
  known_browsers: { table: 'known_browsers', isOld: before('seen_at'), remove: 'delete' },
  page_devices: { table: 'personal_devices', isOld: before('confirmed_at'), remove: 'delete' },
  sign_in_alarms: { table: 'sign_in_alarms', isOld: before('last_at'), remove: 'delete' },
  history: {
    table: 'audit_entries',
    isOld: (days) => sql`${before('at')(days)} and history_may_end(t.table_name, t.before)`,
    remove: 'history',
  },
};

/** What the trail loses: of a table all values of the rows, or those of some columns. */
const emptied = JSON.stringify(
  Object.fromEntries(
    Object.values(kinds).flatMap(({ table, remove }) =>
      remove === 'person' || remove === 'history'
        ? []
        : [[table, remove === 'delete' ? null : Object.keys(remove)]],
    ),
  ),
);

export type Retention = Readonly<Record<RetentionKind, number | null>>;

const kindDays = z.partialRecord(z.enum(retentionKindNames), z.int().nullable());
const chosenRow = row({ retention: kindDays });

/** In days; null: without an end. `chosen`: instead of what is saved. */
export async function readRetention(db: Db, chosen: Partial<Retention> = {}): Promise<Retention> {
  const { retention } = await one(db, chosenRow, sql`select retention from provider`);
  const days = { ...retention, ...chosen };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every kind is there
  return Object.fromEntries(
    retentionKindNames.map((kind) => [
      kind,
      days[kind] === undefined ? retentionKinds[kind].usual : days[kind],
    ]),
  ) as Retention;
}

const countRow = row({ count: int });

/** How many the sweep would remove now. */
export async function countOld(db: Db, kind: RetentionKind, days: number | null): Promise<number> {
  if (days === null) return 0;
  const { table, isOld } = kinds[kind];
  const { count } = await one(
    db,
    countRow,
    sql`select count(*) as count from ${raw(table)} t where ${isOld(days)}`,
  );
  return count;
}

/** Whether this removes something sooner than now. */
const isSooner = (now: number | null, next: number | null) => next !== null && (now === null || next < now);

/** What of this would remove something sooner. */
export async function soonerOf(db: Db, days: Partial<Retention>): Promise<Partial<Retention>> {
  const now = await readRetention(db);
  return pickKinds(days, (kind, next) => isSooner(now[kind], next));
}

const pickKinds = (
  days: Partial<Retention>,
  isMeant: (kind: RetentionKind, days: number | null) => boolean,
): Partial<Retention> =>
  Object.fromEntries(
    retentionKindNames.flatMap((kind) => {
      const chosen = days[kind];
      return chosen !== undefined && isMeant(kind, chosen) ? [[kind, chosen]] : [];
    }),
  );

const waitsRow = row({ retention_waits: kindDays.nullable(), retention_from: instant.nullable() });

/** Shorter times that were saved and do not count yet, and from when; null: nothing waits. `lock`: until the transaction ends. */
export async function readWaiting(db: Db, { lock = false } = {}) {
  const { retention_waits: days, retention_from: from } = await one(
    db,
    waitsRow,
    sql`select retention_waits, retention_from from provider ${lock ? sql`for no key update` : sql``}`,
  );
  return days === null || from === null ? null : { days, from };
}

/** With how many each of them would remove if it counted now. */
export async function countWaiting(
  db: Db,
  { days, from }: NonNullable<Awaited<ReturnType<typeof readWaiting>>>,
) {
  const kinds = [];
  for (const kind of retentionKindNames) {
    const chosen = days[kind];
    if (chosen !== undefined) kinds.push({ kind, days: chosen, count: await countOld(db, kind, chosen) });
  }
  return { from, kinds };
}

/** In hours: how long shorter times wait before the first sweep by them. */
const waitingHours = 24;

const fromRow = row({ retention_from: instant.nullable() });

/**
 * Longer times count at once. Shorter ones wait a day, with those that wait already. Returns from when what is new counts
 * and how many rows or people it would remove now; null: nothing of it has to wait.
 */
export async function saveRetention(
  tx: Db,
  days: Partial<Retention>,
): Promise<{ readonly from: string; readonly count: number } | null> {
  const waiting = await readWaiting(tx, { lock: true });
  const sooner = await soonerOf(tx, days);
  const atOnce = pickKinds(days, (kind) => sooner[kind] === undefined);
  const waits = { ...pickKinds(waiting?.days ?? {}, (kind) => days[kind] === undefined), ...sooner };
  const isNew = Object.keys(sooner).length > 0;
  const isLeft = Object.keys(waits).length > 0;
  const { retention_from: from } = await one(
    tx,
    fromRow,
    sql`
      update provider
      set retention = retention || ${JSON.stringify(atOnce)}::jsonb,
        retention_waits = ${isLeft ? JSON.stringify(waits) : null}::jsonb,
        retention_from = case
          when ${isNew} then now() + make_interval(hours => ${waitingHours})
          when ${isLeft} then retention_from
        end,
        version = version + 1
      returning retention_from
    `,
  );
  if (!isNew || from === null) return null;
  const counts = [];
  for (const kind of retentionKindNames) counts.push(await countOld(tx, kind, sooner[kind] ?? null));
  return { from, count: counts.reduce((sum, count) => sum + count, 0) };
}

/** Stops what waits. `from`: only what counts from this second on. Returns false when nothing waits any more. */
export async function stopRetention(tx: Db, from: number | null = null): Promise<boolean> {
  const stopped = await run(
    tx,
    sql`
      update provider
      set retention_waits = null, retention_from = null, version = version + 1
      where retention_waits is not null
        and (${from}::bigint is null or floor(extract(epoch from retention_from)) = ${from}::bigint)
    `,
  );
  return stopped > 0;
}

/** What has waited a day counts from now on. */
const beginWaiting = (pool: Pool) =>
  inTransaction(pool, async (tx) => {
    await nameSweep(tx);
    await run(
      tx,
      sql`
        update provider
        set retention = retention || retention_waits, retention_waits = null, retention_from = null,
          version = version + 1
        where retention_from <= now()
      `,
    );
  });

const slice = 200;

interface Sweep {
  readonly pool: Pool;
  readonly config: Pick<Config, 'dataDir' | 'secretKey'>;
  readonly storage: Storage;
}

/**
 * Removes what is older than the office wants, in slices with a transaction each, so that nobody waits. Several
 * processes may sweep at once. Returns the numbers by kind.
 */
export async function sweepOld(sweep: Sweep): Promise<Partial<Record<RetentionKind, number>>> {
  await beginWaiting(sweep.pool);
  const retention = await readRetention(sweep.pool);
  const removed: Partial<Record<RetentionKind, number>> = {};
  for (const kind of retentionKindNames) {
    const days = retention[kind];
    if (days === null) continue;
    for (;;) {
      const count = await removeSlice(sweep, kind, days);
      if (count > 0) removed[kind] = (removed[kind] ?? 0) + count;
      if (count < slice) break;
    }
  }
  if (Object.keys(removed).length > 0) {
    await recordSecurity(sweep.pool, {
      kind: 'erased',
      personId: null,
      from: '',
      facts: { call: 'privacy.sweep', ...removed },
    });
  }
  return removed;
}

async function removeSlice(
  { pool, config, storage }: Sweep,
  kind: RetentionKind,
  days: number,
): Promise<number> {
  const { table, isOld, remove } = kinds[kind];
  if (remove === 'person') {
    const people = await many(
      pool,
      idRow,
      sql`select t.id from people t where ${isOld(days)} order by t.id limit ${slice}`,
    );
    for (const { id } of people) {
      const erased = await inTransaction(pool, async (tx) => {
        await nameSweep(tx);
        const still = await many(
          tx,
          idRow,
          sql`select t.id from people t where t.id = ${id} and ${isOld(days)} for update`,
        );
        return still.length === 0
          ? null
          : erasePerson(tx, await findPerson(tx, id, { withGuardians: true }), config);
      });
      if (erased !== null) await finishErasure(config, storage, erased);
    }
    return people.length;
  }
  if (remove === 'history') {
    const { count } = await one(
      pool,
      countRow,
      sql`select end_history(${days}::integer, ${slice}::integer) as count`,
    );
    return count;
  }
  return inTransaction(pool, async (tx) => {
    await nameSweep(tx);
    const old = sql`
      t.ctid = any(array(select t.ctid from ${raw(table)} t where ${isOld(days)} limit ${slice} for update skip locked))
    `;
    const count = await run(
      tx,
      remove === 'delete'
        ? sql`delete from ${raw(table)} t where ${old}`
        : sql`update ${raw(table)} t set ${setting(remove)} where ${old}`,
    );
    if (count > 0) await run(tx, sql`select forget_swept(${emptied}::jsonb)`);
    return count;
  });
}

/** The trail says that the sweep did it. */
export const nameSweep = (tx: Db) =>
  run(
    tx,
    sql`
      select set_config('gurukul.call', 'privacy.sweep', true), set_config('gurukul.change', '', true),
        set_config('gurukul.person', '', true)
    `,
  );
