// Do 500 teachers who save the rolls of their classes, 30 students each, in the same minute all get their answer within
// a second, and at the same instant? And when 5,000 rolls come in one minute, do all other calls still take less than
// 300 ms, 99 of 100? That fails the run if not. Real server processes on a durable PostgreSQL, one and three of them;
// every fifth save is sent twice with its Idempotency-Key, as a phone does that heard nothing.
// `node lab/bench/rush.ts`; MINUTE=10 for a shorter minute; AGAINST=<another checkout> for the ratio to that one, wave by
// wave in one run; STATISTICS=0 for a database that has not looked at its tables yet
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import { atEnd, endAll, untilEnd } from '../faults/ending.ts';
import type * as Faults from '../faults/server-process.ts';
import type * as EmbeddedModule from '../../server/db/embedded.ts';
import type * as MigrateModule from '../../server/db/migrate.ts';
import { daysBefore, median, ms, quantile, ratio } from './figures.ts';
import { analyzeTrail, ownerPool } from './owner.ts';
import { processorOf } from './processor.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const teachers = 500;
const rollSize = 30;
/** Weeks of registers before today, so that the tables are not empty. */
const weeks = 10;
/** In a full minute each teacher saves the rolls of ten days, and others ask so many times a second. */
const fullDays = 10;
const othersASecond = 20;
const othersGoal = 300;
const minuteMs = Number(process.env['MINUTE'] ?? 60) * 1000;
const processCounts = (process.env['PROCESSES'] ?? '1,3').split(',').map(Number);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const hasStatistics = process.env['STATISTICS'] !== '0';
const here = fileURLToPath(new URL('../..', import.meta.url));
const against = process.env['AGAINST'];
const record = recorder(sections.rush);

type Form = 'the same minute' | 'the same instant' | 'a full minute';

interface Looked {
  readonly path: string;
  readonly ms: number;
}

interface Wave {
  /** Milliseconds from the first sending to the acknowledgement, for every copy of every save. */
  readonly took: readonly number[];
  /** Other calls meanwhile. */
  readonly others: readonly Looked[];
  readonly busy: number;
  readonly inFlight: number;
  /** Milliseconds of processor time. */
  readonly node: number;
  readonly postgres: number;
}

const trees = [{ name: 'now', root: here }, ...(against ? [{ name: 'before', root: against }] : [])];
const sides: Awaited<ReturnType<typeof startSide>>[] = [];
try {
  for (const { name, root } of trees) sides.push(await startSide(name, root));
  for (const processes of processCounts) {
    for (const side of sides) await side.serve(processes);
    for (const form of ['the same minute', 'the same instant', 'a full minute'] as const) {
      const waves = new Map(sides.map(({ name }) => [name, new Array<Wave>()]));
      const times = form === 'the same instant' ? rounds : 1;
      // The first rolls of a process compile its code and plan its statements. They are saved and not counted.
      for (let round = form === 'the same minute' ? -1 : 0; round < times; round += 1) {
        for (const side of sides) {
          const wave = await side.rush(round < 0 ? 'the same instant' : form);
          if (round >= 0) waves.get(side.name)?.push(wave);
          else if (hasStatistics) await side.readTrailAnew();
        }
      }
      report(processes, form, waves);
    }
  }
} finally {
  await endAll();
}

