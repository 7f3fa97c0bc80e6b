// What do traces cost a request? The same call goes to three applications in turns: one without traces, one whose
// collector accepts them, one whose collector is silent: `node lab/bench/traces.ts`, in a minute. The application
// without traces loads no tracing code, so it is the baseline. The result is the processor time of the whole process,
// client and collector included.
import { Agent, createServer, request } from 'node:http';
import { endAll } from '../faults/ending.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { createPool } from '../../server/db/pool.ts';
import { openTracing } from '../../server/tracing/open-tracing.ts';
import { traceStatements } from '../../server/tracing/statements.ts';
import { median, ratio } from './figures.ts';
import { startProvider } from './provider.ts';
import { recorder } from './results.ts';
import { sections } from './sections.ts';

const rounds = Number(process.env['ROUNDS'] ?? 15);
const perRound = 200;
const path = '/api/courses/get_all_courses';

const record = recorder(sections.traces);
const provider = await startProvider({ demo: true });
const connection = { ...provider.pool.options, password: provider.pool.options.password };

async function collector(answers: boolean) {
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.on('end', () => answers && response.writeHead(200).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the collector does not listen');
  return { endpoint: `http://127.0.0.1:${address.port}` };
}

async function application(endpoint: string | null) {
  const pool = createPool(connection);
  const { traces } = readConfig(endpoint === null ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint });
  const tracing = traces === null ? null : await openTracing({ settings: traces, log: { warn() {} } });
  if (tracing) traceStatements(pool, tracing);
  const app = await buildApp({
    config: provider.config,
    pool,
    tracing,
    logger: false,
    portalRoot: '/nowhere',
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      request(`${url}${path}`, { agent, headers: provider.headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${answer.statusCode}`));
        answer.resume().on('end', resolve);
      })
        .on('error', reject)
        .end();
    });
  /** Microseconds of processor time per request. */
  const round = async () => {
    const begun = process.cpuUsage();
    for (let n = 0; n < perRound; n += 1) await ask();
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / perRound;
  };
  return { round };
}

const [takes, silent] = await Promise.all([collector(true), collector(false)]);
const apps = [
  await application(null),
  await application(null),
  await application(takes.endpoint),
  await application(silent.endpoint),
];
const seen: number[][] = apps.map(() => []);
for (let n = -2; n < rounds; n += 1) {
  for (const [index, app] of apps.entries()) {
    const us = await app.round();
    if (n >= 0) seen[index]?.push(us);
  }
}
const [off = 0, offAgain = 0, taken = 0, unheard = 0] = seen.map(median);
const figures = [
  `taken : off = ${ratio(taken, off)}`,
  `silent : off = ${ratio(unheard, off)}`,
  `off : off = ${ratio(offAgain, off)}`,
  `off ${off.toFixed(0)} us of processor time a request`,
];
record({ Rows: `demo provider, ${rounds} rounds of ${perRound}`, Figures: figures.join('; ') });
await endAll();
// Otherwise collectors, applications and their sweepers would wait for more.
process.exit();
