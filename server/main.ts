// Starts and stops the portal. The start is a series of steps, each with its reversal. The stop reverses them in
// opposite order: no new requests, then the running requests end, then the mails under way, the connections,
// PostgreSQL.
import './young-objects.ts';
import { setTimeout as wait } from 'node:timers/promises';
import type { BackupAlarm } from '@gurukul/contract/access';
import { release } from '@gurukul/contract/shared/release';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { buildApp } from './app.ts';
import { backUpInBackground } from './backup/schedule.ts';
import { sharedDisk } from './backup/state.ts';
import { compactAfterErasures } from './backup/compact.ts';
import type { Config } from './config.ts';
import { ConfigError, defaultAppUrl, readConfig } from './config.ts';
import { keepSecret, newSecret, openDataFolder, readSecret } from './data-folder.ts';
import { openDatabase } from './db/open.ts';
import { codeOf } from './error-code.ts';
import { findPort, listenFailure } from './free-port.ts';
import { searchInBackground } from './features/duplicates/search.ts';
import { messagesLook } from './features/messages/expand.ts';
import { writtenAddressesLook } from './features/my-page/written-addresses.ts';
import { logoOnPaper } from './features/files/logo-on-paper.ts';
import { sweepOldNightly } from './features/privacy/sweep-nightly.ts';
import { replayErasures } from './features/privacy/replay.ts';
import { decisionsLook } from './features/homework/tell-decisions.ts';
import { endedPagesLook } from './features/checkouts/look-at-ended.ts';
import { askAgainLook } from './features/cover/ask-again.ts';
import { checksLook } from './features/checks/remind.ts';
import { termsLook } from './features/continuations/remind.ts';
import { testsLook } from './features/tests/remind.ts';
import { reminderLook } from './features/reminders/look.ts';
import { reportsLook } from './features/reports/look.ts';
import { makeFile } from './features/reports/make-file.ts';
import { closeJobs, openJobs } from './jobs/open.ts';
import { lookInBackground } from './jobs/look-in-background.ts';
import type { Look } from './jobs/look-in-background.ts';
import type { JobLog } from './jobs/open.ts';
import { afterProofLook } from './channels/mail/after-proof.ts';
import { createMailer } from './channels/mail/mailer.ts';
import type { ReadLogo } from './channels/mail/message.ts';
import { startMailWorker } from './channels/mail/worker.ts';
import { createPushPair } from './channels/push/key-pair.ts';
import { missingRollsLook } from './channels/push/missing-rolls.ts';
import { createPusher } from './channels/push/pusher.ts';
import { startPushWorker } from './channels/push/worker.ts';
import { fillProvider, isDemoProvider } from './first-data.ts';
import { checkSecretKey } from './secret-key.ts';
import { renewSeals } from './renew-seals.ts';
import type { SecretKey } from './derived-key.ts';
import { intakeKeysLook } from './features/intake/watch.ts';
import { checkEveryNight } from './security-log/nightly-check.ts';
import { raiseAlarm } from './security-log/alarms.ts';
import { streamLook } from './security-log/stream.ts';
import { StartError } from './start-error.ts';
import { createStorage } from './storage/storage.ts';
import { StorageAway } from './storage/storage-away.ts';
import { checkFiles } from './storage/whose-files.ts';
import { traceStatements } from './tracing/statements.ts';
import type { Tracing } from './tracing/tracing.ts';
import { feedWatchdog } from './watchdog.ts';
import { warmUp } from './warm-up.ts';

const startMs = 15_000;
const drainMs = 10_000;
const jobsEndMs = 10_000;
const poolEndMs = 5_000;
const traceEndMs = 3_000;

type Undo = () => Promise<unknown>;

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

