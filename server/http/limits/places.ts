import type pg from 'pg';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';

// The driver has many overloads; this passes all of them on.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyQuery = (...given: any[]) => Promise<any>;

/**
 * Gives each kind of calls at most six tenths of the pool, and all kinds together four fifths of it. So calls that
 * wait for a slow table wait for each other: calls of other kinds have connections, and so has the session look-up,
 * which uses the pool itself.
 */
export class Places {
  readonly #pool: pg.Pool;
  readonly #ofKind: ConcurrencyLimiter;
  readonly #ofAll: ConcurrencyLimiter;

  constructor(pool: pg.Pool, { poolSize, poolWaitSeconds }: { poolSize: number; poolWaitSeconds: number }) {
    const limits = { waiting: Infinity, waitSeconds: poolWaitSeconds, full: 'busy' } as const;
    this.#pool = pool;
    this.#ofKind = new ConcurrencyLimiter({ ...limits, running: Math.ceil(poolSize * 0.6) });
    this.#ofAll = new ConcurrencyLimiter({ ...limits, running: poolSize - Math.floor(poolSize / 5) });
  }

  /** Statements and transactions that wait for a place. */
  get waiting(): number {
    return this.#ofKind.waiting + this.#ofAll.waiting;
  }

  /** The pool as calls of this kind see it. */
  poolOf(kind: string): pg.Pool {
    const within = <T>(work: () => Promise<T>): Promise<T> =>
      this.#ofKind.run(kind, () => this.#ofAll.run('all', work));
    const query: AnyQuery = (...given) => within(() => (this.#pool.query as AnyQuery)(...given));
    const connect = () =>
      new Promise<pg.PoolClient>((resolve, reject) => {
        within(async () => {
          const client = await this.#pool.connect();
          const { promise: released, resolve: free } = Promise.withResolvers<void>();
          const release = client.release.bind(client);
          client.release = (error) => {
            release(error);
            free();
          };
          resolve(client);
          await released;
        }).catch(reject);
      });
    return Object.assign(Object.create(this.#pool), { query, connect });
  }
}
