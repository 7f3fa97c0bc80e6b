import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { codeOf } from '../error-code.ts';
import { bool, row, text } from './columns.ts';
import { NotPrimary } from './errors.ts';
import type { Connection, Db, PoolLimits } from './pool.ts';
import { createPool, dropIdle } from './pool.ts';
import type { WalPosition } from './wal-position.ts';
import { one } from './rows.ts';

/** A replica that is silent for so long is not read from. */
const silenceMs = 1_000;
/** Between two checks of a replica, in milliseconds: while a call waits for it, and while none does. */
const pauseMs = 2;
const probeMs = 50;

export interface ReplicaFigures {
  /** Host and port. */
  readonly name: string;
  readonly isInUse: boolean;
  /** Calls that began to read here. */
  readonly reads: number;
  /** Calls that the replica did not finish and the primary did. */
  readonly passedOn: number;
}

export interface Replicas {
  /**
   * The place where one call reads that must see everything up to a position. It is a replica that has replayed as
   * much, with the primary for statements that the replica does not finish; or the primary alone. Throws NotPrimary
   * when the position comes from a former primary.
   */
  readFrom(upTo: WalPosition): Promise<Db>;
  /** Throws NotPrimary for an answer of a former primary, as far as this process knows of the new one. */
  checkPrimary(at: WalPosition): void;
  /** Read-only calls that the primary answered. */
  readonly primaryReads: number;
  /** One pool per address. */
  readonly pools: readonly pg.Pool[];
  figures(): ReplicaFigures[];
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly primary: pg.Pool;
  readonly replicas: readonly Connection[];
  readonly limits: PoolLimits & { readonly replicaWaitMs: number };
}

export function openReplicas({ primary, replicas, limits }: ReplicaOptions): Replicas {
  const checkReplica = async (client: pg.ClientBase) => {
    const [here, there] = [await whoIs(client), await whoIs(primary)];
    if (!here.is_replica || here.cluster !== there.cluster) throw new Error('no replica of this database');
  };
  const all = replicas.map(
    (connection) =>
      new Replica(connection, createPool(connection, limits, checkReplica), limits.replicaWaitMs),
  );
  let newest = 0;
  let turn = 0;
  let primaryReads = 0;

  const checkPrimary = ({ timeline }: WalPosition) => {
    if (timeline < newest) {
      dropIdle(primary);
      throw new NotPrimary('the database has been replaced by another one');
    }
    newest = timeline;
  };

  return {
    checkPrimary,
    async readFrom(upTo) {
      checkPrimary(upTo);
      turn += 1;
      const trusted = all
        .map((_, index) => all[(turn + index) % all.length]!)
        .filter((each) => each.isTrusted(upTo));
      const chosen =
        trusted.find(({ pool }) => pool.waitingCount === 0) ??
        (primary.waitingCount > 0 ? trusted[0] : undefined);
      if (chosen !== undefined && (await chosen.reaches(upTo))) return chosen.reader(primary);
      primaryReads += 1;
      return primary;
    },
    get primaryReads() {
      return primaryReads;
    },
    pools: all.map(({ pool }) => pool),
    figures: () => all.map((each) => each.figures()),
    async close() {
      await Promise.all(all.map(async ({ pool }) => pool.end()));
    },
  };
}

const serverRow = row({ is_replica: bool, cluster: text });

const whoIs = (db: Db) =>
  one(
    db,
    serverRow,
    sql`select pg_is_in_recovery() as is_replica, system_identifier::text as cluster from pg_control_system()`,
  );

// The control file's timeline is late by at most one checkpoint, and never early.
const hasReplayed = `
  select pg_is_in_recovery()
    and pg_last_wal_replay_lsn() - '0/0' >= $1
    and greatest(
      (select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery())
    ) = $2 as has_replayed
`;

/** One replica. Every call asks it anew whether it has replayed enough. */
class Replica {
  readonly pool: pg.Pool;
  readonly #name: string;
  readonly #waitMs: number;
  #reads = 0;
  #passedOn = 0;
  /** False after the replica was too late or silent for a call. Calls then skip it until it has caught up. */
  #isTrusted = false;
  #isProbed = false;

  constructor(connection: Connection, pool: pg.Pool, waitMs: number) {
    this.pool = pool;
    this.#name = nameOf(connection);
    this.#waitMs = waitMs;
  }

  isTrusted(upTo: WalPosition): boolean {
    if (!this.#isTrusted) void this.#probe(upTo);
    return this.#isTrusted;
  }

  async #probe(upTo: WalPosition): Promise<void> {
    if (this.#isProbed) return;
    this.#isProbed = true;
    this.#isTrusted = await this.#has(upTo).catch(() => false);
    await wait(this.#isTrusted ? 0 : probeMs, undefined, { ref: false });
    this.#isProbed = false;
  }

  async #has({ bytes, timeline }: WalPosition): Promise<boolean> {
    const question = { text: hasReplayed, values: [bytes, timeline], query_timeout: silenceMs };
    const { rows } = await this.pool.query<{ has_replayed: boolean }>(question);
    return rows[0]?.has_replayed === true;
  }

  /** Resolves to true when the replica reaches the position before the call has waited too long. */
  async reaches(upTo: WalPosition): Promise<boolean> {
    const until = performance.now() + this.#waitMs;
    try {
      while (this.#isTrusted) {
        if (await this.#has(upTo)) return true;
        if (performance.now() > until) break;
        await wait(pauseMs);
      }
    } catch {
      // It is away or silent, or another server answers.
    }
    this.#isTrusted = false;
    return false;
  }

  /**
   * Reads from the replica. Statements may be canceled there, and the replica may go away; then the primary answers.
   */
  reader(primary: pg.Pool): Db {
    this.#reads += 1;
    let isPassedOn = false;
    const query = async (...question: [query: string | pg.QueryConfig, values?: unknown[]]) => {
      if (!isPassedOn) {
        try {
          return await this.pool.query(...question);
        } catch (error) {
          if (isOwnFault(error)) throw error;
          if (!isPassedOn) this.#passedOn += 1;
          isPassedOn = true;
        }
      }
      return primary.query(...question);
    };
    // Of the driver's many overloads, the one with a promise.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return { query: query as Db['query'] };
  }

  figures(): ReplicaFigures {
    return { name: this.#name, isInUse: this.#isTrusted, reads: this.#reads, passedOn: this.#passedOn };
  }
}

/** The statement or its values are at fault, so the primary would fail the same way or take as long. */
function isOwnFault(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return code.startsWith('22') || (code === '57014' && /statement timeout/.test(String(error)));
}

function nameOf({ connectionString, host, port }: Connection): string {
  if (connectionString === undefined) return `${host}:${port}`;
  const url = new URL(connectionString);
  return `${decodeURIComponent(url.hostname)}:${url.port === '' ? '5432' : url.port}`;
}
