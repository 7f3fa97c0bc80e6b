import { setTimeout as wait } from 'node:timers/promises';
import { release } from '@gurukul/contract/shared/release';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool, QueryConfig } from 'pg';
import sql from 'sql-template-tag';
import { lateIn, readState, sharedDisk, spaceOf } from '../../backup/state.ts';
import type { Config } from '../../config.ts';
import { clockApart, mostApart } from '../../db/clock.ts';
import { bool, row } from '../../db/columns.ts';
import { createSidePool } from '../../db/pool.ts';
import { one } from '../../db/rows.ts';
import { listStrayStandbys } from '../../db/standbys.ts';
import { deadMailQueue, mailQueue, whatsappQueue } from '../../jobs/queues.ts';
import { count } from '../limits/counters.ts';
import { hasMetricsToken, isOnThisMachine } from '../identity/operator.ts';
import { fail } from '../answers/problem.ts';

// In milliseconds. A load balancer asks every few seconds, so the query must end before the next one. The driver
// supports the option, but its types do not have it.
const question: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: 2_000 };
const partsMs = 3_000;
const sharedMs = 5_000;

const leastFreeBytes = 500 * 1024 * 1024;

export type Part = 'writing' | 'disk' | 'mails' | 'jobs' | 'clock' | 'standbys' | 'backup';
/** True: it works. */
export type Parts = Readonly<Partial<Record<Part, boolean>>>;

interface Look {
  readonly parts: Parts;
  /** In seconds, between the clocks of this machine and of the database; null while it is silent. */
  readonly apart: number | null;
  /** The standbys that do not follow the database. */
  readonly strays: readonly string[];
}

const waitsRow = row({ mails: bool, jobs: bool });

async function lookAtDatabase(own: Pool): Promise<Look> {
  // A change like any other: it is there when it is on the disk.
  const writing = await count(own, { key: 'health', seconds: 60 }).then(
    () => true,
    () => false,
  );
  // A large message takes minutes to leave, so mails may wait longer than other jobs.
  const waits = await one(
    own,
    waitsRow,
    sql`
      select not exists (
          select from mails where state = 'queued' and enqueued_at < now() - interval '1 hour'
        ) as mails,
        not exists (
          select from pgboss.job
          where state < 'active' and start_after < now() - interval '15 minutes'
            and name <> all (${[mailQueue, whatsappQueue, deadMailQueue]}::text[])
        ) as jobs
    `,
  ).catch(() => ({ mails: false, jobs: false }));
  const apart = await clockApart(own).catch(() => null);
  const strays = await listStrayStandbys(own).catch(() => null);
  return {
    parts: {
      writing,
      ...waits,
      // Sooner than a start is refused.
      clock: apart !== null && apart < mostApart / 2,
      standbys: strays?.length === 0,
    },
    apart,
    strays: strays ?? [],
  };
}

const silent: Look = {
  parts: { writing: false, mails: false, jobs: false, clock: false, standbys: false },
  apart: null,
  strays: [],
};

const hasRoom = async (folder: string) => ((await spaceOf(folder))?.free ?? 0) >= leastFreeBytes;

async function lookAround(own: Pool, config: HealthConfig): Promise<Look> {
  const { dataDir, backupDir } = config;
  const database = await Promise.race([lookAtDatabase(own), wait(partsMs, silent, { ref: false })]);
  return {
    ...database,
    parts: {
      ...database.parts,
      disk: (await hasRoom(dataDir)) && (backupDir === null || (await hasRoom(backupDir))),
      ...(backupDir === null ? {} : { backup: lateIn(await readState(backupDir, config)).length === 0 }),
    },
  };
}

/** What to do where a part alone does not say it. */
async function warningsOf({ strays }: Look, config: AnswerConfig): Promise<string[]> {
  const disk = await sharedDisk(config);
  return [
    ...(disk === null ? [] : [disk]),
    ...strays.map(
      (name) =>
        `the standby ${name} does not follow: when it runs and still does not, patronictl reinit gurukul ${name} (with the name as patronictl list has it)`,
    ),
  ];
}

type HealthConfig = Pick<Config, 'dataDir' | 'backupDir' | 'backupOffSite'>;
type AnswerConfig = Pick<Config, 'https' | 'metricsToken' | 'dataDir' | 'backupDir'>;

export interface Health {
  /** Whether the database answers. */
  ask(): Promise<unknown>;
  /** Answers that are asked for within five seconds are the same. */
  look(): Promise<Look>;
}

/**
 * Asks on a connection of its own, so that a busy pool does not look like a dead database. Requests that arrive while a
 * query runs share its answer.
 */
export function createHealth(app: FastifyInstance, pool: Pool, config: HealthConfig): Health {
  const own = createSidePool(pool, 1);
  app.addHook('onClose', async () => own.end());
  let asked: Promise<unknown> | null = null;
  let looked: { at: number; look: Promise<Look> } | null = null;
  return {
    ask: () => (asked ??= own.query(question).finally(() => (asked = null))),
    look() {
      if (looked === null || Date.now() - looked.at > sharedMs)
        looked = { at: Date.now(), look: lookAround(own, config) };
      return looked.look;
    },
  };
}

/**
 * Healthy means that the database answers: balancers ask. `/api/health/all` is for monitors, which want to know of
 * everything that needs somebody. Both tell strangers one word. Operators also hear the version and which part fails:
 * on this machine, or with METRICS_TOKEN. No part says a number or the name of a person.
 */
export function answerHealth(app: FastifyInstance, health: Health, config: AnswerConfig): void {
  const isOperator = (request: FastifyRequest) =>
    hasMetricsToken(request, config) || isOnThisMachine(request, config);

  app.get('/api/health', async (request) => {
    try {
      await health.ask();
    } catch (cause) {
      request.log.warn({ err: cause }, 'the database does not answer');
      throw fail('busy', { cause });
    }
    return { status: 'ok', ...(isOperator(request) ? { version: release } : {}) };
  });
  app.get('/api/health/all', async (request, reply) => {
    const look = await health.look();
    const isWell = Object.values(look.parts).every(Boolean);
    const status = isWell ? 'ok' : 'failing';
    reply.code(isWell ? 200 : 503);
    if (!isOperator(request)) return reply.send({ status });
    const named = Object.fromEntries(
      Object.entries(look.parts).map(([part, works]) => [part, works ? 'ok' : 'failing']),
    );
    const warning = (await warningsOf(look, config)).join('; ');
    return reply.send({ status, version: release, parts: named, ...(warning === '' ? {} : { warning }) });
  });
}
