// The limit that lab/bench/api.ts measures the portal against: a bare handler of `node:http`. It sends the statements
// that the portal was recorded to send, or one written by hand, on a pool of the same size, and writes the same answer
// with its headers.
import '../../server/young-objects.ts';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants } from 'node:zlib';
import type { PoolClient } from 'pg';
import { Sql } from 'sql-template-tag';
import { createPool } from '../../server/db/pool.ts';
import type { Recorded, Sample, ToProcess } from './api-talk.ts';
import { answerTalk, connection, settingsOf } from './api-talk.ts';

/** Stands in recorded values for each request's Idempotency-Key. */
const keyRecorded = 'recorded-key';

interface Plan {
  /** Groups of statements that go out together, one group after the other. */
  readonly groups: readonly (readonly Recorded[])[];
  /** The connection of the transaction, or null. */
  readonly transaction: number | null;
  readonly head: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

const pool = createPool(connection(), settingsOf().limits);
let plans: readonly Plan[] = [];

function planOf({ statements, head, body: text }: Sample): Plan {
  const body = Buffer.from(text);
  const groups: Recorded[][] = [];
  let until = -1;
  for (const statement of statements) {
    if (statement.from < until) groups.at(-1)?.push(statement);
    else groups.push([statement]);
    until = Math.max(until, statement.until);
  }
  const begun = statements.find(({ text }) => /^begin\b/i.test(text));
  return {
    groups,
    transaction: begun?.connection ?? null,
    head: { ...Object.fromEntries(head), 'content-length': body.length },
    body,
  };
}

const withKey = (value: unknown, key: string): unknown =>
  typeof value === 'string' && value.includes(keyRecorded) ? value.replace(/recorded-key-\d+/, key) : value;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const given: Buffer[] = [];
  for await (const part of request) given.push(part);
  const plan = plans[Number(request.url?.slice(1))];
  if (plan === undefined) throw new Error(`there is no ${request.url}`);
  const key = String(request.headers['idempotency-key'] ?? '');
  let tx: PoolClient | undefined;
  const send = async ({ text, values, connection: on }: Recorded, isOver: boolean) => {
    // Before the transaction begins, other requests use its connection.
    if (/^begin\b/i.test(text)) tx = await pool.connect();
    const filled = key === '' ? values : values.map((value) => withKey(value, key));
    const where = on === plan.transaction && !isOver && tx !== undefined ? tx : pool;
    // The pool prepares statements that are tagged or have values, which are most of the portal's.
    const isPlain = /^(begin|commit)$/i.test(text);
    await where.query(filled.length > 0 ? { text, values: filled } : isPlain ? text : new Sql([text], []));
  };
  for (const group of plan.groups) await Promise.all(group.map((statement) => send(statement, false)));
  tx?.release();
  // Packed anew for each request, as the portal does with answers of this size.
  if (plan.body.length < 1024 || request.headers['accept-encoding'] !== 'br') {
    response.writeHead(200, plan.head).end(plan.body);
    return;
  }
  const packed = brotliCompressSync(plan.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  response.writeHead(200, { ...plan.head, 'content-encoding': 'br', 'content-length': packed.length });
  response.end(packed);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error));
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  answerTalk(typeof address === 'object' && address !== null ? address.port : 0, (message: ToProcess) => {
    if (typeof message === 'object') plans = message.samples.map(planOf);
    return plans.length;
  });
});
