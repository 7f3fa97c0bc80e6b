import type pg from 'pg';

export interface Rehearsal {
  /** For an application. An ordinary pool until the first `undo`, and after `close`. */
  readonly pool: pg.Pool;
  /** Rolls back everything since the last time. */
  undo(): Promise<void>;
  close(): Promise<void>;
}

const steps: Readonly<Record<string, string>> = {
  begin: 'savepoint action',
  commit: 'set constraints all immediate; release savepoint action',
  rollback: 'rollback to savepoint action; release savepoint action',
};

/** The next one waits until the one before has finished. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return async (): Promise<() => void> => {
    const before = last;
    let giveBack = () => {};
    last = new Promise<void>((resolve) => {
      giveBack = resolve;
    });
    await before;
    return giveBack;
  };
}

/** The text of a statement, however it is given to the driver. */
const textOf = (given: unknown): string =>
  typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : String(given);

/**
 * It changes nothing that a failure would have to take back, so it needs no savepoint: two round trips fewer for most
 * statements. One that fails ends the whole rehearsal, until the next `undo`.
 */
const isLook = (given: unknown): boolean => /^\s*select\b/i.test(textOf(given));

/**
 * The addresses of an import are counted at once: the import itself counts them on a connection beside its transaction,
 * and would wait for its preview.
 */
const isCount = (given: unknown): boolean =>
  typeof given === 'object' &&
  given !== null &&
  'values' in given &&
  Array.isArray(given.values) &&
  String(given.values[0]).startsWith('import:');

const methodOf = (target: object, name: string | symbol): unknown => {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? value.bind(target) : value;
};

/**
 * Lets thousands of requests start from the same state of a database: all of them run in one transaction that is rolled
 * back again and again. A transaction of the application is a savepoint in it. At its commit, deferred
 * constraints are checked.
 */
export function rehearse(real: pg.Pool): Rehearsal {
  const takeTurn = createTurns();
  let client: pg.PoolClient | null = null;

  async function within(on: pg.PoolClient, args: unknown[]): Promise<unknown> {
    const step = typeof args[0] === 'string' ? steps[args[0]] : undefined;
    if (step === undefined) return Reflect.apply(on.query, on, args);
    await on.query(step);
    return { command: String(args[0]).toUpperCase(), rows: [] };
  }

  async function alone(on: pg.PoolClient, args: unknown[]): Promise<unknown> {
    const giveBack = await takeTurn();
    try {
      return await (isLook(args[0]) ? Reflect.apply(on.query, on, args) : guarded(on, args));
    } finally {
      giveBack();
    }
  }

  /** Savepoints are left to the end of the transaction: a release would be one more round trip. */
  async function guarded(on: pg.PoolClient, args: unknown[]): Promise<unknown> {
    await on.query('savepoint statement');
    try {
      return await (Reflect.apply(on.query, on, args) as Promise<unknown>);
    } catch (error) {
      await on.query('rollback to savepoint statement');
      throw error;
    }
  }

  async function connectTo(on: pg.PoolClient): Promise<pg.PoolClient> {
    let release: unknown = await takeTurn();
    return new Proxy(on, {
      get(target, name) {
        if (name === 'query') return async (...args: unknown[]) => within(target, args);
        return name === 'release' ? release : methodOf(target, name);
      },
      // An application may add to it what else is to be given back.
      set(target, name, value) {
        if (name !== 'release') return Reflect.set(target, name, value);
        release = value;
        return true;
      },
    });
  }

  const pool = new Proxy(real, {
    get(target, name) {
      const on = client;
      if (on !== null && name === 'query') {
        return async (...args: unknown[]) =>
          isCount(args[0]) ? Reflect.apply(real.query, real, args) : alone(on, args);
      }
      if (on !== null && name === 'connect') return async () => connectTo(on);
      return methodOf(target, name);
    },
  });

  return {
    pool,
    async undo() {
      const giveBack = await takeTurn();
      if (client !== null) await client.query('rollback');
      client ??= await real.connect();
      await client.query('begin');
      giveBack();
    },
    async close() {
      const giveBack = await takeTurn();
      await client?.query('rollback');
      client?.release();
      client = null;
      giveBack();
    },
  };
}