async function start(undo: Undo[], stop: AbortController): Promise<void> {
  const settings = readConfig(process.env);
  say(`Gurukul ${release}`);
  if (settings.watchdogMs !== null) undo.push(feedWatchdog(settings.watchdogMs));
  await openDataFolder(settings.dataDir);
  const { otherSecretKey, ...rest } = settings;
  const present = settings.secretKey ?? (await readSecret(settings.dataDir)) ?? newSecret();
  const secretKey: SecretKey = otherSecretKey === null ? present : [present, otherSecretKey];
  const port = await findPort(settings.host, settings.port);
  const appUrl = settings.port === port ? settings.appUrl : defaultAppUrl(settings.host, port);
  const config: Config = Object.freeze({ ...rest, secretKey, port, appUrl });
  stop.signal.throwIfAborted();

  // The jobs' log is the application's, which is built later.
  let log: JobLog | undefined;
  const warn = (details: object, message: string) => log?.warn(details, message);
  let databaseRestarts = 0;
  const database = await openDatabase(config, {
    say,
    onLost: (cause) => stop.abort(cause),
    onRestarted() {
      databaseRestarts += 1;
      warn({ restarts: databaseRestarts }, 'the embedded database died and was started again');
    },
  });
  undo.push(database.close);
  stop.signal.throwIfAborted();
  await checkSecretKey(database.pool, config, say, async () => {
    if (settings.secretKey === null) await keepSecret(config.dataDir, present);
  });
  await checkFiles(database.pool, config, say);
  await fillProvider(database, config, say);
  const { pool } = database;
  const erased = await replayWhenThere({ pool, config, storage: createStorage(config), say }, undo);
  // Nobody works yet, so no table is in use.
  if (erased > 0 && config.databaseUrl === null) await compactAfterErasures(database.owner, config.dataDir);
  undo.push(() => settleWithin(poolEndMs, pool.end()));
  const tracing = await startTracing(config, { warn });
  undo.push(async () => settleWithin(traceEndMs, tracing?.close() ?? Promise.resolve()));
  if (tracing) traceStatements(pool, tracing);
  const jobs = await openJobs(pool, { log: { warn }, supervise: true });
  undo.push(() => settleWithin(jobsEndMs + 1_000, closeJobs(jobs, jobsEndMs)));
  const app = await buildApp({
    config,
    pool,
    jobs,
    tracing,
    databaseRestarts: () => databaseRestarts,
  });
  log = app.log;
  undo.push(() => drain(app));
  const watch = (look: Look) => undo.push(lookInBackground(look, log));
  await warmUp(pool);
  stop.signal.throwIfAborted();
  await listen(app, config);
  const storage = createStorage(config);
  const readLogo: ReadLogo = (provider, use) => logoOnPaper(storage, provider, use);
  await startMailWorker({ config, pool, jobs, log, readReport: makeFile, readLogo, tracing });
  await startPushWorker({ config, pool, jobs, log });
  await searchInBackground(pool, jobs, log);
  await sweepOldNightly({ pool, jobs, config, storage, log });
  const mailer = createMailer(config, jobs, tracing);
  await checkEveryNight(pool, jobs, mailer, log);
  // At any level of the log, as a stream of its own.
  const stream = app.log.child({}, { level: 'info' });
  watch(streamLook(pool, (line) => stream.info(line, 'security log')));
  watch(messagesLook(pool, mailer, log));
  watch(writtenAddressesLook(pool, mailer, config));
  watch(afterProofLook(pool, mailer, config));
  watch(reminderLook(pool, mailer, log));
  watch(testsLook(pool, mailer));
  watch(checksLook(pool, mailer));
  watch(termsLook(pool, mailer, config));
  watch(decisionsLook(pool, mailer));
  watch(reportsLook({ pool, mail: mailer, config }));
  watch(intakeKeysLook(pool, mailer));
  const { backupDir: backups } = config;
  if (backups !== null) {
    const warning = await sharedDisk(config);
    if (warning !== null) log.warn({ backups }, warning);
    const raise = (kind: BackupAlarm, count: number) =>
      raiseAlarm(pool, mailer, { kind, network: null, personId: null, count });
    undo.push(backUpInBackground({ config, backups, log, raise }));
  }
  const pusher = createPusher(jobs, createPushPair(pool, config.secretKey));
  watch(missingRollsLook(pool, pusher));
  watch(askAgainLook(pool, { mail: mailer, push: pusher }));
  watch(endedPagesLook(pool, mailer, config, log));
  await renewSeals(pool, config, say);
  await announce(pool, config);
}

