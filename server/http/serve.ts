import { Readable } from 'node:stream';
import { previewCallOf } from '@gurukul/contract/index';
import { costOf, isCostly, isReplayable, reachOf } from '@gurukul/contract/shared/calls/call';
import type { Call } from '@gurukul/contract/shared/calls/call';
import { fileAnswer } from '@gurukul/contract/shared/fields';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';
import { errors } from '@gurukul/contract/shared/words/errors';
import type { MessageCode, PlainErrorCode } from '@gurukul/contract/shared/words/messages';
import { problemCode, problemOf } from '@gurukul/contract/shared/words/plain-problem';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { plannedEitherWay } from '../db/pool.ts';
import type { Db } from '../db/pool.ts';
import { bool, int, list, row, text } from '../db/columns.ts';
import { one } from '../db/rows.ts';
import { retryWhileTaken } from '../db/turns.ts';
import { inTransaction } from '../db/tx.ts';
import type { Mailer } from '../channels/mail/mailer.ts';
import type { Pusher } from '../channels/push/pusher.ts';
import { recordAction, recordFile, recordRead, recordRefusal, recordRows } from '../security-log/of-calls.ts';
import type { MadeCall } from '../security-log/of-calls.ts';
import { peopleIn } from '../security-log/people-in.ts';
import { Reads } from '../security-log/reads.ts';
import type { Storage } from '../storage/storage.ts';
import { checkSubject, forgedField, isBorrowed, recordDenial } from './identity/actors.ts';
import { checkTree, refuseEncodedBody } from './requests/body.ts';
import { originOf } from './identity/device.ts';
import type { AnyHandler, Ctx, Person, ServedCall } from './handlers.ts';
import { idempotencyKeyOf, lockOf, once } from './requests/idempotency.ts';
import type { KeyedRequest } from './requests/idempotency.ts';
import { admitKey, admitSignature, intakeHashOf } from './identity/intake-keys.ts';
import type { IntakeKeyHolder } from './identity/intake-keys.ts';
import { noteIntakeUse } from './identity/intake-uses.ts';
import { refuseUnintendedGet } from './requests/csrf.ts';
import { requireFactor } from './identity/factor-rule.ts';
import { ConcurrencyLimiter } from './limits/concurrency-limiter.ts';
import { bodyInSlices, parseInSlices } from './requests/long-lists.ts';
import type { Places } from './limits/places.ts';
import { fail, Problem } from './answers/problem.ts';
import type { KnownProvider } from '../provider/known-provider.ts';
import { openSealed } from './requests/sealing.ts';
import type { SealingKey } from './requests/sealing.ts';
import { createSessionLookup, findSignedIn, tokenHashOf } from './identity/sign-in.ts';
import type { SessionLookup } from './identity/sign-in.ts';
import { StreamedJson } from './answers/streamed.ts';
import { requireProof } from './identity/step-up.ts';
import type { Throttles } from './limits/throttle.ts';
import { addressFrom } from './requests/require-https.ts';
import { signPicture } from '../storage/signed-url.ts';

export interface ServeOptions {
  readonly calls: readonly ServedCall[];
  readonly pool: pg.Pool;
  readonly places: Places;
  /** Connections for writes beside a transaction. */
  readonly sidePool: pg.Pool;
  readonly config: Config;
  readonly files: Storage;
  readonly mail: Mailer;
  readonly push: Pusher;
  readonly provider: KnownProvider;
  readonly sealing: SealingKey;
  readonly throttles: Throttles;
  /** Refuses an action that another admin has not approved. */
  readonly requireSecondPerson: (db: Db, action: Action) => Promise<void>;
}

/** A call that somebody makes, with its parsed input. */
export interface Action {
  readonly name: string;
  readonly call: Call;
  /** Where an action is told of. */
  readonly mail: Mailer;
  readonly person: Person;
  readonly input: unknown;
  readonly changes: boolean;
}

/** The options with the state that all calls share. */
interface Serving extends ServeOptions {
  /** Limits of the calls that run at once: all calls of a session, and the costly ones of a person. */
  readonly limiters: { readonly all: ConcurrencyLimiter; readonly costly: ConcurrencyLimiter };
  readonly sessions: SessionLookup;
  /** What people have read in this hour. */
  readonly reads: Reads;
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Person | null;
    intakeKey: IntakeKeyHolder | null;
    /** The key that the request named. Proven: it carried the key, or a right signature. */
    intakeUse: { readonly keyId: number; readonly isProven: boolean } | null;
  }
  interface FastifyContextConfig {
    /** The call's name, for the request log. */
    call?: string;
  }
}

