// Does anybody wait while spreadsheets of 20,000 rows are checked and saved? One real server process; this one asks it
// for a page that needs no database every 25 ms. `turn` is the longest turn of its event loop in processor time, which
// other work of the machine does not lengthen; `delay` is the longest that a timer came late. Every second round asks and
// looks at nothing: `took` and `processor` are of those, and `ratio` compares the processor time with that of the checkout
// measured first.
// `node lab/bench/uploads.ts`; AGAINST=<another checkout> measures that one first
import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { atEnd, endAll, untilEnd } from '../faults/ending.ts';
import type * as Faults from '../faults/server-process.ts';
import type * as EmbeddedModule from '../../server/db/embedded.ts';
import type * as MigrateModule from '../../server/db/migrate.ts';
import { ms, quantile } from './figures.ts';
import { ownerPool } from './owner.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const rows = 20_000;
const numbers = Array.from({ length: rows }, (_, n) => n + 1);
const rounds = Number(process.env['ROUNDS'] ?? 4);
const against = process.env['AGAINST'];
const record = recorder(sections.uploads);
const firstNames =
  'Radha Sita Lalita Gopi Tulasi Yamuna Ganga Rukmini Vishakha Subhadra Malati Kunti Draupadi Mira Kamala Padma Nila Bhakti Prema Ananda'.split(
    ' ',
  );
const first = new Map<string, number>();
const token = `s_${randomBytes(32).toString('base64url')}`;

try {
  if (against) await measure('before', against);
  await measure('now', fileURLToPath(new URL('../..', import.meta.url)));
} finally {
  await endAll();
}

