// Do the calls of a working day stay as quick when the provider grows from 10,000 students to a million with fifty
// million marks? `node lab/bench/growth.ts`, some 60 GB of room and half an hour; SIZES=10000,50000 for less,
// ONLY=students for some of the calls. BENCH_DIR says under which folder the databases lie, KEEP=1 leaves them there
// for the next run. A call that grows more than its goal makes the run fail.
import { endAll } from '../faults/ending.ts';
import { startProcess } from './api-process.ts';
import { ask, callsOf, isFilled, layDown } from './calls.ts';
import type { Call, Took } from './calls.ts';
import { median, quantile, ratio } from './figures.ts';
import { fill } from '../../server/test/fill.ts';
import { analyzeTrail } from './owner.ts';
import { processorOf } from './processor.ts';
import { keptFor, startProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const sizes = (process.env['SIZES'] ?? '10000,100000,1000000').split(',').map(Number);
const rounds = Number(process.env['ROUNDS'] ?? 200);
const weeks = Number(process.env['WEEKS'] ?? 35);
const warm = 25;
/** The growth of the database's processor time for a call that does not answer with everything. */
const goal = 1.2;
const isLarge = /^course list, all$/;

interface School {
  readonly students: number;
  readonly provider: Provider;
  readonly origin: string;
  readonly calls: ReadonlyMap<string, Call>;
  /** Milliseconds of processor time that this database has used so far. */
  readonly used: () => Promise<number>;
}

async function openSchool(students: number): Promise<School> {
  const provider = await startProvider({ keptIn: keptFor(students) });
  if (!(await isFilled(provider))) {
    const started = performance.now();
    // Fewer checkpoints, as an operator would set for a large import.
    await provider.owner.query(`alter system set max_wal_size = '8GB'`);
    await provider.owner.query('select pg_reload_conf()');
    await fill(provider.owner, { students, weeks });
    await layDown(provider);
    console.error(`${students} students were laid down in ${seconds(started)} s`);
  }
  const calls = await callsOf(provider, { students, weeks });
  // In a process of its own, so that no portal waits for the garbage of another one or of this process.
  const { port } = await startProcess(provider, 'api-portal.ts', {});
  return {
    students,
    provider,
    origin: `http://127.0.0.1:${port}`,
    calls,
    used: await processorOf(provider.owner),
  };
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0);

async function sizeOnDisk({ owner }: Provider): Promise<string> {
  const { rows } = await owner.query<{ size: string; marks: string }>(
    `select pg_size_pretty(pg_database_size(current_database())) as size,
       round(reltuples::numeric / 1e6, 1) || ' M marks' as marks
     from pg_class where oid = 'attendance'::regclass`,
  );
  return `${rows[0]?.marks}, ${rows[0]?.size}`;
}

const record = recorder(sections.growth);
const schools: School[] = [];
try {
  for (const students of sizes) schools.push(await openSchool(students));
  const only = new RegExp(process.env['ONLY'] ?? '');
  const names = [...(schools[0]?.calls.keys() ?? [])].filter((name) => only.test(name));
  const took = new Map(names.map((name) => [name, schools.map((): Took[] => [])]));
  // All sizes and calls in turn, so that other work of the machine affects all of them. Calls with answers of megabytes
  // run by themselves, because the next call would wait for their garbage.
  for (const together of [
    names.filter((name) => !isLarge.test(name)),
    names.filter((name) => isLarge.test(name)),
  ]) {
    for (let round = -warm; round < rounds; round += 1) {
      if (round === 0) await Promise.all(schools.map(({ provider }) => analyzeTrail(provider.owner)));
      for (const name of together) {
        for (const [place, school] of schools.entries()) {
          const call = school.calls.get(name);
          if (call === undefined) throw new Error(name);
          const one = await ask(school, call(round + warm));
          // The first rounds settle the plans and read every class once, so that the disk is not measured.
          if (round >= 0) took.get(name)?.[place]?.push(one);
        }
      }
    }
  }

  const all = sizes.length === 1 ? `${sizes[0]}` : `${sizes[0]} to ${sizes.at(-1)}`;
  const Rows = `${all} students${unless(35, weeks, 'weeks')}${unless(200, rounds, 'rounds')}`;
  const each = (said: readonly string[]) => sizes.map((size, place) => `${size}: ${said[place]}`).join('; ');
  record({
    Rows,
    Call: 'on disk',
    'Largest : smallest': '',
    'Median / p95, processor of the database': each(
      await Promise.all(schools.map(({ provider }) => sizeOnDisk(provider))),
    ),
  });
  for (const [name, places] of took) {
    const figures = places.map((place) => {
      const wall = place.map((one) => one.wall);
      const processor = place.map((one) => one.processor);
      return { median: median(wall), p95: quantile(wall, 0.95), processor: median(processor) };
    });
    const [first, last] = [figures[0], figures.at(-1)];
    if (first === undefined || last === undefined) continue;
    const grown = last.processor / first.processor;
    const isMissed = !isLarge.test(name) && grown > goal;
    if (isMissed) process.exitCode = 1;
    record({
      Rows,
      Call: name,
      'Largest : smallest': `processor ${grown.toFixed(2)}; p95 ${ratio(last.p95, first.p95)}; goal ${isLarge.test(name) ? 'none' : goal}${isMissed ? ', missed' : ''}`,
      'Median / p95, processor of the database': each(
        figures.map(
          (one) => `${one.median.toFixed(1)} / ${one.p95.toFixed(1)}, ${one.processor.toFixed(1)} ms`,
        ),
      ),
    });
  }
} finally {
  await endAll();
}