/** Binds every call of the contract: the checks that all calls share are here. */
export function serve(app: FastifyInstance, options: ServeOptions): void {
  const replayed = options.calls.find(({ call }) => call.streamed === true && call.changes === true);
  if (replayed !== undefined) throw new Error(`${replayed.name} changes data, so its answer has to be kept`);
  app.decorateRequest('person', null);
  app.decorateRequest('intakeKey', null);
  app.decorateRequest('intakeUse', null);
  const { limits } = options.config;
  const serving = {
    ...options,
    reads: new Reads(),
    sessions: createSessionLookup(options.pool, limits),
    limiters: {
      all: new ConcurrencyLimiter({
        running: limits.callsAtOnce,
        waiting: limits.callsWaiting,
        waitSeconds: limits.turnWaitSeconds,
        full: 'too_many',
      }),
      costly: new ConcurrencyLimiter({
        running: limits.costlyCallsAtOnce,
        waiting: limits.costlyCallsWaiting,
        waitSeconds: limits.turnWaitSeconds,
        full: 'too_many',
      }),
    },
  };
  for (const each of options.calls) {
    for (const method of methodsOf(each.call)) app.route(routeFor(method, each, serving));
  }
}

export const methodsOf = (call: Call): string[] =>
  call.alsoPost === true ? [call.method, 'POST'] : [call.method];

const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function routeFor(method: string, { name, call, handler }: ServedCall, serving: Serving): RouteOptions {
  const [noun = name] = name.split('.');
  // Calls about one's own account are few and short.
  const own = noun === 'accounts' ? serving : { ...serving, pool: serving.places.poolOf(noun) };
  return {
    method,
    url: routePath(call.path),
    exposeHeadRoute: false,
    bodyLimit: call.limits?.bytes ?? serving.config.limits.jsonBytes,
    config: { call: name, elements: call.limits?.elements, signed: call.signed === true },
    onRequest: async (request) => {
      if (call.changes === true) refuseUnintendedGet(request);
      refuseEncodedBody(request);
      await notingRefusal(name, call, request, serving, () => admit(name, call, request, serving));
    },
    ...(call.who === 'key' ? { onResponse: noteIntakeUse(serving.pool) } : {}),
    handler: (request, reply) =>
      notingRefusal(name, call, request, serving, async () => {
        if (call.signed === true) {
          request.intakeKey = await admitSignature(serving.pool, serving.config.secretKey, call, request);
        }
        return withinLimits(call, request, serving, async () => {
          const raw = await openSealed(call, rawInput(request), serving.sealing);
          const input = await parseInput(call, raw);
          if (request.person !== null && isBorrowed(call, request.person, input)) throw refusalFor(call);
          await refuseForgery(name, call, request, raw, serving);
          const bound = { name, call, handler, request, reply, raw, input };
          if (call.file !== undefined) return sendFile(bound, own);
          const answer =
            call.streamed === true ? await streamAnswer(bound, own) : await answerCall(bound, own);
          reply.header('content-type', 'application/json; charset=utf-8').send(answer);
          if (answer instanceof Readable) await closed(answer);
          return reply;
        });
      }),
  };
}

/** To ask for a proof or a second factor is no refusal for lack of rights. */
const asksForMore: ReadonlySet<string> = new Set(['step_up_needed', 'factor_needed']);

/** Notes in the security log that a signed-in person was refused for lack of rights or reach. */
async function notingRefusal<T>(
  name: string,
  call: Call,
  request: FastifyRequest,
  serving: Serving,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { accountId: personId } = request;
    const isRefusal = error instanceof Problem && (error.status === 403 || error.status === 404);
    if (isRefusal && !asksForMore.has(error.code) && typeof call.who === 'object' && personId !== null) {
      await recordRefusal(serving, { name, personId, from: addressFrom(request), status: error.status });
    }
    throw error;
  }
}

/** The call as the security log notes it; null without a signed-in person. */
const madeBy = ({ name, call, request, input }: BoundCall): MadeCall | null =>
  request.person === null ? null : { name, call, person: request.person, from: addressFrom(request), input };

/**
 * Runs a call within the limits of its session and, if it is costly, of its person. Calls without a person have the
 * throttle of visitors instead.
 */
