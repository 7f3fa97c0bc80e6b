import { fileURLToPath } from 'node:url';
import { constants as zlib } from 'node:zlib';
import compress from '@fastify/compress';
import { api, calls, nouns } from '@gurukul/contract/index';
import type { Api, Noun } from '@gurukul/contract/index';
import fastify from 'fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type pg from 'pg';
import type { Config } from './config.ts';
import { createSidePool } from './db/pool.ts';
import { accessHandlers } from './features/access/routes.ts';
import { accountsHandlers } from './features/accounts/routes.ts';
import { attendanceHandlers } from './features/attendance/routes.ts';
import { auditHandlers } from './features/audit/routes.ts';
import { catalogueHandlers } from './features/catalogue/routes.ts';
import { serveCatalogue } from './features/catalogue/serve-catalogue.ts';
import { calendarHandlers } from './features/calendar/routes.ts';
import { serveCalendar } from './features/calendar/serve-calendar.ts';
import { certificatesHandlers } from './features/certificates/routes.ts';
import { checkoutsHandlers } from './features/checkouts/routes.ts';
import { servePayHooks } from './features/checkouts/serve-hooks.ts';
import { classesHandlers } from './features/classes/routes.ts';
import { continuationsHandlers } from './features/continuations/routes.ts';
import { coursesHandlers } from './features/courses/routes.ts';
import { duplicatesHandlers } from './features/duplicates/routes.ts';
import { privacyHandlers } from './features/privacy/routes.ts';
import { enquiriesHandlers } from './features/enquiries/routes.ts';
import { eventsHandlers } from './features/events/routes.ts';
import { keepDueFresh } from './features/dashboards/keep-due-fresh.ts';
import { dashboardsHandlers } from './features/dashboards/routes.ts';
import { figuresHandlers } from './features/figures/routes.ts';
import { filesHandlers } from './features/files/routes.ts';
import { serveFiles } from './features/files/serve-files.ts';
import { sweepFilesHourly } from './features/files/sweep.ts';
import { homeworkHandlers } from './features/homework/routes.ts';
import { passkeysHandlers } from './features/passkeys/routes.ts';
import { paymentUploadHandlers } from './features/payment-upload/routes.ts';
import { selectionHandlers } from './features/selection/routes.ts';
import { bringHandlers } from './features/bring/routes.ts';
import { settlementsHandlers } from './features/settlements/routes.ts';
import { studentImportHandlers } from './features/student-import/routes.ts';
import { assignmentsHandlers } from './features/assignments/routes.ts';
import { scheduleHandlers } from './features/schedule/routes.ts';
import { intakeHandlers } from './features/intake/routes.ts';
import { casesHandlers } from './features/cases/routes.ts';
import { invitationsHandlers } from './features/invitations/routes.ts';
import { testsHandlers } from './features/tests/routes.ts';
import { coverHandlers } from './features/cover/routes.ts';
import { meetingsHandlers } from './features/meetings/routes.ts';
import { openidHandlers } from './features/openid/routes.ts';
import { pushHandlers } from './features/push/routes.ts';
import { placingHandlers } from './features/placing/routes.ts';
import { questionsHandlers } from './features/questions/routes.ts';
import { myPageHandlers } from './features/my-page/routes.ts';
import { serveMyPage } from './features/my-page/serve-my-page.ts';
import { serveVerify } from './features/my-page/serve-verify.ts';
import { mailsHandlers } from './features/mails/routes.ts';
import { messagesHandlers } from './features/messages/routes.ts';
import { ledgerHandlers } from './features/ledger/routes.ts';
import { paymentsHandlers } from './features/payments/routes.ts';
import { receiptsHandlers } from './features/receipts/routes.ts';
import { peopleHandlers } from './features/people/routes.ts';
import { createKnownProvider } from './provider/known-provider.ts';
import { providerHandlers } from './features/provider/routes.ts';
import { requireSecondPerson } from './features/approvals/gate.ts';
import { approvalsHandlers } from './features/approvals/routes.ts';
import { registrationsHandlers } from './features/registrations/routes.ts';
import { serveRegister } from './features/registrations/serve-register.ts';
import { reportsHandlers } from './features/reports/routes.ts';
import { viewsHandlers } from './features/views/routes.ts';
import { serveIcons } from './features/provider/serve-icons.ts';
import { securityHandlers } from './features/security/routes.ts';
import { searchHandlers } from './features/search/routes.ts';
import { studentsHandlers } from './features/students/routes.ts';
import { acceptJsonOnly } from './http/requests/body.ts';
import { answerError } from './http/answers/error-answers.ts';
import { served } from './http/handlers.ts';
import type { Handlers } from './http/handlers.ts';
import { sendSecurityHeaders } from './http/answers/headers.ts';
import { answerHealth, createHealth } from './http/monitoring/health.ts';
import { createPortal } from './http/answers/portal.ts';
import { Places } from './http/limits/places.ts';
import { answerReference } from './http/reference/reference.ts';
import { serveMetrics } from './http/monitoring/metrics.ts';
import { answerSecurityTxt } from './http/answers/security-txt.ts';
import { logRequests } from './http/requests/request-log.ts';
import { requireSafeTransport } from './http/requests/require-https.ts';
import { createSealingKey } from './http/requests/sealing.ts';
import { serve } from './http/serve.ts';
import { answerForNode, serverOptions } from './http/server-options.ts';
import { sweepWhileRunning } from './http/limits/sweep.ts';
import { createThrottles } from './http/limits/throttle.ts';
import { answerUnknownAddresses } from './http/answers/unknown-address.ts';
import { closeJobs, openJobs } from './jobs/open.ts';
import type { Jobs } from './jobs/open.ts';
import { createMailer } from './channels/mail/mailer.ts';
import { createPushPair } from './channels/push/key-pair.ts';
import { createPusher } from './channels/push/pusher.ts';
import { createStorage } from './storage/storage.ts';
import { StorageAway } from './storage/storage-away.ts';
import type { Storage } from './storage/storage.ts';
import { serveWhatsAppWebhook } from './channels/whatsapp/serve-webhook.ts';
import { traceRequests } from './tracing/requests.ts';
import { traceStatements } from './tracing/statements.ts';
import { traceStorage } from './tracing/storage.ts';
import type { Tracing } from './tracing/tracing.ts';
import { trail } from './trail.ts';