async function measure(name: string, root: string): Promise<void> {
  const load = async <T>(file: string): Promise<T> => import(pathToFileURL(join(root, file)).href);
  const { startServer } = await load<typeof Faults>('lab/faults/server-process.ts');
  const { startEmbedded } = await load<typeof EmbeddedModule>('server/db/embedded.ts');
  const { migrate } = await load<typeof MigrateModule>('server/db/migrate.ts');
  const dataDir = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'gurukul-uploads-'));
  // PostgreSQL runs as its own user when this runs as root.
  await chmod(dataDir, 0o755);
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const embedded = await untilEnd(startEmbedded({ dataDir, durable: true }), ({ stop }) => stop());
  await migrate(embedded.owner);
  const owner = ownerPool(embedded.owner);
  await owner.query(
    `insert into people (email_id, main_role, first_name) values ('admin@bench.test', 'admin', 'Admin')`,
  );
  await owner.query(
    `insert into courses (course_name, course_image, course_duration, start_date)
     values ('Course of Measure', '', 'yearly', current_date - 200)`,
  );
  await owner.query(
    `insert into sessions (token_hash, person_id, active_role, expires_at)
     values ($1, 1, 'admin', now() + interval '1 hour')`,
    [createHash('sha256').update(token).digest()],
  );
  // A course whose 5,000 students share their last two names, as initiated people do.
  await owner.query(
    `insert into courses (course_name, course_image, course_duration, start_date)
     values ('Course of Names', '', 'yearly', current_date - 200)`,
  );
  await owner.query(
    `with added as (
       insert into people (email_id, main_role, first_name, last_name)
       select 'name' || n || '@bench.test', 'student', name, 'Devi Dasi'
       from unnest($1::text[]) with ordinality as given (name, n)
       returning id
     )
     insert into enrolments (student_id, course_id, started_on) select id, 2, current_date from added`,
    [numbers.slice(0, 5000).map(firstNamesOf)],
  );
  await owner.query('analyze');
  await owner.end();
  const { host, user, database } = embedded.owner;
  const turnsFile = join(dataDir, 'turns');
  const server = await startServer({
    env: {
      DATA_DIR: join(dataDir, 'server'),
      DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`,
      SECRET_KEY: 'a key for measuring only, 32 bytes or more',
      LOG_LEVEL: 'fatal',
      DEMO: '0',
      TURNS: turnsFile,
      NODE_OPTIONS: `--import ${new URL('longest-turn.ts', import.meta.url).href}`,
    },
    isMortal: true,
  });
  atEnd(() => server.stop());
  await server.ready();
  const upload = async (path: string, body: string) => {
    const { status, text } = await send(`${server.url}/api/imports/${path}`, body);
    if (status !== 200) throw new Error(`${path} was answered ${status} ${text.slice(0, 500)}`);
    return text;
  };

  const waits: Record<string, number[]> = {};
  const turns: Record<string, number[]> = {};
  const delays: Record<string, number[]> = {};
  const took: Record<string, number[]> = {};
  const worked: Record<string, number[]> = {};
  const sinceLast = async () => {
    await rm(turnsFile, { force: true });
    for (;;) {
      const text = await readFile(turnsFile, 'utf8').catch(() => '');
      const [turn = 0, delay = 0, processor = 0] = text.split(' ').map(Number);
      if (text !== '') return { turn, delay, processor };
      await wait(5);
    }
  };
  const alone = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    await sinceLast();
    const began = performance.now();
    const done = await work();
    (took[what] ??= []).push(performance.now() - began);
    (worked[what] ??= []).push((await sinceLast()).processor);
    return done;
  };
  let isCalm = false;
  const watched = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    if (isCalm) return alone(what, work);
    const watch = new AbortController();
    const asked: Promise<number>[] = [];
    const asking = (async () => {
      while (!watch.signal.aborted) {
        const started = performance.now();
        asked.push(send(`${server.url}/robots.txt`).then(() => performance.now() - started));
        await wait(25);
      }
    })();
    await sinceLast();
    try {
      return await work();
    } finally {
      const { turn, delay } = await sinceLast();
      (turns[what] ??= []).push(turn);
      (delays[what] ??= []).push(delay);
      watch.abort();
      await asking;
      (waits[what] ??= []).push(...(await Promise.all(asked)));
    }
  };

  for (let round = 0; round < rounds; round += 1) {
    isCalm = round % 2 === 1;
    await (isCalm ? writeFile(`${turnsFile}.calm`, '') : rm(`${turnsFile}.calm`, { force: true }));
    await sinceLast();
    const students = JSON.stringify({ file_name: 'students.xlsx', rows: studentRows(round) });
    const payments = { file_name: 'payments.xlsx', rows: paymentRows(round) };
    const paymentsText = JSON.stringify(payments);
    await watched('nothing', () => wait(3000));
    const names = JSON.stringify({ file_name: 'names.xlsx', rows: namedRows(round) });
    await watched('preview of payments by names that end alike', () => upload('payments/preview', names));
    const checked = JSON.parse(
      await watched('preview of students', () => upload('students/preview', students)),
    ).data;
    const confirmed = JSON.stringify({ ...JSON.parse(students), confirm: true, digest: checked.digest });
    await watched('import of students', () => upload('students', confirmed));
    const { digest } = JSON.parse(
      await watched('preview of payments', () => upload('payments/preview', paymentsText)),
    ).data;
    await watched('import of payments', () =>
      upload('payments', JSON.stringify({ ...payments, confirm: true, digest })),
    );
    const statement = JSON.stringify({
      file_name: 'statement.csv',
      currency: 'INR',
      rows: statementRows(round),
    });
    await watched('preview of a statement', () => upload('../payments/settlement_preview', statement));
  }
  await server.stop();
  await embedded.stop();
  for (const [what, waited] of Object.entries(waits)) {
    const processor = quantile(worked[what] ?? [], 0.5);
    record({
      Rows: `${what === 'nothing' ? what : `${what}, ${rows} rows`}, ${name}${unless(4, rounds, 'rounds')}`,
      Figures: `took p50 ${ms(quantile(took[what] ?? [], 0.5))}, processor ${ms(processor)}${ratioOf(what, processor)}; others wait p50 ${ms(quantile(waited, 0.5))}, p95 ${ms(quantile(waited, 0.95))}, at most ${ms(Math.max(...waited))}; turn at most ${ms(Math.max(...(turns[what] ?? [])))}, delay at most ${ms(Math.max(...(delays[what] ?? [])))}`,
    });
  }
}

/** Of the first checkout, whose processor time the second one is compared with. */
function ratioOf(what: string, processor: number): string {
  const before = first.get(what);
  if (before === undefined) first.set(what, processor);
  return before === undefined ? '' : `, ratio ${(processor / before).toFixed(2)}`;
}

/** A name of letters alone, as names are. */
function nameOf(n: number, round: number): string {
  const letters = Array.from(String(round * rows + n), (digit) => 'abcdefghij'[Number(digit)]);
  return `Student${letters.join('')}`;
}

function statementRows(round: number) {
  return numbers.map((n) => ({
    row: n + 1,
    Date: `${String((n % 28) + 1).padStart(2, '0')}/03/2026`,
    Narration: `UPI/60${round}${String(n).padStart(8, '0')}/Student${n}`,
    'Withdrawal Amt.': '',
    'Deposit Amt.': `${1000 + (n % 50)}.00`,
  }));
}

function studentRows(round: number) {
  return numbers.map((n) => ({
    row: n + 1,
    first_name: nameOf(n, round),
    last_name: 'Rao',
    email_id: `student${n}.${round}@bench.test`,
    phone_number: `+91 9${String(round * rows + n).padStart(9, '0')}`,
    course_name: 'Course of Measure',
    class_name: '',
    gender: n % 2 === 0 ? 'Male' : 'Female',
    dob: '1990-05-17',
    address: `${n} Temple Road`,
    city: 'Hyderabad',
    state: 'Telangana',
    country: 'India',
    pincode: '500001',
  }));
}

function paymentRows(round: number) {
  return numbers.map((n) => ({
    row: n + 1,
    full_name: `${nameOf(n, round)} Rao`,
    course_name: 'Course of Measure',
    payment_id: `pay_${round}_${n}`,
    created_at: '2026-03-05 10:30',
    amount: `${1000 + (n % 50)}.00`,
    status: 'success',
    phone_number: `+91 9${String(round * rows + n).padStart(9, '0')}`,
    email_id: n % 3 === 0 ? '' : `student${n}.${round}@bench.test`,
  }));
}

/** 800 different ones. */
function firstNamesOf(n: number): string {
  const [first, second] = [n, Math.floor(n / 20)].map((at) => firstNames[at % firstNames.length]);
  return `${first} ${second}${Math.floor(n / 400) % 2 === 0 ? '' : 'vati'}`;
}

/** Payments that nothing but a name identifies. */
function namedRows(round: number) {
  return numbers.map((n) => ({
    row: n + 1,
    full_name: `${firstNamesOf(n)} Devi Dasi`,
    course_name: 'Course of Names',
    payment_id: `name_${round}_${n}`,
    created_at: '2026-03-05 10:30',
    amount: '1000.00',
    status: 'success',
    phone_number: '',
    email_id: '',
  }));
}

async function send(url: string, body?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: body === undefined ? 'GET' : 'POST',
        headers:
          body === undefined
            ? {}
            : {
                authorization: `Bearer ${token}`,
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(body),
              },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