function withinLimits<T>(
  call: Call,
  { person, intakeKey }: FastifyRequest,
  { limiters }: Serving,
  work: () => Promise<T>,
): Promise<T> {
  if (person === null && intakeKey === null) return work();
  const [whose, session] =
    person === null
      ? [`key ${intakeKey?.id}`, `key ${intakeKey?.id}`]
      : [`${person.id}`, `${person.sessionId}`];
  const one = () => limiters.all.run(session, work);
  return isCostly(call) ? limiters.costly.run(whose, one) : one();
}

/** Resolves when the stream was read to its end, or closed before. */
const closed = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    stream.once('close', resolve);
  });

/**
 * A whole office behind one address signs in on the same morning, so these calls have a higher limit than other calls
 * for anyone.
 */
const signInCalls: ReadonlySet<string> = new Set([
  'accounts.login',
  'accounts.sealing_key',
  'openid.begin',
  'openid.finish',
  'passkeys.begin_sign_in',
  'passkeys.second_factor',
  'passkeys.sign_in',
]);

/**
 * Lets the caller in or throws a refusal: throttles, sign-in, role. The signer of a body is known only after the body
 * has arrived.
 */
async function admit(
  name: string,
  call: Call,
  request: FastifyRequest,
  { pool, sessions, config, throttles }: Serving,
): Promise<void> {
  if (call.who === 'anyone' || call.signed === true) {
    return signInCalls.has(name)
      ? throttles.signIn(name, await originOf(pool, request, config.secretKey))
      : throttles.visitor(request.ip);
  }
  const hash = call.who === 'key' ? intakeHashOf(request) : tokenHashOf(request);
  if (hash === null) throw fail('not_signed_in');
  await throttles.session(hash, costOf(call));
  const countGuess = async (error: unknown) => {
    // A failed look-up does not count: the token may be good.
    if (error instanceof Problem && error.status === 401) await throttles.badToken(request.ip);
    throw error;
  };
  if (call.who === 'key') {
    request.intakeKey = await admitKey(pool, call, hash, request).catch(countGuess);
    return;
  }
  const person = await findSignedIn(pool, sessions, hash).catch(countGuess);
  request.accountId = person.id;
  const isKnownHere = isPortalRole(person.mainRole) || name === 'accounts.logout';
  if (!isKnownHere || reachOf(call, person.role) === undefined) throw refusalFor(call);
  if (call.withoutFactor !== true) requireFactor(person);
  if (call.stepUp === true) requireProof(person);
  request.person = person;
}

const refusalFor = (call: Call) => fail(call.refusal ?? 'not_allowed');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The body or the query, with the path's segments on top, which the body cannot override. */
function rawInput(request: FastifyRequest): unknown {
  const params = isRecord(request.params) ? request.params : {};
  const query = isRecord(request.query) ? request.query : {};
  const outside = { ...query, ...params };
  checkTree(outside);
  if (request.method === 'GET') return outside;
  const body = request.body ?? {};
  return isRecord(body) ? { ...body, ...params } : body;
}

async function parseInput(call: Call, raw: unknown): Promise<unknown> {
  const parsed =
    call.limits === undefined
      ? z.safeParse(call.input, raw, { error: problemCode })
      : await parseInSlices(call.input, raw, problemCode);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, 50);
  const details = Object.fromEntries(issues.map((issue) => [issue.path.join('.'), problemOf(issue)]));
  // When the call has a refusal of its own, such as 'Please select correct date', the person gets that text.
  const own =
    Object.values(details)
      .map(({ code }) => code)
      .find((code) => isRefusal(code) && call.says?.includes(code)) ??
    Object.entries(call.fieldSays ?? {}).find(([field]) => issues.some(({ path }) => path[0] === field))?.[1];
  throw fail(own !== undefined && isRefusal(own) ? own : 'bad_input', { details });
}

const isRefusal = (code: MessageCode): code is PlainErrorCode => Object.hasOwn(errors, code);

async function refuseForgery(
  name: string,
  call: Call,
  request: FastifyRequest,
  raw: unknown,
  { pool }: ServeOptions,
): Promise<void> {
  const { person } = request;
  if (person === null || !isRecord(raw)) return;
  const forged = forgedField(call, person, raw);
  if (forged !== null) {
    await recordDenial(pool, name, person, request, forged);
    throw refusalFor(call);
  }
  checkSubject(call, person, raw);
}

interface BoundCall {
  readonly name: string;
  readonly call: Call;
  readonly handler: AnyHandler;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly raw: unknown;
  readonly input: unknown;
}

const beginningRow = row({ settings: list(text), is_ours: bool });