/** The handlers of every call, by noun. */
const handlers: { readonly [N in Noun]: Handlers<Api[N]> } = {
  access: accessHandlers,
  accounts: accountsHandlers,
  openid: openidHandlers,
  invitations: invitationsHandlers,
  attendance: attendanceHandlers,
  audit: auditHandlers(trail),
  calendar: calendarHandlers,
  catalogue: catalogueHandlers,
  classes: classesHandlers,
  courses: coursesHandlers,
  dashboards: dashboardsHandlers,
  duplicates: duplicatesHandlers,
  privacy: privacyHandlers,
  passkeys: passkeysHandlers,
  enquiries: enquiriesHandlers,
  events: eventsHandlers,
  figures: figuresHandlers,
  files: filesHandlers,
  homework: homeworkHandlers,
  certificates: certificatesHandlers,
  selection: selectionHandlers,
  studentImport: studentImportHandlers,
  paymentUpload: paymentUploadHandlers,
  intake: intakeHandlers,
  mails: mailsHandlers,
  messages: messagesHandlers,
  meetings: meetingsHandlers,
  myPage: myPageHandlers,
  push: pushHandlers,
  placing: placingHandlers,
  questions: questionsHandlers,
  cases: casesHandlers,
  cover: coverHandlers,
  tests: testsHandlers,
  bring: bringHandlers,
  settlements: settlementsHandlers,
  payments: paymentsHandlers,
  checkouts: checkoutsHandlers,
  receipts: receiptsHandlers,
  ledger: ledgerHandlers,
  people: peopleHandlers,
  provider: providerHandlers,
  views: viewsHandlers,
  registrations: registrationsHandlers,
  continuations: continuationsHandlers,
  reports: reportsHandlers,
  approvals: approvalsHandlers,
  assignments: assignmentsHandlers,
  schedule: scheduleHandlers,
  search: searchHandlers,
  security: securityHandlers,
  students: studentsHandlers,
};

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the calls of a noun to its handlers
const servedOf = <N extends Noun>(noun: N) => served<Api[N]>(noun, api[noun], handlers[noun]);

export interface AppOptions {
  readonly config: Config;
  readonly pool: pg.Pool;
  readonly storage?: Storage;
  /** The queue whose jobs this process also runs. Without it, the application only adds jobs. */
  readonly jobs?: Jobs;
  /** Sends traces; null without a collector. */
  readonly tracing?: Tracing | null;
  readonly logger?: FastifyServerOptions['logger'];
  /** How often this process has started its embedded database again. */
  readonly databaseRestarts?: () => number;
  /** The built portal. */
  readonly portalRoot?: string;
}

const builtPortal = fileURLToPath(new URL('../web/dist', import.meta.url));

