// What do ten thousand mails under way cost everybody else? They go to a mail server of this machine for a while and
// are held back for a while, in turns, under the same calls: `node lab/bench/mails.ts`, in some minutes. MAILS and
// PER_SECOND set other numbers, ROUNDS other turns.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atEnd, endAll } from '../faults/ending.ts';
import { inTransaction } from '../../server/db/tx.ts';
import { closeJobs, openJobs } from '../../server/jobs/open.ts';
import { eventMail } from '../../server/channels/mail/templates.ts';
import type { Mail } from '../../server/channels/mail/templates.ts';
import { samples } from '../../server/channels/mail/templates/samples.ts';
import { createMailer } from '../../server/channels/mail/mailer.ts';
import { createTransport } from '../../server/channels/mail/transport.ts';
import { startMailWorker, usualSettings } from '../../server/channels/mail/worker.ts';
import type { MailServerSays } from '../../server/test/accepting-mail-server.ts';
import { ms, quantile, ratio } from './figures.ts';
import { startProvider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const mails = Number(process.env['MAILS'] ?? 10_000);
const perSecond = Number(process.env['PER_SECOND'] ?? usualSettings.perSecond);
const windows = Number(process.env['ROUNDS'] ?? 10);
const windowMs = 12_000;
const students = 5_000;
const callsPerSecond = 25;

const calls: readonly (readonly [string, object])[] = [
  ['/student/get_all_students', { course_status: 'active', page: 3, pageSize: 30 }],
  ['/mails/get_mails', { pageSize: 30 }],
  ['/courses/get_single_course', { course_id: 1 }],
  ['/update_details/get_student_details_by_email', { email_id: 'student7@bench.test' }],
];

const record = recorder(sections.mails);
const provider = await startProvider();
const { owner, pool, config } = provider;
const server = fork(fileURLToPath(new URL('../../server/test/accepting-mail-server.ts', import.meta.url)));
atEnd(async () => server.connected && server.disconnect());
const port = await told();
const log = { warn: (details: object, message: string) => console.error(message, details) };
const jobs = await openJobs(pool, { log, supervise: true });
atEnd(() => closeJobs(jobs, 1_000));
try {
  await fill();
  const mailer = createMailer(config, jobs);
  const asked = await measureAsking((mails) => inTransaction(pool, (tx) => mailer.enqueueMany(tx, mails)));
  await owner.query('delete from pgboss.job');
  const workerConfig = { ...config, smtpUrl: `smtp://127.0.0.1:${port}` };
  const gate = createGate();
  const transport = createTransport(workerConfig, usualSettings);
  await startMailWorker({
    config: workerConfig,
    pool,
    jobs,
    log,
    settings: { ...usualSettings, perSecond },
    transport: {
      ...transport,
      async send(...handed) {
        await gate.opened();
        await transport.send(...handed);
      },
    },
  });
  for (let event = 2, asked = 0; asked < mails; event += 1, asked += students) {
    const some = mailsOf(event).slice(0, mails - asked);
    await inTransaction(pool, (tx) => mailer.enqueueMany(tx, some));
  }

  const [alone, beside]: [number[], number[]] = [[], []];
  let sendingMs = 0;
  await measureFor([], async () => wait(3_000));
  for (let window = 0; window < windows; window += 1) {
    await measureFor(alone, async () => wait(windowMs));
    gate.open();
    const started = performance.now();
    await measureFor(beside, async () => wait(windowMs));
    sendingMs += performance.now() - started;
    gate.close();
    await wait(500);
  }
  server.send('how many?');
  const accepted = await told();
  const left = await waiting();
  if (accepted < mails - left) throw new Error(`${accepted} mails arrived, ${mails - left} are called sent`);

  const p = (numbers: readonly number[]) =>
    `p50 ${quantile(numbers, 0.5).toFixed(1)}, p95 ${quantile(numbers, 0.95).toFixed(1)} ms`;
  const figures = [
    `alone ${p(alone)} (${alone.length} calls)`,
    `beside mails ${p(beside)} (${beside.length} calls)`,
    `p95 beside : alone = ${ratio(quantile(beside, 0.95), quantile(alone, 0.95))}`,
    `${accepted} sent meanwhile, ${(accepted / (sendingMs / 1000)).toFixed(0)} mails/s`,
    asked,
  ];
  record({
    Rows: `${mails} mails waiting, at most ${perSecond}/s${unless(10, windows, 'turns')}`,
    Figures: figures.join('; '),
  });
} finally {
  await endAll();
}

/** The mail server's next message: its port, or the number of mails. */
async function told(): Promise<number> {
  const [message]: MailServerSays[] = await once(server, 'message');
  if (message === undefined) throw new Error('the mail server said nothing');
  return 'port' in message ? message.port : message.accepted;
}

/** Holds mails back while it is closed. */
function createGate() {
  let opened = Promise.withResolvers<void>();
  return {
    opened: () => opened.promise,
    open: () => opened.resolve(),
    close: () => (opened = Promise.withResolvers<void>()),
  };
}

/** Makes calls at a steady pace, like independent clients, while the work goes on. */
async function measureFor(taken: number[], work: () => Promise<void>): Promise<void> {
  const makeOne = async (n: number) => {
    const [path, input] = calls[n % calls.length] ?? ['/', {}];
    const { ms: took, status } = await provider.timed(path, input);
    if (status !== 200) throw new Error(`${path} answered ${status}`);
    taken.push(took);
  };
  const during = { work: true };
  const working = work().finally(() => (during.work = false));
  const under: Promise<void>[] = [];
  const started = performance.now();
  for (let n = 0; during.work; n += 1) {
    under.push(makeOne(n));
    await wait(Math.max(0, started + ((n + 1) * 1000) / callsPerSecond - performance.now()));
  }
  await Promise.all([working, ...under]);
}

/** Measures how long requesting 5,000 mails in one transaction takes, and how long it delays others. */
async function measureAsking(ask: (mails: readonly Mail[]) => Promise<number>): Promise<string> {
  await ask(mailsOf(200).slice(0, 500));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await ask(mailsOf(1));
  const taken = performance.now() - started;
  delay.disable();
  return `asking for ${students}: ${ms(taken)}, the longest pause of the process ${ms(delay.max / 1e6)}`;
}

function mailsOf(event_id: number): Mail[] {
  const event = {
    ...samples.event_published,
    event_id,
    description: `<p>${'About dharma. '.repeat(100)}</p>`,
  };
  return Array.from({ length: students }, (_, n) =>
    eventMail('event_published', event, {
      person_id: n + 2,
      email_id: `student${n + 1}@bench.test`,
      fullname: `Student ${n + 1}`,
      timezone: n % 3 === 0 ? 'America/New_York' : 'Asia/Kolkata',
    }),
  );
}

async function waiting(): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    "select count(*)::int as n from mails where state = 'queued' and event_id between 2 and 100",
  );
  return rows[0]?.n ?? 0;
}

async function fill(): Promise<void> {
  await owner.query(`
    insert into people (email_id, main_role, first_name, last_name)
    select 'student' || n || '@bench.test', 'student', 'Student', n::text from generate_series(1, ${students}) n`);
  await owner.query(`
    insert into people (email_id, main_role, first_name) values ('courseadmin@bench.test', 'courseadmin', 'Course admin')`);
  await owner.query(`
    insert into courses (course_name, course_image, courseadmin_id, course_duration, start_date)
    select 'Course ' || n, '', (select id from people where main_role = 'courseadmin'), 'yearly', '2026-01-05' from generate_series(1, 20) n`);
  await owner.query(`
    insert into enrolments (student_id, course_id, started_on)
    select 1 + n, 1 + n % 20, '2026-01-05' from generate_series(1, ${students}) n`);
  await owner.query(`
    insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
    select 1, 'Event ' || n, 'https://meet.bench.test', '2030-01-15', '2030-01-15T13:00Z', '2030-01-15T14:30Z', 1
    from generate_series(1, 200) n`);
  await owner.query('vacuum analyze');
}
