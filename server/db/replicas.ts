import type pg from 'pg';
import sql from 'sql-template-tag';
import { codeOf } from '../error-code.ts';
import { NotPrimary } from './errors.ts';
import type { Connection, Db, PoolLimits } from './pool.ts';
import { dropIdle } from './pool.ts';
import type { Position } from './position.ts';
import type { Life, Question, ReplicaFigures } from './replica.ts';
import { Replica } from './replica.ts';
import { one } from './rows.ts';

export interface Replicas {
  /**
   * Where one call reads that has to see everything up to a position: one replica that has replayed as much, and the
   * primary for what the replica does not bring to an end; or the primary alone. Throws NotPrimary when the position
   * comes from a primary that has been replaced.
   */
  readFrom(upTo: Position): Promise<Db>;
  /** Refuses what a primary says that has been replaced, as far as this process has heard of it. */
  checkPrimary(at: Position): void;
  /** Calls that only read and were given to the primary. */
  readonly primaryReads: number;
  figures(): ReplicaFigures[];
  /** Tells of every pool to a replica, those to come as well: a replica that was away gets another one. */
  eachPool(tell: (pool: pg.Pool) => void): void;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  readonly primary: pg.Pool;
  readonly replicas: readonly Connection[];
  readonly limits: PoolLimits & { readonly replicaWaitMs: number };
}

export function openReplicas({ primary, replicas, limits }: ReplicaOptions): Replicas {
  const cluster = once(async () => clusterOf(primary));
  const listeners: ((pool: pg.Pool) => void)[] = [];
  const onPool = (pool: pg.Pool) => listeners.forEach((tell) => tell(pool));
  const all = replicas.map((connection) => new Replica({ connection, limits, clusterId: cluster, onPool }));
  let newest = 0;
  let turn = 0;
  let primaryReads = 0;

  const checkPrimary = ({ timeline }: Position) => {
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
      const inTurn = all.map((_, index) => all[(turn + index) % all.length]!);
      const fit = inTurn.flatMap((each) => each.fit(upTo) ?? []);
      const life =
        fit.length === 0
          ? // One is enough: the others are as far behind as it is, or nearly.
            await inTurn.find((each) => each.mayCatchUp(upTo))?.reach(upTo, limits.replicaWaitMs)
          : (fit.find(({ pool }) => pool.waitingCount === 0) ?? (primary.waitingCount > 0 ? fit[0] : null));
      if (life) {
        life.counts.reads += 1;
        return readerOf(life, primary);
      }
      primaryReads += 1;
      return primary;
    },
    get primaryReads() {
      return primaryReads;
    },
    eachPool(tell) {
      listeners.push(tell);
      for (const { pool } of all) if (pool !== null) tell(pool);
    },
    figures: () => all.map((each) => each.figures()),
    async close() {
      await Promise.all(all.map(async (each) => each.close()));
    },
  };
}

const clusterOf = async (db: Db) => {
  const { id } = await one<{ id: string }>(
    db,
    sql`select system_identifier::text as id from pg_control_system()`,
  );
  return id;
};

/** The first answer for good; after a failure the next one asks again. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return async () => {
    known ??= ask().catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

/** Statements end each other's work on a replica, and a replica may go: what the primary could answer, it is asked. */
function readerOf(life: Life, primary: pg.Pool): Db {
  let isPassedOn = false;
  const query = async (...question: Question): Promise<pg.QueryResult> => {
    if (!isPassedOn) {
      try {
        return await life.query(...question);
      } catch (error) {
        if (isOwnFault(error)) throw error;
        if (!isPassedOn) life.counts.passedOn += 1;
        isPassedOn = true;
      }
    }
    return primary.query(...question);
  };
  // Of the driver's many ways to ask, the one that promises.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { query: query as Db['query'] };
}

/** Of the statement or its values: the primary would say the same, or take as long to say nothing. */
function isOwnFault(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return code.startsWith('22') || (code === '57014' && /statement timeout/.test(String(error)));
}