/** The whole application, not yet listening. */
export async function buildApp({
  config,
  pool,
  storage: plainStorage = createStorage(config),
  jobs,
  tracing = null,
  logger = { level: config.logLevel },
  databaseRestarts = () => 0,
  portalRoot = builtPortal,
}: AppOptions): Promise<FastifyInstance> {
  // While it is away, files get 503 and everything else works.
  const away = await plainStorage.ready().then(
    () => null,
    (error: unknown) => {
      if (error instanceof StorageAway) return error;
      throw error;
    },
  );
  const storage = tracing ? traceStorage(plainStorage, tracing) : plainStorage;
  const app = fastify(serverOptions(config, logger));
  app.server.maxConnections = config.limits.connections;
  app.setErrorHandler(answerError);
  if (away !== null) app.log.warn({ err: away }, 'the storage of files is away');
  if (tracing) traceRequests(app, tracing);
  acceptJsonOnly(app);

  await sendSecurityHeaders(app, storage.uploadOrigin);
  logRequests(app);
  answerForNode(app);
  requireSafeTransport(app, config);
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    // Compressed bodies are refused, so nothing needs to look for them.
    globalDecompression: false,
    // In bytes. Up to this size an answer is compressed on this thread: a list in 1 ms, prose in 8. Another thread
    // costs 3 to 7 ms more of processor time, which the database needs on a small machine.
    syncThreshold: 600_000,
    // The default of 11 is meant for files that are compressed once.
    brotliOptions: { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } },
  });
  const throttles = createThrottles(config.limits);
  const health = createHealth(app, pool, config);
  const places = new Places(pool, config.limits);
  serveMetrics(app, { config, pool, places, throttles, health, databaseRestarts });
  const provider = createKnownProvider(pool);
  const portal = await createPortal(app, portalRoot, { ...config, provider });
  answerUnknownAddresses(app, calls(), portal);

  answerHealth(app, health, config);
  answerReference(app, calls());
  answerSecurityTxt(app, config);
  const queue = jobs ?? (await openOwnJobs(app, pool));
  const mail = createMailer(config, queue, tracing);
  const push = createPusher(queue, createPushPair(pool, config.secretKey));
  // Made at the first start, so that no call that reads has to. Without a database, later calls make it.
  app.addHook('onReady', async () => {
    await push.publicKey().catch(() => undefined);
  });
  await app.register(
    async (api) =>
      serve(api, {
        calls: nouns.flatMap((noun) => servedOf(noun)),
        pool,
        places,
        sidePool: openSidePool(app, pool, tracing),
        config,
        files: storage,
        mail,
        push,
        provider,
        sealing: createSealingKey(pool, config.secretKey),
        throttles,
        requireSecondPerson,
      }),
    { prefix: '/api' },
  );
  await app.register(serveFiles, { config, db: pool, storage, throttles });
  await app.register(serveIcons, { provider, storage });
  await app.register(serveCalendar, { config, db: pool, throttles, provider });
  await app.register(serveMyPage, { config, pool, throttles, provider, storage, mail, push });
  await app.register(serveVerify, { pool, throttles, provider });
  await app.register(serveCatalogue, { config, pool, throttles, provider });
  await app.register(serveRegister, { config, pool, throttles, provider, mail });
  await app.register(serveWhatsAppWebhook, { config, pool, throttles });
  await app.register(servePayHooks, { config, pool, throttles, mail });
  keepTidy(app, pool, storage, config);
  return app;
}

function openSidePool(app: FastifyInstance, pool: pg.Pool, tracing: Tracing | null): pg.Pool {
  const sidePool = createSidePool(pool);
  if (tracing) traceStatements(sidePool, tracing);
  app.addHook('onClose', async () => sidePool.end());
  return sidePool;
}

async function openOwnJobs(app: FastifyInstance, pool: pg.Pool): Promise<Jobs> {
  const jobs = await openJobs(pool, { log: app.log });
  app.addHook('onClose', async () => closeJobs(jobs, 1000));
  return jobs;
}

function keepTidy(app: FastifyInstance, pool: pg.Pool, storage: Storage, config: Config): void {
  sweepWhileRunning(app, pool, config.limits);
  keepDueFresh(app, pool);
  let stopSweeping = () => {};
  app.addHook('onListen', async () => {
    stopSweeping = sweepFilesHourly(pool, storage, (error) =>
      app.log.warn({ err: error }, 'sweeping failed'),
    );
  });
  app.addHook('onClose', async () => stopSweeping());
}
