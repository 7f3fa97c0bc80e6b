// What do the calls of a working day cost when tables are spread by Citus? One command, as root, with Citus built for Debian's
// PostgreSQL 15: `node lab/citus/citus.ts`; STUDENTS=1000000 and WEEKS for other sizes. The same rows are in a database of
// the coordinator alone, and in one that is spread over two workers; both answer each call in turn. STATEMENTS=<file> judges
// the statements that `STATEMENTS=<file> npx vitest run --config lab/citus/vitest.config.ts <tests>` recorded.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../server/db/migrate.ts';
import { fill } from '../../server/test/fill.ts';
import { startProcess } from '../bench/api-process.ts';
import { ask as askPortal, callsOf, layDown } from '../bench/calls.ts';
import { median, ratio } from '../bench/figures.ts';
import { ownerPool } from '../bench/owner.ts';
import { processorOf } from '../bench/processor.ts';
import { startProvider } from '../bench/provider.ts';
import { recorder, unless } from '../bench/results.ts';
import { sections } from '../bench/sections.ts';
import { atEnd, endAll } from '../faults/ending.ts';
import { demoPasswordHash } from '../../server/db/seed/staff.ts';
import { layOut } from './layout.ts';
import { ask, join as joinMachines, startMachines, superuserOf } from './machines.ts';
import type { Machines } from './machines.ts';
import { judge } from './statements.ts';
import type { Judged } from './statements.ts';

const students = Number(process.env['STUDENTS'] ?? 100_000);
const weeks = Number(process.env['WEEKS'] ?? 35);
const rounds = Number(process.env['ROUNDS'] ?? 60);
const warm = 12;

const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** The same rows twice: `one` is an ordinary database, `many` is spread. */
async function fillBoth(machines: Machines): Promise<void> {
  const [coordinator, ...workers] = machines;
  const on = { ...coordinator.owner, database: 'one' };
  await ask(coordinator.owner, ['create database one']);
  await migrate(on);
  const owner = ownerPool(superuserOf(on));
  await owner.query(
    `insert into people (email_id, password_hash, main_role, first_name) values ('admin@bench.test', $1, 'admin', 'Admin')`,
    [demoPasswordHash()],
  );
  await fill(owner, { students, weeks });
  await layDown({ owner });
  await owner.end();
  say(`${students} students are laid down`);
  await ask(coordinator.owner, ['create database many template one strategy file_copy']);
  for (const worker of workers) await ask(worker.owner, ['create database many']);
  await joinMachines(machines, 'many');
  const many = { ...superuserOf(coordinator.owner), database: 'many' };
  const { spread, everywhere, left } = await layOut(many);
  await ask(many, ['vacuum analyze']);
  say(`${spread.length} tables are spread, ${everywhere.length} are whole everywhere, ${left.length} stay`);
}

/** Statements that name their course, as a portal for Citus would send them. */
const statements: Readonly<Record<string, string>> = {
  'statement: a roll of one course': `
    select p.id, p.fullname, a.status from enrolments e
    join people p on p.id = e.student_id
    left join attendance a on a.course_id = e.course_id and a.class_id = e.class_id and a.student_id = e.student_id
      and a.attendance_date = $3
    where e.course_id = $1 and e.class_id = $2 and e.ended_on is null order by p.fullname`,
  'statement: 12 weeks of a class': `
    select a.student_id, a.attendance_date, a.status from attendance a
    where a.course_id = $1 and a.class_id = $2 and a.attendance_date > $3::date - 84 and a.attendance_date <= $3`,
  'statement: last ten marks of a student, all courses': `
    select a.course_id, a.attendance_date, a.status from attendance a
    where a.student_id = (select student_id from enrolments where course_id = $1 and class_id = $2 limit 1)
      and a.attendance_date <= $3
    order by a.attendance_date desc limit 10`,
  'statement: absences of a week, everybody': `
    select count(*) from attendance where attendance_date > $3::date - 7 and status = 'absent' and $1::bigint + $2::bigint > 0`,
};

/** PostgreSQL's last complaint, since the portal tells its callers only that something went wrong. */
async function complaintOf(log: string): Promise<string> {
  const text = await readFile(log, 'utf8');
  return /ERROR: {2}(.*)/.exec(text.slice(text.lastIndexOf('ERROR:  ')))?.[1] ?? '';
}

