import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallName } from '@gurukul/contract/index';
import { calls, previewCallOf } from '@gurukul/contract/index';
import { pathParams } from '@gurukul/contract/shared/calls/call';
import type { Call } from '@gurukul/contract/shared/calls/call';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { afterAll, TestRunner } from 'vitest';
import type { Config, Limits, WhatsAppConfig } from '../config.ts';
import { readConfig } from '../config.ts';
import { buildApp } from '../app.ts';
import { run } from './rows.ts';
import { findAccount, insertSession } from '../features/accounts/queries.ts';
import { roleForSignIn } from '../features/accounts/rules.ts';
import { createStorage } from '../storage/storage.ts';
import type { Storage } from '../storage/storage.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import type { TestDatabase } from './db.ts';
import { cloneDatabase } from './db.ts';
import { requireCodes } from './codes.ts';
import { refuseSecrets } from './no-secrets.ts';

export const demoPassword = 'Gurukul@2026';

const demoPeople: Readonly<Record<PortalRole, string>> = {
  admin: 'admin@gurukul.test',
  courseadmin: 'courseadmin@gurukul.test',
  teacher: 'teacher@gurukul.test',
};

/** A role stands for the demo's person of that role. Other people are named by email. */
export type Who = PortalRole | (string & {});

export interface Answer {
  readonly status: number;
  // Tests read answers freely; the output schema has checked their shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
  readonly headers: LightMyRequestResponse['headers'];
}

export interface CallOptions {
  /** Absent: nobody. */
  readonly as?: Who;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST';
}

interface Session {
  readonly token: string;
  /** The person's id. */
  readonly id: number;
}

export interface TestApp {
  readonly app: FastifyInstance;
  /** With the application's role. */
  readonly db: pg.Pool;
  readonly database: TestDatabase;
  readonly config: Config;
  readonly storage: Storage;
  /** Makes a call as the portal would. Path segments come from the input. */
  call(call: Call | CallName, input?: unknown, options?: CallOptions): Promise<Answer>;
  /** Makes a call that `checks`, as somebody who has just seen what it would do. */
  callChecked(name: CallName, input: object, options?: CallOptions): Promise<Answer>;
  /** The token of a session, begun once per person. */
  tokenOf(who: Who): Promise<string>;
  idOf(who: Who): Promise<number>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** A copy of a template, or an existing database, which is dropped as well. */
  readonly database?: 'demo' | 'empty' | TestDatabase;
  readonly limits?: Partial<Limits>;
  readonly whatsapp?: WhatsAppConfig;
  /** Stand-ins of payment services. */
  readonly payUrls?: Config['payUrls'];
  readonly portalRoot?: string;
  /** Where an OpenID service may be. */
  readonly openidNetworks?: readonly string[];
  /** Reads the log, each line as it is written. Absent: there is no log. */
  readonly logTo?: (line: string) => void;
  /** Replaces the plain pool of the application's database. */
  readonly poolOf?: (pool: pg.Pool) => pg.Pool;
}

