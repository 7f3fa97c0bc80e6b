import pg from 'pg';
import type { Connection, PoolLimits } from './pool.ts';
import { createPool } from './pool.ts';
import type { Position } from './position.ts';

/** How often a replica is asked when nobody waits for it, and when it is taken for lost. */
const beatMs = 500;
const missedBeatMs = 50;
const silenceMs = 1_000;
/** Between two questions while somebody waits. */
const pauseMs = 2;

/** The replica went away, or is another server than it was. */
class ReplicaLost extends Error {}

export interface ReplicaFigures {
  /** Host and port. */
  readonly name: string;
  readonly isInUse: boolean;
  /** Bytes of log between what was last asked for and what it has replayed. */
  readonly behindBytes: number;
  /** Calls that began to read here. */
  readonly reads: number;
  /** Calls whose reading it did not bring to an end, so that the primary did. */
  readonly passedOn: number;
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** As a statement is asked by its text or object. */
export type Question = [query: string | pg.QueryConfig, values?: unknown[]];

interface Seen {
  readonly is_replica: boolean;
  readonly position: number;
  readonly timeline: number;
  readonly cluster: string;
  readonly started_at: string;
}

// What the control file says of the timeline is late by at most a checkpoint, and never early.
const whatItIs = `
  select pg_is_in_recovery() as is_replica,
    coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::float8 as position,
    greatest(
      (select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery())
    ) as timeline,
    (select system_identifier::text from pg_control_system()) as cluster,
    pg_postmaster_start_time()::text as started_at
`;
const howFar = `
  select pg_is_in_recovery() as is_replica, coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::float8 as position
`;
const isTheSame = `
  select pg_is_in_recovery() and pg_postmaster_start_time()::text = $1
    and coalesce(pg_last_wal_replay_lsn() - '0/0', 0) >= $2 as is_same
`;

interface Counts {
  reads: number;
  passedOn: number;
}

interface LifeOptions {
  readonly counts: Counts;
  readonly watch: pg.Client;
  readonly seen: Seen;
  readonly connection: Connection;
  readonly limits: PoolLimits;
  readonly onLost: (life: Life, cause: unknown) => void;
}

interface Waiter {
  readonly bytes: number;
  readonly settle: (isReached: boolean) => void;
}

/**
 * One replica, as long as one connection to it holds. What is known of a server's position is worth nothing for the
 * next server at that address, nor for the same one once it has been started again: it may have replayed less.
 */
export class Life {
  readonly counts: Counts;
  readonly pool: pg.Pool;
  readonly #watch: pg.Client;
  readonly #lose: (cause: unknown) => void;
  readonly #waiters = new Set<Waiter>();
  readonly #running = new Set<(cause: Error) => void>();
  #seen: Seen;
  #isPursuing = false;
  isOver = false;

  constructor({ counts, watch, seen, connection, limits, onLost }: LifeOptions) {
    this.counts = counts;
    this.#watch = watch;
    this.#lose = (cause) => onLost(this, cause);
    this.#seen = seen;
    this.pool = createPool(readOnly(connection), limits, async (client) => this.#checkSame(client));
    watch.once('end', () => this.#lose(new ReplicaLost('its connection ended')));
  }

  get seen(): Seen {
    return this.#seen;
  }

  has({ timeline, bytes }: Position): boolean {
    return !this.isOver && this.#seen.timeline === timeline && this.#seen.position >= bytes;
  }

  async beat(): Promise<void> {
    await this.#look(whatItIs);
  }

  async #look(question: string): Promise<void> {
    const { rows } = await this.#watch.query<Seen>(asked(question));
    const seen = { ...this.#seen, ...rows[0] };
    if (!seen.is_replica) throw new ReplicaLost('it is a replica no longer');
    this.#seen = seen;
    for (const { bytes, settle } of this.#waiters) if (seen.position >= bytes) settle(true);
  }

  /** Whether a position is reached within a time. Everybody who waits is answered by the same questions. */
  async reach(bytes: number, withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isReached: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(isReached);
      };
      const timer = setTimeout(() => settle(false), withinMs);
      const waiter = { bytes, settle };
      this.#waiters.add(waiter);
      void this.#pursue();
    });
  }

  async #pursue(): Promise<void> {
    if (this.#isPursuing) return;
    this.#isPursuing = true;
    try {
      for (;;) {
        await this.#look(howFar);
        if (this.#waiters.size === 0) break;
        await pause();
      }
    } catch (error) {
      this.#lose(error);
    } finally {
      this.#isPursuing = false;
    }
  }

  /** Every connection leads to the server whose position is known: an address may have moved on. */
  async #checkSame(client: pg.ClientBase): Promise<void> {
    const { started_at, position } = this.#seen;
    const { rows } = await client.query<{ is_same: boolean }>(asked(isTheSame, [started_at, position]));
    if (rows[0]?.is_same !== true) throw new ReplicaLost('another server answers at the address');
  }

