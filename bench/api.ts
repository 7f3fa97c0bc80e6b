// How near does the portal come to its limit, a bare `node:http` handler that sends the same statements on a pool of the
// same size and writes the same body? `node bench/api.ts`, in some minutes. STUDENTS asks for another size, CALLS for
// some calls only (`CALLS=roll,save`), ROUNDS and SECONDS for other rounds, BESIDE=/folder/of/another/clone measures that
// clone in the same rounds, PROFILE=/folder keeps there what the portal's process did under each call.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Recorded, Sample, ToProcess } from './api-talk.ts';
import { fill, partsOf } from './fill.ts';
import { httpRequest, load } from './load.ts';
import { startProvider } from './provider.ts';

const size = { students: Number(process.env['STUDENTS'] ?? 100_000), weeks: 5 };
const rounds = Number(process.env['ROUNDS'] ?? 5);
const roundMs = Number(process.env['SECONDS'] ?? 2) * 1000;
const connections = 8;
const beside = process.env['BESIDE'];
const profiles = process.env['PROFILE'];

interface Variant {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
  /** As the portal's gestures do: with a key of its own. */
  readonly isKeyed?: boolean;
}

interface Measured {
  readonly what: string;
  readonly goal: number;
  /** Each connection has its own, one after the other and over again. */
  readonly variants: readonly (readonly Variant[])[];
}

interface Contestant {
  readonly name: 'portal' | 'bare' | 'beside';
  readonly child: ChildProcess;
  readonly port: number;
}

