import { release } from '@gurukul/contract/shared/release';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import sql from 'sql-template-tag';
import { readState, spaceOf } from '../../backup/state.ts';
import type { Config } from '../../config.ts';
import { int, oneOf, row } from '../../db/columns.ts';
import { many } from '../../db/rows.ts';
import type { Places } from '../limits/places.ts';
import { fail } from '../answers/problem.ts';
import type { Health } from './health.ts';
import { hasMetricsToken, isOnThisMachine } from '../identity/operator.ts';
import type { Throttles } from '../limits/throttle.ts';

interface MetricsOptions {
  readonly config: Pick<Config, 'metricsToken' | 'https' | 'dataDir' | 'backupDir' | 'backupOffSite'>;
  readonly pool: pg.Pool;
  readonly places: Places;
  readonly throttles: Throttles;
  readonly health: Health;
  readonly databaseRestarts: () => number;
}

/** In seconds, from a cache hit to the time-out of the proxy. */
const secondsBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * GET /metrics in the text format of Prometheus: requests by call and status, the pool, waiting mails, and the process.
 * Callers need METRICS_TOKEN. Without a token set and without a proxy, only this machine may read it.
 */
export function serveMetrics(
  app: FastifyInstance,
  { config, pool, places, throttles, health, databaseRestarts }: MetricsOptions,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  nameVersion(registry);
  timeRequests(app, registry);
  watchPool(registry, pool, places);
  countUnsentMails(registry, pool);
  watchDisks(registry, config);
  watchParts(registry, health);
  watchClock(registry, health);
  countRestarts(registry, databaseRestarts);
  if (config.backupDir !== null) watchBackups(registry, config.backupDir, config);

  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    await admitCollector(request, config, throttles);
    return reply
      .header('content-type', registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

async function admitCollector(
  request: FastifyRequest,
  config: MetricsOptions['config'],
  throttles: Throttles,
): Promise<void> {
  if (config.metricsToken === null) {
    // For others the address does not exist.
    if (!isOnThisMachine(request, config)) throw fail('not_found');
    return;
  }
  if (hasMetricsToken(request, config)) return;
  await throttles.badToken(request.ip);
  throw fail('not_signed_in');
}

function timeRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'gurukul_request_seconds',
    help: 'Time to answer, by call of the contract (or route) and status',
    labelNames: ['call', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    // Never the path itself: unknown paths would make a series each.
    const { config, url } = request.routeOptions;
    const call = config.call ?? url ?? 'unknown';
    seconds.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}

function nameVersion(registry: Registry): void {
  const info = new Gauge({
    name: 'gurukul_build_info',
    help: 'Always 1; the label says which version runs',
    labelNames: ['version'],
    registers: [registry],
  });
  info.set({ version: release }, 1);
}

function watchPool(registry: Registry, pool: pg.Pool, places: Places): void {
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'gurukul_database_connections',
    help: 'Connections of the pool, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount + places.waiting);
    },
  });
}

function watchDisks(registry: Registry, { dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>): void {
  const folders = { data: dataDir, ...(backupDir === null ? {} : { backups: backupDir }) };
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'gurukul_disk_bytes',
    help: 'The disks of DATA_DIR and BACKUP_DIR: free for the portal, and all of it',
    labelNames: ['folder', 'what'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [name, path] of Object.entries(folders)) {
        const disk = await spaceOf(path);
        if (disk === null) continue;
        this.set({ folder: name, what: 'free' }, disk.free);
        this.set({ folder: name, what: 'all' }, disk.all);
      }
    },
  });
}

function watchParts(registry: Registry, health: Health): void {
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'gurukul_part_works',
    help: '1: it works, as /api/health/all says',
    labelNames: ['part'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const [part, works] of Object.entries((await health.look()).parts))
        this.set({ part }, Number(works));
    },
  });
}

function watchClock(registry: Registry, health: Health): void {
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'gurukul_clock_apart_seconds',
    help: 'Between the clocks of this machine and of the database',
    registers: [registry],
    async collect() {
      const { apart } = await health.look();
      if (apart === null) this.remove();
      else this.set(apart);
    },
  });
}

function countRestarts(registry: Registry, databaseRestarts: () => number): void {
  // oxlint-disable-next-line no-new -- it registers itself
  new Counter({
    name: 'gurukul_database_restarts_total',
    help: 'How often the embedded database died and was started again since this process began',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(databaseRestarts());
    },
  });
}

/** The age of each thing in BACKUP_DIR. What never was is as old as the folder. */
function watchBackups(registry: Registry, backupDir: string, config: Pick<Config, 'backupOffSite'>): void {
  // oxlint-disable-next-line no-new -- it registers itself
  new Gauge({
    name: 'gurukul_backup_age_seconds',
    help: 'Since the newest backup that was restored for a trial, the newest in the bucket, and the newest archived log',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      for (const [what, at] of Object.entries(await readState(backupDir, config)))
        if (at !== null) this.set({ what }, (Date.now() - at.getTime()) / 1000);
    },
  });
}

const unsent = ['queued', 'failed'] as const;

const mailCount = row({ state: oneOf(['failed', 'queued']), count: int, oldest: int });

function countUnsentMails(registry: Registry, pool: pg.Pool): void {
  const gauges = [
    ['gurukul_mails', 'Mails that wait for their turn or next try, and mails that were given up', 'count'],
    ['gurukul_oldest_mail_seconds', 'Age of the oldest of them; 0 when there is none', 'oldest'],
  ] as const;
  for (const [name, help, field] of gauges) {
    // oxlint-disable-next-line no-new -- it registers itself
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const mails of await listUnsent(pool).catch(() => []))
          this.set({ state: mails.state }, mails[field]);
      },
    });
  }
}

/** Without a database this metric is missing and the others are still answered: people look at that very moment. */
const listUnsent = (pool: pg.Pool) =>
  many(
    pool,
    mailCount,
    sql`
      select unsent.state, (select count(*) from mails m where m.state = unsent.state)::int as count,
        coalesce((select extract(epoch from now() - min(m.enqueued_at)) from mails m
          where m.state = unsent.state), 0)::int as oldest
      from unnest(${[...unsent]}::text[]) as unsent (state)
    `,
  );
