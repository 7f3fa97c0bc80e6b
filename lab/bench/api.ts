// How near does the portal come to its limit? The limit is a bare `node:http` handler that sends the same statements on
// a pool of the same size and writes the same answer. It sends the statements of one single request, with a look-up of
// the session, which requests that arrive at the portal together share. A second such handler sends one statement that
// was written by hand for the call (api-hand.ts): wasteful statements of the portal are not in it, so the run fails when
// the portal needs more than two (a save: four) times its processor time. The last lines compare all calls with it. Commits wait for the disk, and answers are
// packed. `node lab/bench/api.ts`, in some minutes.
// STUDENTS sets another size, CALLS selects calls (`CALLS=roll,save`), PAIRS, ROUNDS and SECONDS set other rounds.
// BESIDE=/folder/of/another/clone measures that clone in the same rounds. PROFILE=/folder stores profiles of the first
// processes under each call. ENCODING=identity packs no answer.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endAll } from '../faults/ending.ts';
import {
  classByHand,
  courseAdminsByHand,
  coursesByHand,
  dashboardByHand,
  figuresByHand,
  handTables,
  mailsByHand,
  owingByHand,
  paymentsByHand,
  profileByHand,
  reportByHand,
  rollByHand,
  rollsByHand,
  saveByHand,
  searchByHand,
  studentByHand,
  studentsByHand,
  todayByHand,
  weekByHand,
} from './api-hand.ts';
import { startProcess, tell } from './api-process.ts';
import type { ApiProcess } from './api-process.ts';
import type { Recorded, Sample } from './api-talk.ts';
import { daysBefore, median, quantile } from './figures.ts';
import { fill, partsOf } from '../../server/test/fill.ts';
import { httpRequest, load } from './load.ts';
import { isFilled, layDown } from './calls.ts';
import { analyzeTrail } from './owner.ts';
import { processorOf } from './processor.ts';
import { keptFor, startProvider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';
import { taughtDays } from './taught-days.ts';
import type { TaughtDay } from './taught-days.ts';

const size = { students: Number(process.env['STUDENTS'] ?? 100_000), weeks: 5 };
// V8's compiled code differs from process to process, so one pair of processes says something of that pair only.
const usual = { pairs: 3, rounds: 5, seconds: 1.2 };
const pairs = Number(process.env['PAIRS'] ?? usual.pairs);
const rounds = Number(process.env['ROUNDS'] ?? usual.rounds);
const seconds = Number(process.env['SECONDS'] ?? usual.seconds);
const connections = 8;
const beside = process.env['BESIDE'];
const profiles = process.env['PROFILE'];
const isBareToo = process.env['BARE'] !== '0';
const encoding = process.env['ENCODING'] ?? 'br';
/** Headers that node:http sets by itself, also for the bare handler. */
const byNode: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'content-length']);

interface Variant {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  readonly body?: object;
  /** Sent with an idempotency key of its own, as the portal's gestures do. */
  readonly isKeyed?: boolean;
}

interface Measurement {
  readonly what: string;
  readonly goal: number;
  /** Each connection has its own variants, one after the other, again and again. */
  readonly variants: readonly (readonly Variant[])[];
  readonly hand: Hand;
}

/** A statement written for the call, the same for all variants or one for each. */
interface Hand {
  /** How many times its processor time the portal may need. */
  readonly goal: number;
  readonly statements: (place: number, turn: number) => Recorded[];
}

interface Contestant extends ApiProcess {
  readonly name: 'portal' | 'bare' | 'hand' | 'beside';
}

const isBare = (name: Contestant['name']) => name === 'bare' || name === 'hand';

/** The results by name, one right after the other. */
type Round = ReadonlyMap<string, Figures>;

interface Figures {
  readonly perSecond: number;
  readonly p99: number;
  /** Milliseconds of processor time per request. */
  readonly node: number;
  readonly postgres: number;
}

const work = ({ node, postgres }: Figures) => node + postgres;

