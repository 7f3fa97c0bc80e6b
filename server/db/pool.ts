import pg from 'pg';
import { Sql } from 'sql-template-tag';
import { isMisled, NotPrimary } from './errors.ts';

/** Runs statements: the pool for reads, the one connection of a transaction for writes. */
export type Db = Pick<pg.PoolClient, 'query'>;

export interface PoolLimits {
  readonly poolSize: number;
  readonly poolWaitSeconds: number;
  readonly statementTimeoutSeconds: number;
  readonly lockTimeoutSeconds: number;
  readonly idleInTransactionSeconds: number;
}

export type Connection = pg.ClientConfig & {
  /** The role that a connection takes on, for a login that has more rights than the application should have. */
  readonly role?: string;
};

export const usualLimits: PoolLimits = {
  poolSize: 10,
  poolWaitSeconds: 2,
  statementTimeoutSeconds: 10,
  lockTimeoutSeconds: 3,
  idleInTransactionSeconds: 15,
};

// A time-out of the database itself arrives a moment late.
const graceSeconds = 2;
const silenceMs = (statementSeconds: number) => (statementSeconds + graceSeconds) * 1000;

/**
 * Creates the application's pool. A request waits at most two seconds for a free connection: a quick "busy" is better
 * than a growing queue. `check` inspects each new connection; if it throws, the connection is closed.
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
    // A dead machine says nothing. TCP notices it on an idle connection after this time and ten seconds more.
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // The pool waits for the promise, although its types do not say so.
    // oxlint-disable-next-line typescript/no-misused-promises
    ...(check === undefined ? {} : { onConnect: check }),
    max: limits.poolSize,
    connectionTimeoutMillis: limits.poolWaitSeconds * 1000,
    // When the connection is silent, the database cannot end the statement, so the driver does.
    query_timeout: silenceMs(limits.statementTimeoutSeconds),
    statement_timeout: limits.statementTimeoutSeconds * 1000,
    lock_timeout: limits.lockTimeoutSeconds * 1000,
    idle_in_transaction_session_timeout: limits.idleInTransactionSeconds * 1000,
  });
  replaceBroken(pool);
  return pool;
}

function replaceBroken(pool: pg.Pool): void {
  // The pool replaces an idle connection that breaks. Without a listener the error would end the process.
  pool.on('error', () => undefined);
  pool.on('release', (error: unknown) => {
    if (isMisled(error)) dropIdle(pool);
  });
}

/**
 * Throws unless the server is the primary, as `target_session_attrs=primary` does elsewhere. Writes need it, and so do
 * correct reads.
 */
export async function demandPrimary(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ is_replica: boolean }>('select pg_is_in_recovery() as is_replica');
  if (rows[0]?.is_replica !== false) throw new NotPrimary('the database is a replica');
}

/**
 * Closes idle connections after one of them showed that the server is silent or read-only. New connections reach the
 * server that is the primary now.
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
 * Creates a small second pool for writes beside a transaction that must outlive its refusal. With the first pool,
 * transactions that use all of its connections would wait for one more until all of them fail.
 */
export function createSidePool(pool: pg.Pool, size = 3): pg.Pool {
  const { options } = pool;
  // The driver hides these two fields from copies, so that nobody logs them.
  const side = new pg.Pool({ ...options, password: options.password, ssl: options.ssl, max: size });
  replaceBroken(side);
  return side;
}

const longerSilence = new WeakMap<object, number>();

/**
 * Lets a transaction wait longer for its statements; `null` restores the usual time. This is only the client's wait.
 * The transaction also sets the database's `statement_timeout`.
 */
export function waitFor(tx: object, statementSeconds: number | null): void {
  if (statementSeconds === null) longerSilence.delete(tx);
  else longerSilence.set(tx, silenceMs(statementSeconds));
}

// Limits the prepared statements of a connection, because texts built at run time could grow without end.
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

type Plans = 'auto' | 'force_generic_plan';

const planned = new WeakSet<Sql>();
const eitherWay = new WeakSet<Sql>();

/**
 * A statement whose best plan is the same for all of its values, such as one about one person, class or course. Each
 * connection plans it once, and not at every call: that took longer than the answer. Not for filters and pages of lists.
 */
export function plannedOnce(statement: Sql): Sql {
  planned.add(statement);
  return statement;
}

/** A statement whose plan is the same either way, such as a look-up by a key: its connection goes on as it is. */
export function plannedEitherWay(statement: Sql): Sql {
  eitherWay.add(statement);
  return statement;
}

/**
 * Prepares every statement that is tagged or has values, under a name. This saves a third of the database's work for
 * look-ups.
 */
class NamedClient extends pg.Client {
  readonly #names = new Map<string, string>();
  #plans: Plans = 'auto';
  /** Of the transaction under way; null where it has none of its own. */
  #itsPlans: Plans | null = null;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // A statement under way fails by itself. A connection that breaks between two of them would end the process.
    this.on('error', () => undefined);
  }

  /** Undefined when the limit is reached. */
  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= mostNames) return known;
    const name = `q${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  /** Of a transaction only until its end: a rollback would set it back. */
  #setPlans(query: Sql): void {
    const status = this.getTransactionStatus();
    if (status === 'I') this.#itsPlans = null;
    if (eitherWay.has(query) || status === 'E') return;
    const plans: Plans = planned.has(query) ? 'force_generic_plan' : 'auto';
    if (plans === (this.#itsPlans ?? this.#plans)) return;
    if (status === 'T') this.#itsPlans = plans;
    else this.#plans = plans;
    super.query(`set ${status === 'T' ? 'local ' : ''}plan_cache_mode = ${plans}`, () => undefined);
  }

  // The driver has many overloads; this passes all of them on.
  // oxlint-disable-next-line typescript/no-explicit-any
  override query(query: any, values?: any, callback?: any): any {
    const statement: unknown = typeof query === 'string' ? { text: query } : query;
    if (!isPlain(statement)) return super.query(query, values, callback);
    if (query instanceof Sql) this.#setPlans(query);
    const given: unknown = statement.values ?? values;
    const list = Array.isArray(given) ? given : [];
    // A tagged statement is a single one. Others without values may be several in one text, which cannot be prepared.
    const name = query instanceof Sql || list.length > 0 ? this.#nameOf(statement.text) : undefined;
    const own = {
      query_timeout: longerSilence.get(this),
      // Of a tagged statement, only text and values.
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

/** Parses a whole number. Throws when JavaScript cannot represent it exactly; ids and counts never get so large. */
function toNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

/** Turns '2026-01-02 03:04:05.6789+00' into '2026-01-02T03:04:05.678Z'. Years without four digits stay as they are. */
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
