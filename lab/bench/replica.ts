// How much reading does a replica take off the primary, and what do the checks of its position cost? Two portals on one
// primary with a streaming replica, of which one uses the replica, take turns under the same mixed load. On a machine
// of two cores a replica cannot add requests per second, so the primary's own time counts. `node lab/bench/replica.ts`;
// STUDENTS=100000, ROUNDS=5, SECONDS=4
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { atEnd, endAll, untilEnd } from '../faults/ending.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createPool } from '../../server/db/pool.ts';
import { openReplicas } from '../../server/db/replicas.ts';
import type { ReplicaFigures, Replicas } from '../../server/db/replicas.ts';
import { demoPasswordHash } from '../../server/db/seed/staff.ts';
import { addStandby } from '../../server/test/standby.ts';
import { median, quantile, ratio } from './figures.ts';
import { fill } from '../../server/test/fill.ts';
import { httpRequest, load } from './load.ts';
import { ownerPool } from './owner.ts';
import { processorOf } from './processor.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const students = Number(process.env['STUDENTS'] ?? 10_000);
const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 4);
const roundMs = seconds * 1000;
const connections = 4;

const settings = readConfig({ PORT: '0', LOG_LEVEL: 'fatal' });
const limits = { ...settings.limits, requestsPerMinute: 100_000_000, callsAtOnce: 1_000_000 };

const record = recorder(sections.replica);
const place = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'gurukul-replica-'));
// PostgreSQL runs as its own user when this runs as root.
await chmod(place, 0o755);
const primaryDir = join(place, 'primary');
await mkdir(primaryDir);
atEnd(() => rm(place, { recursive: true }));
try {
  const starting = startEmbedded({ dataDir: primaryDir, durable: true });
  const primary = await untilEnd(starting, ({ stop }) => stop());
  await migrate(primary.owner);
  const owner = ownerPool(primary.owner);
  atEnd(async () => void owner.end());
  await owner.query(
    `insert into people (email_id, password_hash, main_role, first_name) values ('admin@bench.test', $1, 'admin', 'Admin')`,
    [demoPasswordHash()],
  );
  await fill(owner, { students, weeks: 5 });
  await owner.query('vacuum analyze');
  const following = addStandby(primary.owner, primaryDir, join(place, 'standby'));
  const standby = await untilEnd(following, (it) => it.stop());

  const pool = createPool(primary.app);
  const replicas = openReplicas({ primary: pool, replicas: [standby.app], limits });
  const alone = await serve(createPool(primary.app), null);
  const helped = await serve(pool, replicas);
  const ofReplica = ownerPool(standby.owner);
  atEnd(async () => void ofReplica.end());
  const used = [await processorOf(owner), await processorOf(ofReplica)] as const;

  const figures: string[] = [];
  for (const everyWrite of [0, 10, 3]) figures.push(await compare(everyWrite));
  record({
    Rows: `${students} students${unless(5, rounds, 'rounds')}${unless(4, seconds, 'seconds')}`,
    Figures: figures.join('; '),
  });

  /** One in so many requests writes; 0 for none. */
  async function compare(everyWrite: number): Promise<string> {
    const totals = { alone: nothing(), helped: nothing() };
    const before = figuresOf(replicas);
    const primaryBefore = replicas.primaryReads;
    for (let round = -1; round < rounds; round += 1) {
      const turns = [
        ['alone', alone],
        ['helped', helped],
      ] as const;
      for (const [name, server] of round % 2 === 0 ? turns : turns.toReversed()) {
        const [startPrimary, startReplica] = [await used[0](), await used[1]()];
        const took = await load({
          port: server.port,
          connections,
          ms: round < 0 ? roundMs / 2 : roundMs,
          next: requestsOf(server.token, everyWrite),
        });
        // The first round fills caches and settles plans.
        if (round < 0) continue;
        const total = totals[name];
        total.requests += took.length;
        total.primaryMs += (await used[0]()) - startPrimary;
        total.replicaMs += (await used[1]()) - startReplica;
        total.p99.push(quantile(took, 0.99));
      }
    }
    const after = figuresOf(replicas);
    const read = after.reads - before.reads;
    const share = read / (read + replicas.primaryReads - primaryBefore);
    const each = ({ primaryMs, requests }: Total) => primaryMs / requests;
    const rate = ({ requests }: Total) => ((requests / rounds) * 1000) / roundMs;
    const p99 = (total: Total) => median(total.p99).toFixed(0);
    return [
      everyWrite === 0 ? 'reading only' : `one of ${everyWrite} changes something`,
      `${(share * 100).toFixed(1)}% of reads by the replica (${after.passedOn - before.passedOn} passed on)`,
      `primary's processor per request with : without ${ratio(each(totals.helped), each(totals.alone))} (${each(totals.helped).toFixed(2)} : ${each(totals.alone).toFixed(2)} ms, the replica's ${(totals.helped.replicaMs / totals.helped.requests).toFixed(2)} : ${(totals.alone.replicaMs / totals.alone.requests).toFixed(2)} ms)`,
      `requests/s ${ratio(rate(totals.helped), rate(totals.alone))} (${rate(totals.helped).toFixed(0)} : ${rate(totals.alone).toFixed(0)})`,
      `p99 ${p99(totals.helped)} : ${p99(totals.alone)} ms`,
    ].join(', ');
  }
} finally {
  await endAll();
}

function figuresOf(replicas: Replicas): ReplicaFigures {
  const [only] = replicas.figures();
  if (only === undefined) throw new Error('there is no replica');
  return only;
}

interface Total {
  requests: number;
  primaryMs: number;
  replicaMs: number;
  p99: number[];
}

function nothing(): Total {
  return { requests: 0, primaryMs: 0, replicaMs: 0, p99: [] };
}

async function serve(pool: pg.Pool, replicas: Replicas | null) {
  const config = {
    ...settings,
    dataDir: place,
    secretKey: 'a key for measuring only, 32 bytes or more',
    limits,
  };
  const app = await buildApp({ config, pool, replicas, logger: false, portalRoot: join(place, 'none') });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  atEnd(async () => {
    await app.close();
    await replicas?.close();
    void pool.end();
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/api/user_details/login',
    payload: { email_id: 'admin@bench.test', password: 'Gurukul@2026' },
  });
  return { port: Number(new URL(origin).port), token: String(answer.json()['token']) };
}

/** An office's requests of a day, with a change now and then. */
function requestsOf(token: string, everyWrite: number) {
  const headers = { authorization: `Bearer ${token}` };
  const list = (more: object) =>
    httpRequest(
      'POST',
      '/api/student/get_all_students',
      headers,
      JSON.stringify({ course_status: 'all', pageSize: 30, page: 1, ...more }),
    );
  const reads = [
    httpRequest('GET', '/api/user_details/get_user_profile/1', headers),
    list({}),
    httpRequest('GET', '/api/dashboard/admin_dashboard/1', headers),
    list({ page: 20 }),
    httpRequest('GET', '/api/dashboard/get_today', headers),
    list({ search: 'student 98' }),
  ];
  return (connection: number, turn: number): Buffer => {
    if (everyWrite > 0 && turn % everyWrite === everyWrite - 1) {
      const name = `Type ${process.hrtime.bigint()} ${connection}`;
      return httpRequest(
        'POST',
        '/api/course_type_admin/add_admin_course_type',
        headers,
        JSON.stringify({ course_type_name: name }),
      );
    }
    return reads[(connection + turn) % reads.length] ?? list({});
  };
}