const record = recorder(sections.api);
const provider = await startProvider({ durable: true, keptIn: keptFor(size.students) });
let keys = Date.now();
const times: string[] = [];
try {
  if (!(await isFilled(provider))) {
    await fill(provider.owner, size);
    await layDown(provider);
  }
  await provider.owner.query(handTables);
  await provider.owner.query('analyze');
  const postgresMs = await processorOf(provider.owner);
  const only = process.env['CALLS']?.split(',');
  const all = (await measuredCalls()).filter(({ what }) => only === undefined || only.includes(what));

  const recorder = await start('portal', { RECORD: '1' });
  const samples = new Map<string, Sample[][]>();
  for (const { what, variants } of all) samples.set(what, await recordAll(recorder, variants));
  recorder.child.disconnect();

  const taken = new Map<string, Round[]>(all.map(({ what }) => [what, []]));
  for (let pair = 0; pair < pairs; pair += 1) {
    const contestants = [await start('portal'), await start('hand')];
    if (isBareToo) contestants.push(await start('bare'));
    if (beside !== undefined) contestants.push(await start('beside', { ROOT: beside }));
    for (const measured of all) {
      const found = samples.get(measured.what) ?? [];
      const isProfiled = profiles !== undefined && pair === 0;
      const figures = await compare(measured, found, contestants, { postgresMs, isProfiled });
      taken.get(measured.what)?.push(...figures);
      if (pair === pairs - 1) put(measured, found.flat()[0], taken.get(measured.what) ?? []);
    }
    for (const { child } of contestants) {
      child.disconnect();
      await once(child, 'exit');
    }
  }
  console.log(times.join('\n'));
} finally {
  await endAll();
}

/** The requests of the portal's screens. */
async function measuredCalls(): Promise<Measurement[]> {
  const { courseAdmins } = partsOf(size);
  const teacher = 1 + courseAdmins + 9;
  const [admin, courseAdmin, teaching] = [
    provider.token,
    (await provider.signIn('courseadmin3@bench.test')).token,
    (await provider.signIn('teacher9@bench.test')).token,
  ];
  const same = (variant: Variant) => Array.from({ length: connections }, () => [variant]);
  const get = (path: string, token: string) => same({ method: 'GET', path, token });
  const post = (path: string, token: string, body: object) => same({ method: 'POST', path, token, body });
  const days = await taughtDays(provider.pool, teacher);
  if (days.length < connections) throw new Error(`the teacher has ${days.length} classes`);
  const [day] = days;
  const student = day.students[0] ?? 0;
  const asked = { course_id: day.course_id, class_id: day.class_id };
  const [week, today] = [daysBefore(6), daysBefore(0)];
  const call = (
    what: string,
    variants: Measurement['variants'],
    byHand: Recorded[],
    goal = 2,
  ): Measurement => ({
    what,
    goal: what === 'check' ? 0.6 : 0.8,
    variants,
    hand: { goal, statements: () => byHand },
  });
  const firstStudents = { course_status: 'active', page: 1, pageSize: 10 };
  const search = { course_status: 'all', search: 'student 99', page: 1, pageSize: 10 };
  const byDay = { ...asked, attendance_date: day.attendance_date };
  const owing = { show: 'due', page: 1, pageSize: 30 };
  const byWeek = { from: week, to: today };
  const { all, own, taught } = {
    all: 'true',
    own: 'c.courseadmin_id = (select person_id from s)',
    taught: `d.class_id in (
      select t.class_id from slot_teachers st join class_slots t on t.id = st.slot_id
      where st.teacher_id = (select person_id from s) and st.ended_at is null
    )`,
  };
  return [
    call('check', get('/user_details/get_user_profile/1', admin), profileByHand(admin)),
    call('students', post('/student/get_all_students', admin, firstStudents), studentsByHand(admin, 10)),
    call('search', post('/student/get_all_students', admin, search), searchByHand(admin, 'student 99', 10)),
    call('student', get(`/student/get_single_student/${student}`, admin), studentByHand(admin, student)),
    call('courses', get('/courses/get_all_courses', admin), coursesByHand(admin, null)),
    call('course page', get('/courses/get_all_courses?page=1&pageSize=8', admin), coursesByHand(admin, 8)),
    call('course admins', get('/course_admin/get_all_courseadmins', admin), courseAdminsByHand(admin)),
    call('class', get(`/classes/get_class/${day.class_id}`, teaching), classByHand(teaching, day)),
    call('roll', post('/courses/get_students_attendence', teaching, byDay), rollByHand(teaching, day)),
    call('rolls', get('/attendance/get_rolls', teaching), rollsByHand(teaching, daysBefore(1), today)),
    {
      what: 'save',
      goal: 0.8,
      variants: days.slice(0, connections).map((one) => saves(one, teaching)),
      hand: {
        goal: 4,
        statements: (place, turn) =>
          saveByHand(teaching, days[place] ?? day, turn === 0 ? 'present' : 'absent'),
      },
    },
    call(
      'payments',
      get('/payments/get_payment_details?page=1&pageSize=30', admin),
      paymentsByHand(admin, 30),
    ),
    call('owing', post('/payments/get_owing', admin, owing), owingByHand(admin, 30)),
    call('mails', post('/mails/get_mails', admin, { page: 1, pageSize: 30 }), mailsByHand(admin, 30)),
    call(
      'report',
      post('/attendance/get_report_sheet', teaching, {
        ...asked,
        start_date: daysBefore(40),
        end_date: today,
      }),
      reportByHand(teaching, day, daysBefore(40), today),
    ),
    call('admin', get('/dashboard/admin_dashboard/1', admin), dashboardByHand.admin(admin)),
    call(
      'course admin',
      get('/dashboard/course_admin_dashboard/4', courseAdmin),
      dashboardByHand.courseAdmin(courseAdmin),
    ),
    call(
      'teacher',
      get(`/dashboard/teacher_dashboard/${teacher}`, teaching),
      dashboardByHand.teacher(teaching),
    ),
    call('today admin', get('/dashboard/get_today', admin), todayByHand(admin, all)),
    call('today course admin', get('/dashboard/get_today', courseAdmin), todayByHand(courseAdmin, own)),
    call('today teacher', get('/dashboard/get_today', teaching), todayByHand(teaching, taught)),
    call('figures', post('/dashboard/get_figures', admin, {}), figuresByHand(admin, week, today)),
    call(
      'week teacher',
      post('/calendar/get_calendar', teaching, byWeek),
      weekByHand(teaching, week, today, teacher),
    ),
  ];
}