const record = recorder(sections.citus);
try {
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'gurukul-citus-'));
  await chmod(folder, 0o755);
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const machines = await startMachines(folder);
  const [{ owner, app }] = machines;
  say('A coordinator and two workers run');
  await fillBoth(machines);

  const open = (database: string) =>
    startProvider({ on: { owner: superuserOf({ ...owner, database }), app: { ...app, database } } });
  const providers = [await open('one'), await open('many')] as const;
  const [one, many] = providers;
  // The same sessions are in both, because Citus refuses a look-up with which the calls are made.
  const calls = await callsOf(one, { students, weeks });
  const { rows: sessions } = await one.owner.query<{ all: string }>(
    'select json_agg(s)::text as all from sessions s',
  );
  await many.owner.query('delete from sessions');
  await many.owner.query(
    `insert into sessions overriding system value select * from json_populate_recordset(null::sessions, $1)`,
    [sessions[0]?.all],
  );

  const processors = await Promise.all(
    machines.map(async (machine) => {
      const pool = ownerPool(superuserOf(machine.owner));
      atEnd(async () => void pool.end());
      return processorOf(pool);
    }),
  );
  const used = async () => {
    const each = await Promise.all(processors.map(async (processor) => processor()));
    return each.reduce((sum, machine) => sum + machine, 0);
  };
  const portals = await Promise.all(
    providers.map(async (provider) => {
      // Silent, because the log of the refusals is in the results.
      const { port } = await startProcess(provider, 'api-portal.ts', { silent: true });
      return { origin: `http://127.0.0.1:${port}`, used };
    }),
  );

  const Rows = `${students} students${unless(35, weeks, 'weeks')}${unless(60, rounds, 'rounds')}`;
  const log = join(folder, 'coordinator/postgres/start.log');
  /** Asks one database, then the other, and records the medians of both, or why Citus refuses. */
  async function compare(
    name: string,
    askAt: (place: 0 | 1, round: number) => Promise<number>,
  ): Promise<void> {
    const took: readonly [number[], number[]] = [[], []];
    for (let round = -warm; round < rounds; round += 1) {
      const alone = await askAt(0, round + warm);
      try {
        const spread = await askAt(1, round + warm);
        if (round >= 0) took[1].push(spread);
      } catch {
        record({
          Rows,
          Call: name,
          'Spread : one': 'refused',
          'Processor of all databases': await complaintOf(log),
        });
        return;
      }
      if (round >= 0) took[0].push(alone);
    }
    const [alone, spread] = [median(took[0]), median(took[1])];
    record({
      Rows,
      Call: name,
      'Spread : one': ratio(spread, alone),
      'Processor of all databases': `one: ${alone.toFixed(2)}; spread: ${spread.toFixed(2)} ms`,
    });
  }

  const file = process.env['STATEMENTS'];
  if (file !== undefined) {
    const judged = await judge(many.owner, file);
    const count = (isSo: (one: Judged) => boolean) => judged.filter(isSo).length;
    const reasons = Map.groupBy(
      judged.filter(({ refusal }) => refusal !== null),
      ({ refusal }) => refusal,
    );
    const often = [...reasons].toSorted(([, a], [, b]) => b.length - a.length).slice(0, 5);
    record({
      Rows: 'statements of the tests',
      Call: `all ${judged.length}`,
      'Spread : one': `${count(({ refusal }) => refusal !== null)} refused`,
      'Processor of all databases': `${count(({ refusal, tasks }) => refusal === null && tasks < 2)} ask one machine, ${count(({ tasks }) => tasks > 1)} all. Refused: ${often.map(([reason, those]) => `${those.length} ${reason}`).join('; ')}`,
    });
  }
  for (const [name, call] of calls) {
    await compare(name, async (place, round) => (await askPortal(portals[place]!, call(round))).processor);
  }
  const { rows: classes } = await one.owner.query<{ course_id: number; class_id: number; day: string }>(
    `select r.course_id, r.class_id, max(r.attendance_date) as day from attendance_registers r
     where r.class_id % 7 = 3 group by r.course_id, r.class_id order by r.class_id limit 40`,
  );
  for (const [name, text] of Object.entries(statements)) {
    await compare(name, async (place, round) => {
      const { course_id, class_id, day } = classes[round % classes.length]!;
      const before = await used();
      await providers[place].pool.query(text, [course_id, class_id, day]);
      return (await used()) - before;
    });
  }
} finally {
  await endAll();
}