async function answerCall(bound: BoundCall, serving: Serving): Promise<string | Buffer> {
  const { name, call, request, reply } = bound;
  if (call.changes !== true) {
    const answer = await runHandler(bound, serving.pool, serving);
    const made = madeBy(bound);
    if (made !== null) await recordRead(serving, made, answer);
    if (call.limits === undefined) return bodyOf(textOf(call, answer, serving.config));
    // The answer has a row for each row of the input, so it is not cached for anybody else.
    const shown = await parseInSlices(call.output, answer);
    if (!shown.success) throw shown.error;
    return bodyInSlices(shown.data);
  }

  const { person, intakeKey } = request;
  const caller = person ?? intakeKey;
  // A repeated signed request may come from somebody who saw it pass, so its signature serves as its idempotency key.
  const key = intakeKey?.signed?.by ?? idempotencyKeyOf(request);
  const keyed: KeyedRequest | null =
    key === null || caller === null || !isReplayable(call)
      ? null
      : {
          personId: person?.id ?? null,
          intakeKeyId: intakeKey?.id ?? null,
          path: call.path,
          key,
          input: bound.raw,
        };
  const inOne = async (tx: pg.PoolClient) => {
    const { is_ours } = await one(
      tx,
      beginningRow,
      plannedEitherWay(sql`
        select
          array[
            set_config('gurukul.person', ${person === null ? '' : String(person.id)}, true),
            set_config('gurukul.key', ${intakeKey === null ? '' : String(intakeKey.id)}, true),
            set_config('gurukul.call', ${name}, true),
            set_config('gurukul.request', ${request.id}, true),
            set_config('gurukul.from', ${addressFrom(request)}, true),
            set_config('gurukul.change', '', true)
          ] as settings,
          ${keyed === null ? sql`true` : lockOf(keyed)} as is_ours
      `),
    );
    if (!is_ours) throw fail('in_flight');
    const work = async () => {
      const beside = { ...serving, pool: serving.sidePool };
      const answer = await runHandler(bound, tx, beside);
      const made = madeBy(bound);
      if (made !== null && request.outcome === 'success') await recordAction(tx, made);
      if (made !== null) {
        await recordRows(beside, made, peopleIn(call, answer));
      }
      return textOf(call, answer, serving.config);
    };
    if (keyed !== null) {
      return once(tx, keyed, async () => {
        const text = await work();
        await serving.throttles.kept(`${person?.id} ${intakeKey?.id}`, text.length);
        return text;
      });
    }
    return {
      answer: await work(),
      isRepeat: false,
      changeId: call.undo !== undefined ? await changeOf(tx) : null,
    };
  };
  const { answer, changeId, isRepeat } = await retryWhileTaken(serving.config.limits.turnWaitSeconds, () =>
    inTransaction(serving.pool, inOne),
  ).catch(async (error: unknown) => {
    throw await withPreview(error, bound, serving);
  });
  if (isRepeat) reply.header('idempotency-replayed', 'true');
  if (call.undo !== undefined && changeId !== null && person !== null) reply.header('change-id', changeId);
  return bodyOf(answer);
}

/** The preview of a refusal is an answer too: its rows are counted, and keys that the contract does not name never leave. */
async function withPreview(error: unknown, bound: BoundCall, serving: Serving): Promise<unknown> {
  if (!(error instanceof Problem) || error.refusal.code !== 'changed_since_check') return error;
  const shows = previewCallOf(bound.name)?.call;
  if (shows === undefined) return new Error(`${bound.name} checks nothing`);
  const answer = { status: 200, message: 'success', data: error.refusal.preview };
  const made = madeBy(bound);
  if (made !== null) await recordRows(serving, made, peopleIn(shows, answer));
  const parsed = await parseInSlices(shows.output, answer);
  return parsed.success && isRecord(parsed.data)
    ? fail('changed_since_check', { preview: parsed.data['data'] })
    : parsed.error;
}

/** The output is parsed too, so that keys that the contract does not name never leave. */
const textOf = (call: Call, answer: unknown, config: ServeOptions['config']): string =>
  JSON.stringify(z.parse(call.output, answer), showsPictures(call) ? signedPictures(config) : undefined);

const pictureCalls = new WeakMap<Call, boolean>();

/** Whether the answer has a field `image`: a person's picture. Those of courses and events have other names. */
function showsPictures(call: Call): boolean {
  const known = pictureCalls.get(call);
  if (known !== undefined) return known;
  const schema = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' });
  const shows = JSON.stringify(schema).includes('"image":{');
  pictureCalls.set(call, shows);
  return shows;
}