interface Figures {
  readonly perSecond: number;
  readonly p99: number;
  /** Milliseconds of the processors for a request. */
  readonly node: number;
  readonly postgres: number;
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

const provider = await startProvider();
const started: ChildProcess[] = [];
let keys = 0;
try {
  await fill(provider.owner, size);
  const postmaster = await postmasterPid();
  const only = process.env['CALLS']?.split(',');
  const all = (await measuredCalls()).filter(({ what }) => only === undefined || only.includes(what));

  const recorder = await start('portal', { RECORD: '1' });
  const samples = new Map<string, Sample[][]>();
  for (const { what, variants } of all) samples.set(what, await recordAll(recorder, variants));
  recorder.child.disconnect();

  const contestants = [await start('portal'), await start('bare')];
  if (beside !== undefined) contestants.push(await start('beside', { ROOT: beside }));
  for (const measured of all) {
    const found = samples.get(measured.what) ?? [];
    const [first] = found.flat();
    const figures = await compare(measured, found, contestants, postmaster);
    console.log(lineOf(measured, first, figures));
  }
} finally {
  for (const child of started) if (child.connected) child.disconnect();
  await provider.close();
}

/** What is asked, as the portal's screens ask it. */
async function measuredCalls(): Promise<Measured[]> {
  const { courseAdmins } = partsOf(size);
  const teacher = 1 + courseAdmins + 9;
  const [admin, courseAdmin, teaching] = [
    provider.token,
    await signIn('courseadmin3@bench.test'),
    await signIn('teacher9@bench.test'),
  ];
  const same = (variant: Variant) => Array.from({ length: connections }, () => [variant]);
  const get = (path: string, token: string) => same({ method: 'GET', path, token });
  const post = (path: string, token: string, body: object) => same({ method: 'POST', path, token, body });
  const days = await taughtDays(teacher);
  const [day] = days;
  if (day === undefined) throw new Error('the teacher has no class');
  const asked = { course_id: day.course_id, class_id: day.class_id };
  const today = new Date().toISOString().slice(0, 10);
  const before = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
  return [
    { what: 'check', goal: 0.6, variants: get('/user_details/get_user_profile/1', admin) },
    {
      what: 'students',
      goal: 0.8,
      variants: post('/student/get_all_students', admin, { course_status: 'active', page: 1, pageSize: 10 }),
    },
    { what: 'courses', goal: 0.8, variants: get('/courses/get_all_courses', admin) },
    {
      what: 'roll',
      goal: 0.8,
      variants: post('/courses/get_students_attendence', teaching, {
        ...asked,
        attendance_date: day.attendance_date,
      }),
    },
    { what: 'save', goal: 0.8, variants: days.slice(0, connections).map((one) => saves(one, teaching)) },
    {
      what: 'report',
      goal: 0.8,
      variants: post('/attendance/get_report_sheet', teaching, {
        ...asked,
        start_date: before,
        end_date: today,
      }),
    },
    { what: 'admin', goal: 0.8, variants: get('/dashboard/admin_dashboard/1', admin) },
    { what: 'course admin', goal: 0.8, variants: get('/dashboard/course_admin_dashboard/4', courseAdmin) },
    { what: 'teacher', goal: 0.8, variants: get(`/dashboard/teacher_dashboard/${teacher}`, teaching) },
  ];
}

interface TaughtDay {
  readonly course_id: number;
  readonly class_id: number;
  readonly attendance_date: string;
  readonly students: readonly number[];
}

/** A day of each class of a teacher on which its register was taken, with the students who are in it. */
async function taughtDays(teacher: number): Promise<TaughtDay[]> {
  const { rows } = await provider.pool.query<TaughtDay>(
    `select s.course_id, s.class_id, max(r.attendance_date) as attendance_date,
       (select array_agg(distinct e.student_id) from enrolments e where e.class_id = s.class_id and e.ended_on is null) as students
     from slot_teachers t
     join class_slots s on s.id = t.slot_id
     join attendance_registers r on r.class_id = s.class_id and r.attendance_date < current_date
     where t.teacher_id = $1 and t.ended_at is null
     group by s.course_id, s.class_id
     order by s.class_id`,
    [teacher],
  );
  if (rows.length < connections) throw new Error(`the teacher has ${rows.length} classes`);
  return rows;
}

/** Everybody present, then everybody absent: each save writes every mark and its line of the audit trail. */
function saves({ students, ...day }: TaughtDay, token: string): Variant[] {
  return (['present', 'absent'] as const).map((status) => ({
    method: 'POST',
    path: '/attendance/save_roll',
    token,
    isKeyed: true,
    body: {
      ...day,
      marks: students.map((student_id) => ({
        student_id,
        attendance_status: status,
        seen: status === 'present' ? 'absent' : 'present',
      })),
    },
  }));
}

async function signIn(email_id: string): Promise<string> {
  const { body } = await provider.timed('/user_details/login', { email_id, password: 'Gurukul@2026' });
  return String(body['token']);
}

async function start(
  name: Contestant['name'],
  environment: Readonly<Record<string, string>> = {},
): Promise<Contestant> {
  const { host, port, user, database } = provider.pool.options;
  const file = name === 'bare' ? 'api-bare.ts' : 'api-portal.ts';
  const child = fork(join(import.meta.dirname, file), {
    serialization: 'advanced',
    env: {
      ...process.env,
      ...environment,
      DATA_DIR: provider.config.dataDir,
      CONNECTION: JSON.stringify({ host, port, user, database }),
    },
  });
  started.push(child);
  const [told]: unknown[] = await once(child, 'message');
  return { name, child, port: Number(told) };
}

async function tell<T>({ child }: Contestant, message: ToProcess): Promise<T> {
  const answered = once(child, 'message');
  child.send(message);
  const [answer]: T[] = await answered;
  if (answer === undefined) throw new Error(`no answer to ${JSON.stringify(message).slice(0, 40)}`);
  return answer;
}

/** What the portal sends for each variant, and answers. Twice over first, so that every answer is what it stays. */
async function recordAll(recorder: Contestant, variants: Measured['variants']): Promise<Sample[][]> {
  let key = 0;
  const ask = async ({ method, path, token, body, isKeyed = false }: Variant) => {
    key += 1;
    const answer = await fetch(`http://127.0.0.1:${recorder.port}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        ...(isKeyed ? { 'idempotency-key': `recorded-key-${key}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
    return text;
  };
  const recorded: Sample[][] = [];
  for (const own of variants) {
    for (const variant of [...own, ...own]) await ask(variant);
    const found: Sample[] = [];
    for (const variant of own) {
      await tell(recorder, 'record');
      const body = await ask(variant);
      found.push({ statements: await tell<Recorded[]>(recorder, 'recorded'), body });
    }
    recorded.push(found);
  }
  return recorded;
}

/** Rounds of each in turn, the first one for the caches; the median of each figure. */
async function compare(
  { what, variants }: Measured,
  samples: readonly (readonly Sample[])[],
  contestants: readonly Contestant[],
  postmaster: number,
): Promise<Map<string, Figures>> {
  const requests = new Map<string, ReturnType<typeof requestsOf>>();
  for (const one of contestants) {
    if (one.name === 'bare') await tell(one, { samples: samples.flat() });
    requests.set(one.name, requestsOf(one, variants));
  }
  // Before anything is measured the code is compiled, the plans are made and the pages read.
  for (const one of contestants) {
    const next = requests.get(one.name)!;
    for (let asked = 0, from = performance.now(); asked < 2_000 && performance.now() - from < 10_000;) {
      asked += (await load({ port: one.port, connections, ms: 500, next })).length;
    }
  }
  const portal = contestants.find(({ name }) => name === 'portal')!;
  if (profiles !== undefined) await tell(portal, 'profile');
  const taken = new Map<string, Figures[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // Whoever comes second finds warmer caches, so the order turns.
    for (const one of round % 2 === 0 ? contestants : contestants.toReversed()) {
      taken.get(one.name)?.push(await measure(one, requests.get(one.name)!, postmaster));
    }
  }
  if (profiles !== undefined) {
    const profile = await tell<object>(portal, 'profiled');
    await writeFile(join(profiles, `${what}.cpuprofile`), JSON.stringify(profile));
  }
  return new Map(
    [...taken].map(([name, found]) => [
      name,
      {
        perSecond: median(found.map(({ perSecond }) => perSecond)),
        p99: median(found.map(({ p99 }) => p99)),
        node: median(found.map(({ node }) => node)),
        postgres: median(found.map(({ postgres }) => postgres)),
      },
    ]),
  );
}

function requestsOf({ name }: Contestant, variants: Measured['variants']) {
  let place = -1;
  const made = variants.map((own) =>
    own.map(({ method, path, token, body, isKeyed = false }) => {
      place += 1;
      const url = name === 'bare' ? `/${place}` : `/api${path}`;
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = { authorization: `Bearer ${token}` };
      if (!isKeyed) {
        const bytes = httpRequest(method, url, headers, text);
        return () => bytes;
      }
      return () => {
        keys += 1;
        return httpRequest(method, url, { ...headers, 'idempotency-key': `bench-${keys}` }, text);
      };
    }),
  );
  return (connection: number, turn: number): Buffer => {
    const own = made[connection] ?? [];
    return own[turn % own.length]?.() ?? Buffer.alloc(0);
  };
}

async function measure(
  one: Contestant,
  next: (connection: number, turn: number) => Buffer,
  postmaster: number,
): Promise<Figures> {
  const [node, postgres, from] = [
    await tell<number>(one, 'processor'),
    await postgresMs(postmaster),
    performance.now(),
  ];
  const took = await load({ port: one.port, connections, ms: roundMs, next });
  const seconds = (performance.now() - from) / 1000;
  const sorted = took.toSorted((a, b) => a - b);
  return {
    perSecond: took.length / seconds,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    node: ((await tell<number>(one, 'processor')) - node) / took.length,
    postgres: ((await postgresMs(postmaster)) - postgres) / took.length,
  };
}

async function postmasterPid(): Promise<number> {
  const { rows } = await provider.owner.query<{ pid: string }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`,
  );
  return Number(rows[0]?.pid);
}

/** Milliseconds that the processors have worked for PostgreSQL and all that it started. */
async function postgresMs(postmaster: number): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const spent = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      const [, parent = 0, ...rest] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      if (parent !== postmaster) return 0;
      // Counted in hundredths of a second, in the 14th and 15th field of all.
      return ((rest[9] ?? 0) + (rest[10] ?? 0)) * 10;
    }),
  );
  return spent.reduce((sum, one) => sum + one, 0);
}

function lineOf({ what, goal }: Measured, sample: Sample | undefined, figures: Map<string, Figures>): string {
  const [portal, bare] = [figures.get('portal')!, figures.get('bare')!];
  const work = ({ node, postgres }: Figures) => node + postgres;
  const of = (one: Figures) =>
    `${one.perSecond.toFixed(0)}/s, p99 ${one.p99.toFixed(1)} ms, Node ${one.node.toFixed(2)} + PostgreSQL ${one.postgres.toFixed(2)} ms`;
  const other = figures.get('beside');
  const ratios = [
    `requests ${(portal.perSecond / bare.perSecond).toFixed(2)}`,
    `work ${(work(bare) / work(portal)).toFixed(2)}`,
    ...(other === undefined
      ? []
      : [
          `(beside ${(other.perSecond / bare.perSecond).toFixed(2)}, ${(work(bare) / work(other)).toFixed(2)})`,
        ]),
    `goal ${goal}`,
  ];
  const asked = `${what}: ${sample?.statements.length} statements, ${sample?.body.length} characters`;
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, load ${loadavg()[0]?.toFixed(0)}`;
  const cells = [
    new Date().toISOString().slice(0, 10),
    machine,
    `${size.students} students`,
    asked,
    ratios.join('; '),
    of(portal),
    of(bare),
    other === undefined ? '' : of(other),
  ];
  return `| ${cells.join(' | ')} |`;
}
