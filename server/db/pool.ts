import pg from 'pg';
import { Sql } from 'sql-template-tag';
import { isMisled, noAnswer, NotPrimary } from './errors.ts';

/** Anything statements can be sent to: the pool for reads, the one connection of a transaction for writes. */
export type Db = Pick<pg.PoolClient, 'query'>;

export interface PoolLimits {
  readonly poolSize: number;
  readonly poolWaitSeconds: number;
  readonly statementTimeoutSeconds: number;
  readonly lockTimeoutSeconds: number;
  readonly idleInTransactionSeconds: number;
}

export type Connection = pg.ClientConfig & {
  /** Taken on at connect: a login that may do more than the application should works as this role. */
  readonly role?: string;
};

const usualLimits: PoolLimits = {
  poolSize: 10,
  poolWaitSeconds: 2,
  statementTimeoutSeconds: 10,
  lockTimeoutSeconds: 3,
  idleInTransactionSeconds: 15,
};

// What the database itself ends arrives a moment after its time.
const graceSeconds = 2;
const silenceMs = (statementSeconds: number) => (statementSeconds + graceSeconds) * 1000;

/**
 * The pool the application works with. Waiting for a free connection ends after two seconds: an honest "busy" beats a
 * queue that only grows. What a new connection has to show first, `check` asks of it; when that throws, it is closed.
 */
export function createPool(
  connection: Connection,
  limits: PoolLimits = usualLimits,
  check?: (client: pg.ClientBase) => Promise<void>,
): pg.Pool {
  const { role, ...client } = connection;
  const settings = [
    '-c TimeZone=UTC',
    '-c DateStyle=ISO',
    ...(role === undefined ? [] : [`-c role=${role}`]),
  ];
  const pool = new pg.Pool({
    ...client,
    Client: clientGivingUpAfter(silenceMs(limits.statementTimeoutSeconds)),
    options: [client.options, ...settings].filter(Boolean).join(' '),
    types: { getTypeParser },
    application_name: client.application_name ?? 'gurukul',
    // A machine that is gone says nothing: an idle connection to it is found out after these and ten seconds more.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // The pool waits for it, which its types do not know.
    // oxlint-disable-next-line typescript/no-misused-promises
    ...(check === undefined ? {} : { onConnect: check }),
    max: limits.poolSize,
    connectionTimeoutMillis: limits.poolWaitSeconds * 1000,
    statement_timeout: limits.statementTimeoutSeconds * 1000,
    lock_timeout: limits.lockTimeoutSeconds * 1000,
    idle_in_transaction_session_timeout: limits.idleInTransactionSeconds * 1000,
  });
  replaceBroken(pool);
  return pool;
}

function replaceBroken(pool: pg.Pool): void {
  // A connection that breaks while idle is simply replaced; without a listener it would end the process.
  pool.on('error', () => undefined);
  pool.on('release', (error: unknown) => {
    if (isMisled(error)) dropIdle(pool);
  });
}

/** Asks of a connection what `target_session_attrs=primary` asks elsewhere: writes need it, and so do true answers. */
export async function demandPrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_replica: boolean }>('select pg_is_in_recovery() as is_replica');
  if (rows[0]?.is_replica !== false) throw new NotPrimary('the database is a replica');
}

/**
 * Closes the connections that nobody uses. One that has shown that the server behind it is silent or read-only speaks
 * for those made before it: new ones are led to where the database is now.
 */
export function dropIdle(pool: pg.Pool): void {
  for (let left = pool.idleCount; left > 0 && !pool.ending; left -= 1) {
    pool.connect().then(
      (client) => client.release(true),
      () => undefined,
    );
  }
}

/**
 * A few connections more, for what must be written beside a transaction and outlive its refusal. Taken from the pool
 * itself, transactions that hold all of its connections would wait for one more until all of them fail.
 */
export function createSidePool(pool: pg.Pool, size = 3): pg.Pool {
  const { options } = pool;
  // The driver hides these two from copies, lest they be logged.
  const side = new pg.Pool({ ...options, password: options.password, ssl: options.ssl, max: size });
  replaceBroken(side);
  return side;
}

const longerSilence = new WeakMap<object, number>();

/**
 * For a transaction whose statements may take longer than usual, `null` for as usual. Only how long we wait: what the
 * database allows is its `statement_timeout`, which the transaction sets as well.
 */
export function waitFor(tx: object, statementSeconds: number | null): void {
  if (statementSeconds === null) longerSilence.delete(tx);
  else longerSilence.set(tx, silenceMs(statementSeconds));
}

// Texts built at run time must not grow a connection's statements without end.
const mostNames = 1000;

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/**
 * The statements of one connection, by the length of their text. Statements are put together anew each time, and to find
 * one by its text every letter of it would be hashed: comparing it with the few that are as long takes a fifth of that.
 */
class StatementNames {
  readonly #byLength = new Map<number, NamedText[]>();
  #count = 0;