  /** One statement; given up as soon as the replica is known to be gone, and not only when the driver gives it up. */
  async query(...question: Question): Promise<pg.QueryResult> {
    if (this.isOver) throw new ReplicaLost('it went away');
    return new Promise((resolve, reject) => {
      this.#running.add(reject);
      void this.pool
        .query(...question)
        .then(resolve, reject)
        .finally(() => this.#running.delete(reject));
    });
  }

  /** Nobody waits here any more; what was asked is given up. Settles when its connections are closed. */
  async end(cause: Error): Promise<void> {
    if (this.isOver) return;
    this.isOver = true;
    for (const { settle } of this.#waiters) settle(false);
    for (const giveUp of this.#running) giveUp(cause);
    await Promise.allSettled([this.#watch.end(), this.pool.end()]);
  }
}

const asked = (text: string, values: unknown[] = []) => ({ text, values, query_timeout: silenceMs });

const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
  });

/** Should it be promoted between two questions, nothing of ours is written on it. */
const readOnly = (connection: Connection): Connection => ({
  ...connection,
  options: [connection.options, '-c default_transaction_read_only=on'].filter(Boolean).join(' '),
});

interface ReplicaOptions {
  readonly connection: Connection;
  readonly limits: PoolLimits;
  /** Of the primary: `system_identifier`. */
  readonly clusterId: () => Promise<string>;
  /** Told of every pool before anything is read through it. */
  readonly onPool: (pool: pg.Pool) => void;
}

export class Replica {
  readonly #connection: Connection;
  readonly #limits: PoolLimits;
  readonly #clusterId: () => Promise<string>;
  readonly #onPool: (pool: pg.Pool) => void;
  readonly #name: string;
  readonly #counts: Counts = { reads: 0, passedOn: 0 };
  #life: Life | null = null;
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> | null = null;
  #isClosed = false;
  /** Waited for in vain; until it has come as far, nobody waits again. */
  #missed: Position | null = null;
  #wanted = 0;

  constructor({ connection, limits, clusterId, onPool }: ReplicaOptions) {
    this.#connection = connection;
    this.#limits = limits;
    this.#clusterId = clusterId;
    this.#onPool = onPool;
    this.#name = nameOf(connection);
    this.#beatAfter(0);
  }

  get pool(): pg.Pool | null {
    return this.#life?.pool ?? null;
  }

  /** Ready for a call at once. */
  fit(upTo: Position): Life | null {
    this.#wanted = upTo.bytes;
    return this.#life?.has(upTo) === true ? this.#life : null;
  }

  mayCatchUp({ timeline }: Position): boolean {
    if (this.#life?.seen.timeline !== timeline) return false;
    return this.#missed?.timeline !== timeline || this.#life.has(this.#missed);
  }

  async reach(upTo: Position, withinMs: number): Promise<Life | null> {
    const isReached = (await this.#life?.reach(upTo.bytes, withinMs)) ?? false;
    if (isReached) return this.fit(upTo);
    this.#missed = upTo;
    if (this.#beating === null) this.#beatAfter(missedBeatMs);
    return null;
  }

  figures(): ReplicaFigures {
    const life = this.#life;
    const pool = life?.pool;
    return {
      name: this.#name,
      ...this.#counts,
      isInUse: life !== null,
      behindBytes: life === null ? 0 : Math.max(0, this.#wanted - life.seen.position),
      busy: (pool?.totalCount ?? 0) - (pool?.idleCount ?? 0),
      idle: pool?.idleCount ?? 0,
      waiting: pool?.waitingCount ?? 0,
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#beating;
    await this.#life?.end(new ReplicaLost('closed'));
  }

  #beatAfter(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat().finally(() => {
        this.#beating = null;
        this.#beatAfter(this.#isMissing() ? missedBeatMs : beatMs);
      });
    }, ms);
    this.#timer.unref();
  }

  #isMissing = () => this.#missed !== null && this.#life !== null && !this.#life.has(this.#missed);

  async #beat(): Promise<void> {
    const life = this.#life;
    try {
      if (life === null) this.#life = await this.#begin();
      else await life.beat();
    } catch (error) {
      if (life !== null) this.#lose(life, error);
    }
  }

  #lose(life: Life, cause: unknown): void {
    if (this.#life === life) this.#life = null;
    void life.end(new ReplicaLost('it went away', { cause }));
  }

  async #begin(): Promise<Life> {
    const clusterId = await this.#clusterId();
    const { role: _, ...connection } = this.#connection;
    const watch = new pg.Client({
      ...connection,
      application_name: 'gurukul watch',
      connectionTimeoutMillis: silenceMs,
      keepAlive: true,
    });
    // An ended connection is told by its end; without a listener an error would end the process.
    watch.on('error', () => undefined);
    try {
      await watch.connect();
      const { rows } = await watch.query<Seen>(asked(whatItIs));
      const seen = rows[0]!;
      if (!seen.is_replica || seen.cluster !== clusterId || this.#isClosed)
        throw new ReplicaLost('no replica of this database');
      this.#missed = null;
      const life = new Life({
        counts: this.#counts,
        watch,
        seen,
        connection: this.#connection,
        limits: this.#limits,
        onLost: (lost, cause) => this.#lose(lost, cause),
      });
      this.#onPool(life.pool);
      return life;
    } catch (error) {
      watch.end().catch(() => undefined);
      throw error;
    }
  }
}

function nameOf({ connectionString, host, port }: Connection): string {
  if (connectionString === undefined) return `${host}:${port}`;
  const url = new URL(connectionString);
  return `${decodeURIComponent(url.hostname)}:${url.port === '' ? '5432' : url.port}`;
}