/** One checkout of the portal with its own cluster and server processes. */
async function startSide(name: string, root: string) {
  const load = async <T>(file: string): Promise<T> => import(pathToFileURL(join(root, file)).href);
  const { startServer } = await load<typeof Faults>('lab/faults/server-process.ts');
  const { startEmbedded } = await load<typeof EmbeddedModule>('server/db/embedded.ts');
  const { migrate } = await load<typeof MigrateModule>('server/db/migrate.ts');
  const dataDir = await mkdtemp(join(tmpdir(), 'gurukul-rush-'));
  // PostgreSQL runs as its own user when this runs as root.
  await chmod(dataDir, 0o755);
  atEnd(() => rm(dataDir, { recursive: true, force: true }));
  const embedded = await untilEnd(startEmbedded({ dataDir, durable: true }), async ({ stop }) => {
    const elsewhere = await realpath(join(dataDir, 'postgres'));
    await stop();
    if (!elsewhere.startsWith(dataDir)) await rm(join(elsewhere, '..'), { recursive: true, force: true });
  });
  await migrate(embedded.owner);
  const owner = ownerPool(embedded.owner);
  atEnd(async () => void owner.end());
  const postgresWork = await processorOf(owner);
  const [admin = '', ...tokens] = await fill(owner);
  const { host, user, database } = embedded.owner;
  let servers: Faults.ServerProcess[] = [];
  let day = 0;

  const stopServers = async () => {
    await Promise.all(servers.map(async (server) => server.stop()));
    servers = [];
  };
  atEnd(stopServers);

  return {
    name,
    async serve(processes: number) {
      await stopServers();
      for (let number = 0; number < processes; number += 1) {
        servers.push(
          await startServer({
            env: {
              DATA_DIR: join(dataDir, `server-${number}`),
              DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`,
              SECRET_KEY: 'a key for measuring only, 32 bytes or more',
              LOG_LEVEL: 'fatal',
              DEMO: '0',
            },
            isMortal: true,
          }),
        );
        await servers.at(-1)?.ready();
      }
    },

    readTrailAnew: () => analyzeTrail(owner),

    /** Everybody saves the roll of one more day, or of ten. The stored marks are counted afterwards. */
    async rush(form: Form): Promise<Wave> {
      const isFull = form === 'a full minute';
      const days = Array.from({ length: isFull ? fullDays : 1 }, (_, place) => day + place + 1);
      day += days.length;
      const rolls = days.flatMap((each) => tokens.map((token, index) => ({ token, index, day: each })));
      // The teachers have looked at the list for a while.
      await owner.query(`update sessions set last_seen_at = now() - interval '10 minutes'`);
      const before = [await nodeWork(), await postgresWork()] as const;
      const counts = { busy: 0, inFlight: 0 };
      const saves = rolls.flatMap(({ token, index, day: each }, turn) => {
        const students = Array.from({ length: rollSize }, (_, place) => ({
          student_id: 1 + teachers + index * rollSize + place + 1,
          attendance_status: (index + place + each) % 9 === 0 ? 'absent' : 'present',
          seen: null,
        }));
        const roll = {
          course_id: 1 + (index % 100),
          class_id: 1 + index,
          attendance_date: daysBefore(each),
          marks: students,
        };
        const save = { token, key: randomUUID(), body: JSON.stringify(roll) };
        // Numbers without order, the same in every run.
        const at =
          form === 'the same instant' ? 0 : ((turn * 7919) % rolls.length) * (minuteMs / rolls.length);
        const first = { ...save, at, server: index };
        return index % 5 === 0 ? [first, { ...first, at: at + 20, server: index + 1 }] : [first];
      });
      const others = isFull ? askBeside(servers, admin, tokens) : undefined;
      const took = await Promise.all(
        saves.map(async ({ at, server, ...save }) => {
          await wait(at);
          return acknowledged(servers.at(server % servers.length)?.url ?? '', save, counts);
        }),
      );
      const wave = {
        took,
        others: (await others?.stop()) ?? [],
        ...counts,
        node: (await nodeWork()) - before[0],
        postgres: (await postgresWork()) - before[1],
      };
      const { rows } = await owner.query<{ marks: number; students: number; registers: number }>(
        `select count(*) as marks, count(distinct student_id) as students, count(distinct register_id) as registers
         from attendance where attendance_date = any($1)`,
        [days.map((each) => daysBefore(each))],
      );
      const students = teachers * rollSize;
      const expected = { marks: days.length * students, students, registers: rolls.length };
      const isExact = Object.entries(expected).every(([key, value]) => Object(rows[0])[key] === value);
      if (!isExact) throw new Error(`recorded ${JSON.stringify(rows[0])}, not ${JSON.stringify(expected)}`);
      return wave;
    },
  };

  /** The processor time of the server processes so far, in ms, by their own report. */
  async function nodeWork(): Promise<number> {
    const told = await Promise.all(
      servers.map(async ({ url }) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]) * 1000;
      }),
    );
    return told.reduce((sum, each) => sum + each, 0);
  }
}

/** What others do meanwhile: they look, one call after the other, each with its first answer. */
function askBeside(
  servers: readonly Pick<Faults.ServerProcess, 'url'>[],
  admin: string,
  tokens: readonly string[],
) {
  const took: Promise<Looked>[] = [];
  const timer = setInterval(() => {
    const turn = took.length;
    const index = (turn * 31) % teachers;
    const roll = { course_id: 1 + (index % 100), class_id: 1 + index, attendance_date: daysBefore(40 + 7) };
    const page = { course_status: 'active', page: 1, pageSize: 30 };
    const calls: readonly [token: string, path: string, body?: object][] = [
      [tokens[index] ?? '', `/user_details/get_user_profile/${2 + index}`],
      [tokens[index] ?? '', '/attendance/get_rolls'],
      [tokens[index] ?? '', '/courses/get_students_attendence', roll],
      [tokens[index] ?? '', `/dashboard/teacher_dashboard/${2 + index}`],
      [admin, '/student/get_all_students', page],
      [tokens[index] ?? '', `/user_details/get_user_profile/${2 + index}`],
      [admin, '/courses/get_all_courses?page=1&pageSize=8'],
      [admin, '/dashboard/get_today'],
    ];
    const [token, path, body] = calls[turn % calls.length]!;
    took.push(askOnce(servers[turn % servers.length]?.url ?? '', { token, path, body }));
    // The first failure is thrown by `stop`.
    took.at(-1)?.catch(() => undefined);
  }, 1000 / othersASecond);
  return {
    async stop() {
      clearInterval(timer);
      return Promise.all(took);
    },
  };
}

async function askOnce(
  url: string,
  { token, path, body }: { token: string; path: string; body: object | undefined },
): Promise<Looked> {
  const started = performance.now();
  const answer = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status} ${text}`);
  return { path: path.replace(/\?.*|\/\d+$/, ''), ms: performance.now() - started };
}

interface Save {
  readonly token: string;
  readonly key: string;
  readonly body: string;
}

/**
 * Sends until it is acknowledged, as the portal does, each time on a new connection. Returns the milliseconds until
 * then.
 */
async function acknowledged(url: string, save: Save, counts: { busy: number; inFlight: number }) {
  const started = performance.now();
  for (;;) {
    const { status, retryAfter, text } = await send(url, save);
    if (status === 200) return performance.now() - started;
    if (status === 503) counts.busy += 1;
    else if (status === 409 && /still being worked on/.test(text)) counts.inFlight += 1;
    else throw new Error(`a save was answered ${status} ${text}`);
    await wait(retryAfter === undefined ? 250 : Number(retryAfter) * 1000);
  }
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

async function send(url: string, { token, key, body }: Save): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/api/attendance/save_roll`,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Bearer ${token}`,
          'idempotency-key': key,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * 100 courses of five classes, each with a teacher of its own and 30 students, one in ten of them without payment, and
 * registers of ten weeks. Person 1 is the admin, then come the teachers, then the students, class by class. Returns
 * session tokens of the admin and of each teacher.
 */
async function fill(owner: Pool): Promise<string[]> {
  const statements = [
    `set session_replication_role = replica`,
    `insert into people (email_id, main_role, first_name) values ('admin@bench.test', 'admin', 'Admin')`,
    `insert into people (email_id, main_role, first_name)
     select 'teacher' || n || '@bench.test', 'teacher', 'Teacher ' || n from generate_series(1, ${teachers}) n`,
    `insert into people (email_id, main_role, first_name, last_name)
     select 'student' || n || '@bench.test', 'student', 'Student ' || n, 'of Measure'
     from generate_series(1, ${teachers * rollSize}) n`,
    `insert into courses (course_name, course_image, course_duration, start_date)
     select 'Course ' || n, '', 'yearly', current_date - 200 from generate_series(1, 100) n`,
    `insert into classes (course_id, class_name)
     select 1 + n % 100, 'Class ' || n from generate_series(0, ${teachers - 1}) n`,
    `insert into class_slots (class_id, course_id, class_day, local_time, time_zone)
     select id, course_id, 'monday', '18:00', 'Asia/Kolkata' from classes`,
    `insert into course_teachers (course_id, teacher_id) select course_id, 1 + id from classes`,
    `insert into slot_teachers (slot_id, course_id, teacher_id)
     select id, course_id, 1 + class_id from class_slots`,
    `insert into enrolments (student_id, course_id, class_id, started_on, payment_status)
     select ${1 + teachers} + n + 1, k.course_id, k.id, current_date - 200,
       case when n % 10 <> 0 then 'Successful' end
     from generate_series(0, ${teachers * rollSize - 1}) n join classes k on k.id = 1 + n / ${rollSize}`,
    `insert into attendance_registers (course_id, class_id, attendance_date)
     select k.course_id, k.id, current_date - 40 - 7 * n
     from generate_series(1, ${weeks}) n cross join classes k`,
    `insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
     select r.attendance_date, e.student_id, r.course_id, r.class_id, r.id,
       case when hashint8(e.id * 40 + r.id) % 10 = 0 then 'absent' else 'present' end
     from attendance_registers r join enrolments e on e.class_id = r.class_id order by r.id, e.id`,
    `reset all`,
    ...(hasStatistics ? ['vacuum analyze'] : []),
    `checkpoint`,
  ];
  const tokens = Array.from({ length: 1 + teachers }, () => `s_${randomBytes(32).toString('base64url')}`);
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  const connection = await owner.connect();
  try {
    if (!hasStatistics) await connection.query('alter system set autovacuum = off');
    for (const text of statements) await connection.query(text);
    await connection.query(
      `insert into sessions (token_hash, person_id, active_role, expires_at)
       select h, n, case when n = 1 then 'admin' else 'teacher' end, now() + interval '1 hour'
       from unnest($1::bytea[]) with ordinality as t (h, n)`,
      [hashes],
    );
  } finally {
    connection.release();
  }
  return tokens;
}

function report(processes: number, form: Form, waves: ReadonlyMap<string, readonly Wave[]>): void {
  const rolls = teachers * (form === 'a full minute' ? fullDays : 1);
  const figuresOf = (name: string) => {
    const all = waves.get(name) ?? [];
    const took = all.flatMap((wave) => wave.took);
    const mean = (key: 'busy' | 'inFlight' | 'node' | 'postgres') =>
      all.reduce((total, wave) => total + wave[key], 0) / Math.max(1, all.length);
    return {
      p50: median(took),
      p95: quantile(took, 0.95),
      p99: quantile(took, 0.99),
      slowest: Math.max(...took),
      busy: mean('busy'),
      inFlight: mean('inFlight'),
      node: mean('node') / rolls,
      postgres: mean('postgres') / rolls,
      others: all.flatMap((wave) => wave.others),
    };
  };
  const now = figuresOf('now');
  const ratios: string[] = [];
  if (waves.has('before')) {
    const before = figuresOf('before');
    const to = (key: 'p50' | 'p99' | 'node' | 'postgres') => ratio(before[key], now[key]);
    ratios.push(
      `before : now = ${to('p50')} at p50, ${to('p99')} at p99, ${to('node')} of Node's processor time, ${to('postgres')} of PostgreSQL's`,
    );
  }
  const figures = [
    ...ratios,
    `p50 ${now.p50.toFixed(0)}, p95 ${now.p95.toFixed(0)}, p99 ${now.p99.toFixed(0)}, slowest ${ms(now.slowest)} until acknowledged`,
    `${now.busy.toFixed(0)} times busy, ${now.inFlight.toFixed(0)} times still under way`,
    `per save ${now.node.toFixed(1)} ms of the processor in Node, ${now.postgres.toFixed(1)} in PostgreSQL`,
    `${rolls * rollSize} marks, none missing, none double`,
    ...(now.others.length === 0 ? [] : [toldOfOthers(now.others)]),
  ];
  const seconds = minuteMs / 1000;
  const rows = [
    `${rolls} rolls of ${rollSize}`,
    form !== 'the same instant' && seconds !== 60 ? form.replace('minute', `${seconds} seconds`) : form,
    ...(hasStatistics ? [] : ['no statistics']),
    `${processes} server ${processes === 1 ? 'process' : 'processes'}`,
    ...(form === 'the same instant' && rounds !== 3 ? [`rounds: ${rounds}`] : []),
    ...(against === undefined ? [] : ['beside another checkout']),
  ];
  record({ Rows: rows.join(', '), Figures: figures.join('; ') });
}

function toldOfOthers(others: readonly Looked[]): string {
  const all = others.map((one) => one.ms);
  const p99 = quantile(all, 0.99);
  const isMissed = p99 > othersGoal;
  if (isMissed) process.exitCode = 1;
  const byPath = [...Map.groupBy(others, ({ path }) => path)]
    .map(([path, looked]) => ({
      path,
      p99: quantile(
        looked.map((one) => one.ms),
        0.99,
      ),
    }))
    .toSorted((one, other) => other.p99 - one.p99)
    .map((one) => `${one.path} ${one.p99.toFixed(0)}`);
  return `${all.length} other calls, all answered at once: p50 ${median(all).toFixed(0)}, p99 ${p99.toFixed(0)}, slowest ${ms(Math.max(...all))}; goal p99 ${othersGoal}${isMissed ? ', missed' : ''}; p99 by call: ${byPath.join(', ')}`;
}