/** All present, then all absent: each save writes every mark and its line of the audit trail. */
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

async function start(
  name: Contestant['name'],
  env: Readonly<Record<string, string>> = {},
): Promise<Contestant> {
  const file = isBare(name) ? 'api-bare.ts' : 'api-portal.ts';
  return { name, ...(await startProcess(provider, file, { env })) };
}

/**
 * Records the portal's statements and answer for each variant. Each runs twice before, so that every answer is stable.
 */
async function recordAll(recorder: Contestant, variants: Measurement['variants']): Promise<Sample[][]> {
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
    const head = [...answer.headers].filter(([name]) => !byNode.has(name));
    return { head, body: text };
  };
  const recorded: Sample[][] = [];
  for (const own of variants) {
    for (const variant of [...own, ...own]) await ask(variant);
    const found: Sample[] = [];
    for (const variant of own) {
      await tell(recorder, 'record');
      const answer = await ask(variant);
      found.push({ statements: await tell<Recorded[]>(recorder, 'recorded'), ...answer });
    }
    recorded.push(found);
  }
  return recorded;
}

/** The results, round by round. */
async function compare(
  { what, variants, hand }: Measurement,
  samples: readonly (readonly Sample[])[],
  contestants: readonly Contestant[],
  { postgresMs, isProfiled }: { postgresMs: () => Promise<number>; isProfiled: boolean },
): Promise<readonly Round[]> {
  const requests = new Map<string, ReturnType<typeof requestsOf>>();
  for (const one of contestants) {
    if (one.name === 'bare') await tell(one, { samples: samples.flat() });
    if (one.name === 'hand') {
      const written = samples.map((own, place) =>
        own.map((sample, turn) => ({ ...sample, statements: hand.statements(place, turn) })),
      );
      await tell(one, { samples: written.flat() });
    }
    requests.set(one.name, requestsOf(one, variants));
  }
  // Before the measurement the code is compiled, the plans are made and the pages read. V8 needs more than some
  // thousand requests for a portal, which has more code than the bare handler.
  for (const one of contestants) {
    const next = requests.get(one.name)!;
    for (
      let asked = 0, from = performance.now();
      asked < 20_000 && performance.now() - from < seconds * 5_000;
    ) {
      asked += (await load({ port: one.port, connections, ms: 500, next })).length;
    }
  }
  await analyzeTrail(provider.owner);
  if (isProfiled) await Promise.all(contestants.map((one) => tell(one, 'profile')));
  const taken: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The second one finds warmer caches, so each is first in turn.
    const first = round % contestants.length;
    const figures = new Map<string, Figures>();
    for (const one of [...contestants.slice(first), ...contestants.slice(0, first)]) {
      figures.set(one.name, await measure(one, requests.get(one.name)!, postgresMs));
    }
    taken.push(figures);
  }
  if (!isProfiled || profiles === undefined) return taken;
  for (const one of contestants) {
    const profile = await tell<object>(one, 'profiled');
    await writeFile(join(profiles, `${what}.${one.name}.cpuprofile`), JSON.stringify(profile));
  }
  return taken;
}

