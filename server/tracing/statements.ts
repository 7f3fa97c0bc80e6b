import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { kindOf } from './tracing.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

/**
 * Adds a span for each statement that a request or a mail sends through this pool, with its text, in which values are
 * placeholders, and its number of rows.
 */
export function traceStatements(pool: pg.Pool, tracing: Tracing): void {
  const known = new WeakSet<object>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    watch(client, tracing);
  });
  // A returned connection wakes the next one in the queue, which must not continue in the span of the one that returned
  // it.
  const plain: AnyConnect = pool.connect.bind(pool);
  const connect: AnyConnect = (done) => (done === undefined ? plain() : plain(AsyncLocalStorage.bind(done)));
  pool.connect = connect;
}

// oxlint-disable-next-line typescript/no-explicit-any
type AnyConnect = (done?: any) => any;

// The driver has many overloads; this passes all of them on.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyQuery = (query: any, values?: any, callback?: any) => any;

function watch(client: pg.PoolClient, tracing: Tracing): void {
  const plain: AnyQuery = client.query.bind(client);
  const query: AnyQuery = (statement, values, callback) => {
    const text = tracing.current === undefined ? undefined : textOf(statement);
    if (text === undefined) return plain(statement, values, callback);
    const span = tracing.begin(nameOf(text), {
      kind: 'asked',
      facts: { 'db.system.name': 'postgresql', 'db.query.text': text },
    });
    const done = typeof values === 'function' ? values : callback;
    if (typeof done === 'function') {
      const told = (error: unknown, result: unknown) => {
        finish(span, error, result);
        done(error, result);
      };
      return typeof values === 'function' ? plain(statement, told) : plain(statement, values, told);
    }
    const answer: Promise<unknown> = plain(statement, values);
    answer.then(
      (result) => finish(span, null, result),
      (error: unknown) => finish(span, error, null),
    );
    return answer;
  };
  client.query = query;
}

function finish(span: OpenSpan, error: unknown, result: unknown): void {
  if (error !== null && error !== undefined) span.fail(kindOf(error));
  if (typeof result === 'object' && result !== null && 'rowCount' in result) {
    const { rowCount } = result;
    if (typeof rowCount === 'number') span.note({ 'db.response.returned_rows': rowCount });
  }
  span.end();
}

/** The statement's text; undefined for objects that send themselves, such as a cursor. */
function textOf(statement: unknown): string | undefined {
  const text: unknown =
    typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement)
      ? statement.text
      : statement;
  return typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : undefined;
}

/**
 * `insert mails`, `update people`, `commit`. A select may read many tables, so it has no table here; its text names
 * them.
 */
function nameOf(text: string): string {
  const [verb = 'statement'] = /^\w+/.exec(text.toLowerCase()) ?? [];
  const [, table] = /^(?:insert into|update|delete from) (\w+)/i.exec(text) ?? [];
  return table === undefined ? verb : `${verb} ${table}`;
}
