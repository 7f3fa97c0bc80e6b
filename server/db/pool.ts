import pg from 'pg';
import { Sql } from 'sql-template-tag';
import { isMisled, NotPrimary } from './errors.ts';

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

export const usualLimits: PoolLimits = {
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
    Client: NamedClient,
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
    // One that cannot be heard any more ends nothing, and then we do.
    query_timeout: silenceMs(limits.statementTimeoutSeconds),
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

interface Statement {
  readonly text: string;
  readonly values?: unknown[];
}

const isPlain = (query: unknown): query is Statement =>
  typeof query === 'object' &&
  query !== null &&
  'text' in query &&
  !('submit' in query) &&
  !('name' in query);

/**
 * Makes every statement that is tagged or has values a named prepared one: measured at a third of the database's work
 * for look-ups.
 */
class NamedClient extends pg.Client {
  readonly #names = new Map<string, string>();

  /** Undefined once there are too many. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostNames) return known;
    const name = `q${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  // The driver's overloads are many; this passes all of them on.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(query: any, values?: any, callback?: any): any {
    const statement: unknown = typeof query === 'string' ? { text: query } : query;
    if (!isPlain(statement)) return super.query(query, values, callback);
    const given: unknown = statement.values ?? values;
    const list = Array.isArray(given) ? given : [];
    // A tagged one is a single statement. Others without values may be several in one text, which cannot be prepared.
    const name = query instanceof Sql || list.length > 0 ? this.#nameOf(statement.text) : undefined;
    const own = {
      query_timeout: longerSilence.get(this),
      // A tagged statement is its text and its values, no more.
      ...(query instanceof Sql ? { text: query.text } : statement),
      values: list,
      ...(name === undefined ? {} : { name }),
    };
    return super.query(own, callback ?? (typeof values === 'function' ? values : undefined));
  }
}

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