function requestsOf({ name }: Contestant, variants: Measurement['variants']) {
  let place = -1;
  const made = variants.map((own) =>
    own.map(({ method, path, token, body, isKeyed = false }) => {
      place += 1;
      const url = isBare(name) ? `/${place}` : `/api${path}`;
      const text = body === undefined ? '' : JSON.stringify(body);
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
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
  postgresMs: () => Promise<number>,
): Promise<Figures> {
  const [node, postgres, from] = [
    await tell<number>(one, 'processor'),
    await postgresMs(),
    performance.now(),
  ];
  const took = await load({ port: one.port, connections, ms: seconds * 1000, next });
  const lasted = (performance.now() - from) / 1000;
  return {
    perSecond: took.length / lasted,
    p99: quantile(took, 0.99),
    node: ((await tell<number>(one, 'processor')) - node) / took.length,
    postgres: ((await postgresMs()) - postgres) / took.length,
  };
}

function put({ what, goal, hand }: Measurement, sample: Sample | undefined, taken: readonly Round[]): void {
  const told = (name: Contestant['name']) => {
    const middle = (of: (one: Figures) => number) => median(taken.map((round) => of(round.get(name)!)));
    return [
      `${middle(({ perSecond }) => perSecond).toFixed(0)}/s`,
      `p99 ${middle(({ p99 }) => p99).toFixed(1)} ms`,
      `Node ${middle(({ node }) => node).toFixed(2)} + PostgreSQL ${middle(({ postgres }) => postgres).toFixed(2)} ms`,
    ].join(', ');
  };
  // Round by round, because a slow machine slows down both for some seconds.
  const nearness = (name: Contestant['name']) => {
    const each = (of: (one: Figures, bare: Figures) => number) =>
      median(taken.map((round) => of(round.get(name)!, round.get('bare')!))).toFixed(2);
    return [each((one, bare) => one.perSecond / bare.perSecond), each((one, bare) => work(bare) / work(one))];
  };
  const timesOf = (name: Contestant['name']) =>
    median(taken.map((round) => work(round.get(name)!) / work(round.get('hand')!)));
  const byHand = timesOf('portal');
  const isMissed = byHand > hand.goal;
  if (isMissed) process.exitCode = 1;
  const before = beside === undefined ? '' : ` (beside ${timesOf('beside').toFixed(1)})`;
  const said = `${byHand.toFixed(1)} times by hand${before}, goal ${hand.goal}${isMissed ? ', missed' : ''}`;
  times.push(`${what}: ${said}`);
  const [requests, processor] = isBareToo ? nearness('portal') : [];
  const ratios = [
    said,
    ...(isBareToo ? [`requests ${requests}`, `work ${processor}`] : []),
    ...(isBareToo && beside !== undefined ? [`(beside ${nearness('beside').join(', ')})`] : []),
    ...(isBareToo ? [`goal ${goal}`] : []),
  ];
  record({
    Rows: [
      `${size.students} students`,
      unless(usual.pairs, pairs, 'pairs'),
      unless(usual.rounds, rounds, 'rounds'),
      unless(usual.seconds, seconds, 'seconds'),
      encoding === 'identity' ? '' : `, packed (${encoding})`,
    ].join(''),
    Call: what,
    Sends: `${sample?.statements.length} statements, ${sample?.body.length} characters`,
    Ratios: ratios.join('; '),
    Portal: told('portal'),
    'Bare handler': [...(isBareToo ? [told('bare')] : []), `by hand: ${told('hand')}`].join('; '),
    Beside: beside === undefined ? '' : told('beside'),
  });
}
