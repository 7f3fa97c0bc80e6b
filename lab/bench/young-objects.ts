// How much of a request's memory is still in use after it, and what does collecting it cost? Portals in processes of
// their own run in turns with our settings (server/young-objects.ts) and with V8's defaults, each idle for some seconds
// and then under the same load of rolls: `node lab/bench/young-objects.ts`, in three minutes. V8's decisions differ
// from process to process, so each is printed by itself.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { endAll } from '../faults/ending.ts';
import { startProcess, tell } from './api-process.ts';
import { median } from './figures.ts';
import { fill, partsOf } from '../../server/test/fill.ts';
import { httpRequest, load } from './load.ts';
import { startProvider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';
import { taughtDays } from './taught-days.ts';

const size = { students: 10_000, weeks: 5 };
const usualRounds = 6;
const rounds = Number(process.env['ROUNDS'] ?? usualRounds);
const idleMs = 7_000;
const loadMs = 2_500;
const connections = 8;

interface Measurement {
  /** The share of new objects that survive small collections until a full one. */
  readonly keptShare: number;
  readonly collectionMs: number;
  /** Milliseconds of processor time per request. */
  readonly node: number;
}

const record = recorder(sections.youngObjects);
const provider = await startProvider();
try {
  await fill(provider.owner, size);
  const request = await rollRequest();
  const found: Record<'asRun' | 'byItself', Measurement[]> = { asRun: [], byItself: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const way of ['asRun', 'byItself'] as const) found[way].push(await measure(way, request));
  }
  for (const [way, name] of [
    ['asRun', 'as the portal is run'],
    ['byItself', 'as V8 has it by itself'],
  ] as const) {
    const each = (of: (one: Measurement) => string) => found[way].map(of).join(' ');
    record({
      Rows: `${size.students} students, processes one after the other: ${name}${unless(usualRounds, rounds, 'rounds')}`,
      Figures: [
        `kept of what requests made: ${each(({ keptShare }) => `${(keptShare * 100).toFixed(0)} %`)}`,
        `a small collection: ${each(({ collectionMs }) => collectionMs.toFixed(1))} ms`,
        `processor of Node for a request: ${each(({ node }) => node.toFixed(2))}, median ${median(found[way].map(({ node }) => node)).toFixed(2)} ms`,
      ].join('; '),
    });
  }
} finally {
  await endAll();
}

async function rollRequest(): Promise<Buffer> {
  const teacher = 1 + partsOf(size).courseAdmins + 9;
  const { token } = await provider.signIn('teacher9@bench.test');
  const [{ course_id, class_id, attendance_date }] = await taughtDays(provider.pool, teacher);
  const asked = JSON.stringify({ course_id, class_id, attendance_date });
  const headers = { authorization: `Bearer ${token}` };
  return httpRequest('POST', '/api/courses/get_students_attendence', headers, asked);
}

async function measure(way: 'asRun' | 'byItself', request: Buffer): Promise<Measurement> {
  const portal = await startProcess(provider, 'api-portal.ts', {
    silent: true,
    execArgv: ['--trace-gc'],
    env: way === 'byItself' ? { ALLOCATION: 'by itself' } : {},
  });
  const { child, port } = portal;
  let said = '';
  child.stdout?.on('data', (part: Buffer) => (said += part.toString()));
  child.stderr?.pipe(process.stderr);
  const ask = () => load({ port, connections, ms: loadMs, next: () => request });

  // V8 decides only after a process has run for a while.
  await wait(idleMs);
  await ask();
  said = '';
  const before = await tell<number>(portal, 'processor');
  const took = await ask();
  const node = ((await tell<number>(portal, 'processor')) - before) / took.length;
  child.disconnect();
  await once(child, 'exit');

  const collections = [...said.matchAll(/Scavenge ([\d.]+) \([\d.]+\) -> ([\d.]+) .*?, ([\d.]+) \/ /g)].map(
    ([, from, until, ms]) => ({ from: Number(from), until: Number(until), ms: Number(ms) }),
  );
  const shares = collections.slice(1).map(({ from, until }, place) => {
    const last = collections[place]?.until ?? NaN;
    return (until - last) / (from - last);
  });
  return { keptShare: median(shares), collectionMs: median(collections.map(({ ms }) => ms)), node };
}