const signedPictures = (config: ServeOptions['config']) => (name: string, value: unknown) =>
  name === 'image' && typeof value === 'string' ? signPicture(config, value) : value;

/**
 * A long text as bytes: as a string it would be copied twice, for its length and behind its headers. A short text stays
 * a string, because every buffer costs the garbage collector.
 */
const bodyOf = (text: string): string | Buffer => (text.length > 128 * 1024 ? Buffer.from(text) : text);

const changeRow = row({ id: int.nullable() });

/** The rows that the transaction has changed so far; null when it has written nothing. */
const changeOf = async (tx: Db) => {
  const { id } = await one(
    tx,
    changeRow,
    sql`select nullif(current_setting('gurukul.change', true), '')::bigint as id`,
  );
  return id;
};

/** Sends a file while the handler makes it. Memory contains only the part that the client has not read yet. */
async function sendFile(bound: BoundCall, options: ServeOptions): Promise<FastifyReply> {
  await checkSecondPerson(bound, options.pool, options);
  const made = z.parse(fileAnswer, await bound.handler(bound.input, contextOf(bound, options.pool, options)));
  const bytes = Readable.from(noting(made, bound, options), { objectMode: false });
  bound.reply
    .header('content-type', made.media_type)
    .header('content-disposition', `attachment; filename="${made.file_name}"`)
    .send(bytes);
  await closed(bytes);
  return bound.reply;
}

/** The bytes of a file. When they have been read, or the reader has left, the security log gets its entry. */
async function* noting({ bytes, rows }: z.infer<typeof fileAnswer>, bound: BoundCall, options: ServeOptions) {
  try {
    yield* bytes;
  } finally {
    const made = madeBy(bound);
    if (made !== null) await recordFile(options, made, rows?.() ?? null);
  }
}

/** Streams an answer as `sendFile` does. Refusals come before the first byte. */
async function streamAnswer(bound: BoundCall, options: Serving): Promise<Readable> {
  await checkSecondPerson(bound, options.pool, options);
  const answer: unknown = await bound.handler(bound.input, contextOf(bound, options.pool, options));
  if (!(answer instanceof StreamedJson)) throw new Error(`${bound.name} is declared streamed and is not`);
  const made = madeBy(bound);
  if (made !== null) await recordRows(options, made, answer.rows);
  return Readable.from(answer.parts, { objectMode: false });
}

async function checkSecondPerson(
  { name, call, input, request: { person } }: BoundCall,
  db: Db,
  { requireSecondPerson, mail }: ServeOptions,
): Promise<void> {
  if (person === null) return;
  await requireSecondPerson(db, { name, call, mail, person, input, changes: call.changes === true });
}

async function runHandler(bound: BoundCall, db: Db, options: ServeOptions): Promise<unknown> {
  await checkSecondPerson(bound, db, options);
  const answer: unknown = await bound.handler(bound.input, contextOf(bound, db, options));
  if (isRecord(answer) && typeof answer['message'] === 'string') bound.request.outcome = answer['message'];
  return answer;
}

/** Notes in the answer when a mail goes no further than the outbox. */
function tellingOf(mail: Mailer, reply: FastifyReply): Mailer {
  const tell = () => {
    void reply.header('mails', 'kept');
  };
  return {
    ...mail,
    enqueue: async (db, asked) => {
      tell();
      return mail.enqueue(db, asked);
    },
    enqueueMany: async (tx, asked, options) => {
      if (asked.length > 0) tell();
      return mail.enqueueMany(tx, asked, options);
    },
    announce: tell,
    retry: async (tx, mails) => {
      tell();
      return mail.retry(tx, mails);
    },
  };
}

/** Builds the context of a handler. */
function contextOf(
  { request, reply }: BoundCall,
  db: Db,
  { pool, config, files, mail, push, provider, sealing }: ServeOptions,
): Ctx {
  return {
    db,
    pool,
    config,
    files,
    mail: config.smtpUrl === null ? tellingOf(mail, reply) : mail,
    push,
    provider,
    sealing,
    request,
    reply,
    log: request.log,
    requestId: request.id,
    get person() {
      if (request.person === null) throw new Error('a call for anyone has no signed-in person');
      return request.person;
    },
    get intakeKey() {
      if (request.intakeKey === null) throw new Error('a call for people has no intake key');
      return request.intakeKey;
    },
  };
}