/**
 * The whole application on its own copy of the demo provider, closed and dropped after the file's tests. Call it where
 * tests are declared: inside a test or hook nobody would close it.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  if (TestRunner.getCurrentTest() !== undefined) throw new Error('testApp() is for files and suites');
  const dataDir = await mkdtemp(join(tmpdir(), 'gurukul-app-'));
  const { database: wanted = 'demo' } = options;
  const database = typeof wanted === 'string' ? await cloneDatabase(wanted) : wanted;
  const config = {
    ...testConfig(dataDir, options.limits),
    whatsapp: options.whatsapp ?? null,
    openidNetworks: options.openidNetworks ?? [],
    // Nobody is asked by mistake.
    payUrls: options.payUrls ?? { razorpay: 'http://127.0.0.1:9', stripe: 'http://127.0.0.1:9' },
  };
  const storage = createStorage(config);
  const app = await buildApp({
    config,
    pool: options.poolOf?.(database.pool) ?? database.pool,
    storage,
    logger: options.logTo === undefined ? false : { level: 'info', stream: { write: options.logTo } },
    portalRoot: options.portalRoot ?? join(dataDir, 'no-portal'),
  });
  await app.ready();

  const sessions = new Map<string, Promise<Session>>();
  const signInOnce = (who: Who) => {
    const email = demoPeople[who as PortalRole] ?? who;
    const known = sessions.get(email) ?? beginSession(database.pool, config.limits.sessionHours, email);
    sessions.set(email, known);
    return known;
  };

  let closed: Promise<void> | undefined;
  const close = async () => {
    await app.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };

  const test: TestApp = {
    app,
    db: database.pool,
    database,
    config,
    storage,
    tokenOf: async (who) => (await signInOnce(who)).token,
    idOf: async (who) => (await signInOnce(who)).id,
    async call(named, input = {}, { as, headers = {}, method } = {}) {
      const call = typeof named === 'string' ? declared(named) : named;
      const authorization: Record<string, string> =
        as === undefined ? {} : { authorization: `Bearer ${(await signInOnce(as)).token}` };
      return send(app, call, input, { ...authorization, ...headers }, method);
    },
    async callChecked(name, input, asked = {}) {
      const { body } = await test.call(...previewOf(name, input), { as: asked.as });
      return test.call(name, { ...input, digest: body.data?.digest }, asked);
    },
    close: () => (closed ??= close()),
  };
  afterAll(test.close);
  return test;
}

export const testSecretKey = 'a key for tests only, 32 bytes or more';

// One address stands for everybody here, and one session for many browsers. A test of a limit sets the limit.
const plenty = {
  requestsPerMinute: 100_000,
  publicRequestsPerMinute: 100_000,
  signInsPerMinute: 100_000,
  failedSignInsPerNetworkHour: 100_000,
  callsWaiting: 100_000,
  costlyCallsWaiting: 100_000,
  // On a busy machine calls at once wait for each other longer than any caller should.
  poolWaitSeconds: 60,
};

function testConfig(dataDir: string, limits: Partial<Limits> = {}): Config {
  const settings = readConfig({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'fatal' });
  return {
    ...settings,
    secretKey: testSecretKey,
    limits: { ...settings.limits, ...plenty, ...limits },
  };
}

const byName = new Map<string, Call>(calls().map(({ name, call }) => [name, call]));

function declared(name: CallName): Call {
  const call = byName.get(name);
  if (call === undefined) throw new Error(`the contract has no call ${name}`);
  return call;
}

/** The call that shows what this one would do, and its input. */
export function previewOf(name: CallName, input: object): [CallName, object] {
  const shows = previewCallOf(name)?.name;
  if (shows === undefined) throw new Error(`${name} checks nothing`);
  return [shows, shows === name ? { ...input, preview: true } : input];
}

/** The query of a read without a body: the fields that are no path segments. */
export const queryOf = (call: Call, input: unknown): Record<string, string> => {
  const named = new Set(pathParams(call.path));
  const rest = Object.entries(input ?? {}).filter(([key, value]) => !named.has(key) && value !== undefined);
  return Object.fromEntries(rest.map(([key, value]) => [key, String(value ?? '')]));
};

/** The address of a call, with path segments from the input. */
export const addressOf = (call: Call, input: unknown): string =>
  `/api${call.path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String((input as Record<string, unknown>)[key] ?? '')),
  )}`;

async function send(
  app: FastifyInstance,
  call: Call,
  input: unknown,
  headers: Record<string, string>,
  method: 'GET' | 'POST' | 'PUT' = call.method,
): Promise<Answer> {
  const response = await app.inject({
    method,
    url: addressOf(call, input),
    headers,
    ...(method === 'GET' ? { query: queryOf(call, input) } : { payload: input as object }),
  });
  return read(response);
}

export function read(response: LightMyRequestResponse): Answer {
  const isJson = response.headers['content-type']?.startsWith('application/json') === true;
  const body: unknown = isJson ? JSON.parse(response.body) : response.body;
  // Answers of calls have their status in the body. The API's reference, which names fields, does not.
  if (isJson && typeof body === 'object' && body !== null && 'status' in body) {
    refuseSecrets(body);
    requireCodes(body);
  }
  return {
    status: response.statusCode,
    body,
    headers: response.headers,
  };
}

/** A session as sign-in begins one, without the slow check of the password. */
async function beginSession(db: pg.Pool, hours: number, email: string): Promise<Session> {
  const account = await findAccount(db, email);
  const role = account && roleForSignIn(account, '');
  if (account === null || role === null) throw new Error(`${email} could not sign in`);
  const token = newSecret('s_');
  const tokenHash = hashSecret(token);
  await insertSession(db, {
    tokenHash,
    personId: account.id,
    role,
    hours,
    agent: '',
    from: '',
    isProved: true,
  });
  // A slow test file must not have to prove itself again.
  await run(db)`update sessions set proved_at = 'infinity' where token_hash = ${tokenHash}`;
  return { token, id: account.id };
}