/** While the bucket with the list of erasures is away the portal works, and looks every minute whether it is back. */
async function replayWhenThere(what: Parameters<typeof replayErasures>[0], undo: Undo[]): Promise<number> {
  try {
    return await replayErasures(what);
  } catch (error) {
    if (!(error instanceof StorageAway)) throw error;
    what.say('The file storage is away: files answer 503, and the list of erasures is read when it is back.');
    const timer = setInterval(() => {
      void replayErasures(what).then(
        () => clearInterval(timer),
        () => undefined,
      );
    }, 60_000);
    undo.push(async () => clearInterval(timer));
    return 0;
  }
}

/** The tracing packages are loaded only when traces go somewhere. */
async function startTracing({ traces }: Config, log: JobLog): Promise<Tracing | null> {
  if (traces === null) return null;
  const { openTracing } = await import('./tracing/open-tracing.ts');
  return openTracing({ settings: traces, log });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenFailure(host, port, error);
  }
}

async function announce(pool: Pool, config: Config): Promise<void> {
  const signIns =
    config.demo && (await isDemoProvider(pool))
      ? ' - sign in as admin@gurukul.test, courseadmin@gurukul.test or teacher@gurukul.test, password Gurukul@2026'
      : '';
  say(`Gurukul is ready at ${config.appUrl}${signIns}`);
}

/** Running requests get their answer. One that takes longer than the drain time is cut off. */
async function drain(app: FastifyInstance): Promise<void> {
  // A client's connection would stay open for its next request. Now it ends with the answer under way.
  app.server.keepAliveTimeout = 1;
  app.server.keepAliveTimeoutBuffer = 0;
  const closed = app.close();
  await settleWithin(drainMs, closed);
  app.server.closeAllConnections();
  await settleWithin(1_000, closed);
}

const settleWithin = (ms: number, work: Promise<unknown>) =>
  Promise.race([work.catch(() => undefined), wait(ms, undefined, { ref: false })]);

/** Only the first signal counts; a second Ctrl-C changes nothing. */
function listenForStop(stop: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  // The process that started us with a channel has ended, perhaps killed.
  process.on('disconnect', () => stop.abort());
  process.on('uncaughtException', (error) => stop.abort(error));
  process.on('unhandledRejection', (error) => stop.abort(error));
  // A closed terminal must not turn the last lines into failures.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
}

const untilStopped = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** One line for problems that the operator can solve, the whole error for others. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  const isKnown = error instanceof StartError || (error instanceof Error && codeOf(error) !== undefined);
  if (isKnown) return `Gurukul cannot start: ${error.message}`;
  return `Gurukul failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

const isAskedToStop = ({ reason }: AbortSignal) =>
  reason instanceof DOMException && reason.name === 'AbortError';

async function main(): Promise<number> {
  const stop = new AbortController();
  listenForStop(stop);
  const undo: Undo[] = [];
  let failure: unknown;
  try {
    const started = start(undo, stop);
    const stopped = untilStopped(stop.signal);
    // A start that hangs, perhaps on a dead network disk, must not prevent the stop.
    await Promise.race([started, stopped.then(() => settleWithin(startMs, started))]);
    await stopped;
  } catch (error) {
    failure = error;
  }
  if (stop.signal.aborted) failure = isAskedToStop(stop.signal) ? undefined : stop.signal.reason;
  if (failure !== undefined) complain(explain(failure));

  for (const step of undo.toReversed()) {
    await step().catch((error: unknown) => {
      failure ??= error;
      complain(explain(error));
    });
  }
  return failure === undefined ? 0 : 1;
}

process.exit(await main());