  /** Undefined once there are too many. The text is always the same string, as it was first seen. */
  of(text: string): NamedText | undefined {
    const alike = this.#byLength.get(text.length);
    if (alike !== undefined) for (const one of alike) if (one.text === text) return one;
    if (this.#count >= mostNames) return undefined;
    const made = { name: `q${this.#count}`, text };
    this.#count += 1;
    if (alike === undefined) this.#byLength.set(text.length, [made]);
    else alike.push(made);
    return made;
  }
}

interface Statement {
  readonly text: string;
  readonly values?: unknown[];
  readonly name?: string;
}

const isPlain = (query: unknown): query is Statement =>
  typeof query === 'object' &&
  query !== null &&
  'text' in query &&
  !('submit' in query) &&
  !('name' in query);

type Answer = (error: Error | null | undefined, result?: pg.QueryResult) => void;

const isAnswer = (value: unknown): value is Answer => typeof value === 'function';

/** A statement that was sent and not answered yet. */
interface Awaited {
  /** By the clock of `performance.now()`. */
  readonly until: number;
  giveUp(): void;
}

/**
 * Makes every statement that is tagged or has values a named prepared one: measured at a third of the database's work
 * for look-ups.
 *
 * The database ends what takes too long; one that cannot be heard any more ends nothing, and then we do. The driver's own
 * `query_timeout` makes a timer for each statement and puts a callback of its own in the place of ours, and by that each
 * request is kept until the next collection of everything: one timer for each connection looks after all of its statements.
 */
class NamedClient extends pg.Client {
  readonly #names = new StatementNames();
  readonly #awaited = new Set<Awaited>();
  #timer: NodeJS.Timeout | undefined;
  #looksAt = Infinity;

  /** How long an answer may take. */
  protected readonly silence: number = silenceMs(usualLimits.statementTimeoutSeconds);

  // The driver's overloads are many; this passes all of them on.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(query: any, values?: any, callback?: any): any {
    const statement: unknown = typeof query === 'string' ? { text: query, values } : query;
    if (!isPlain(statement)) return super.query(query, values, callback);
    const given: unknown = statement.values ?? values;
    const { text } = statement;
    const list = Array.isArray(given) ? given : [];
    // A tagged one is a single statement. Others without values may be several in one text, which cannot be prepared.
    const named = list.length > 0 || query instanceof Sql ? this.#names.of(text) : undefined;
    const own = {
      // A copy: the caller's object is not ours to change. A tagged statement is its text and its values, no more.
      ...(typeof query === 'string' || query instanceof Sql ? {} : query),
      ...(named ?? { text }),
    };
    const answer: unknown = callback ?? values;
    if (isAnswer(answer)) return super.query(own, list, this.#watched(answer));
    return new Promise((resolve, reject) => {
      const settle: Answer = (error, result) => (error ? reject(error) : resolve(result));
      super.query(own, list, this.#watched(settle));
    }).catch((error: unknown) => {
      // As the driver does where it promises: from where it was asked, not from where bytes arrived.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    });
  }

  /** The same answer, or that there is none. */
  #watched(answer: Answer): Answer {
    const ms = longerSilence.get(this) ?? this.silence;
    const awaited: Awaited = {
      until: performance.now() + ms,
      giveUp: () => answer(new Error(noAnswer)),
    };
    this.#awaited.add(awaited);
    if (awaited.until < this.#looksAt) this.#lookAt(awaited.until, ms);
    return (error, result) => {
      // What comes after it was given up is too late.
      if (this.#awaited.delete(awaited)) answer(error, result);
    };
  }

  #lookAt(at: number, ms: number): void {
    clearTimeout(this.#timer);
    this.#looksAt = at;
    this.#timer = setTimeout(() => this.#look(), ms).unref();
  }

  /** It finds nothing as a rule: what was awaited when the timer was set has been answered long ago. */
  #look(): void {
    this.#looksAt = Infinity;
    const now = performance.now();
    const late = [...this.#awaited].filter(({ until }) => until <= now);
    for (const awaited of late) {
      this.#awaited.delete(awaited);
      awaited.giveUp();
    }
    const next = Math.min(...[...this.#awaited].map(({ until }) => until));
    if (next < this.#looksAt) this.#lookAt(next, next - now);
  }
}

const clientGivingUpAfter = (ms: number) =>
  class extends NamedClient {
    protected override readonly silence = ms;
  };

const oid = {
  int8: 20,
  date: 1082,
  timestamptz: 1184,
  int8Array: 1016,
  dateArray: 1182,
  timestamptzArray: 1185,
};

/** A whole number that JavaScript can hold exactly; ids and counts never get near the end. */
function toNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

/** '2026-01-02 03:04:05.6789+00' as '2026-01-02T03:04:05.678Z'; what lies outside of four-digit years stays as it is. */
function toInstant(text: string): string {
  if (text[10] !== ' ' || !text.endsWith('+00')) return text;
  const milliseconds = text.slice(20, -3).padEnd(3, '0').slice(0, 3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

const textArrayOid: number = 1009;
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(textArrayOid, 'text');
const arrayOf =
  <T>(parse: (text: string) => T) =>
  (text: string) =>
    textArray(text).map((item) => (item === null ? null : parse(item)));
const asText = (text: string) => text;

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, toNumber],
  [oid.date, asText],
  [oid.timestamptz, toInstant],
  [oid.int8Array, arrayOf(toNumber)],
  [oid.dateArray, arrayOf(asText)],
  [oid.timestamptzArray, arrayOf(toInstant)],
]);

function getTypeParser(type: number, format: 'text' | 'binary' = 'text') {
  if (format === 'binary') return pg.types.getTypeParser(type, format);
  return parsers.get(type) ?? pg.types.getTypeParser(type, format);
}
