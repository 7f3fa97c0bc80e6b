// A client like the portal: one Idempotency-Key per action, and retries until there is an answer.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CallName } from '@gurukul/contract/index';
import { calls } from '@gurukul/contract/index';
import type { ServerProcess } from './server-process.ts';

const byName = new Map(calls().map(({ name, call }) => [name, call]));

export interface Answer {
  /** 0: the connection broke or nothing came. */
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly retryAfter: string | null;
  readonly ms: number;
}

export interface Sending {
  readonly token?: string;
  readonly key?: string;
  /** In milliseconds. A later answer counts as none. */
  readonly withinMs?: number;
}

const longestWait = 45_000;

/** A server, and what the proxy before it would add. */
interface Target extends Pick<ServerProcess, 'url'> {
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request. */
export async function send(
  server: Target,
  name: CallName,
  input: object,
  { token, key, withinMs = longestWait }: Sending = {},
): Promise<Answer> {
  const call = byName.get(name);
  if (call === undefined) throw new Error(`the contract has no call ${name}`);
  const started = performance.now();
  try {
    const fields: Readonly<Record<string, unknown>> = { ...input };
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));
    const response = await fetch(`${server.url}/api${path}`, {
      method: call.method,
      headers: {
        'content-type': 'application/json',
        connection: 'close',
        ...server.headers,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(input) }),
      signal: AbortSignal.timeout(withinMs),
    });
    const body = (await response.json()) as Record<string, unknown>;
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, body, retryAfter, ms: performance.now() - started };
  } catch {
    return { status: 0, body: {}, retryAfter: null, ms: performance.now() - started };
  }
}

export const newKey = () => randomUUID();

/** To be retried with the same key: no answer, busy, or the first attempt still runs. */
export const isOpen = ({ status, body }: Answer) =>
  status === 0 || status === 503 || (status === 409 && /still being worked on/.test(String(body['message'])));

export interface Settled {
  readonly answer: Answer;
  /** Every answer so far, the last one included. */
  readonly all: readonly Answer[];
}

/** Sends until a final answer, to one server after the other. */
export async function settle(
  servers: readonly Pick<ServerProcess, 'url'>[],
  name: CallName,
  input: object,
  sending: Sending,
  patienceMs = 120_000,
): Promise<Settled> {
  const deadline = Date.now() + patienceMs;
  const all: Answer[] = [];
  for (let turn = 0; ; turn += 1) {
    const answer = await send(servers[turn % servers.length]!, name, input, sending);
    all.push(answer);
    if (!isOpen(answer) || Date.now() > deadline) return { answer, all };
    await wait(50);
  }
}

/** Answers that no fault may cause: an error of the server, or a "busy" without a retry time. */
export const wrongAnswers = (answers: readonly Answer[]): string[] =>
  answers.flatMap((answer) => {
    if (answer.status >= 500 && answer.status !== 503)
      return [`${answer.status} ${JSON.stringify(answer.body)}`];
    return answer.status === 503 && answer.retryAfter === null ? ['503 without Retry-After'] : [];
  });
