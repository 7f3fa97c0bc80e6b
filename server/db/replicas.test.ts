import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@gurukul/contract/index';
import type { NamedCall } from '@gurukul/contract/index';
import { reachOf } from '@gurukul/contract/shared/call';
import { portalRoles } from '@gurukul/contract/shared/roles';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testApp } from '../test/app.ts';
import type { TestApp } from '../test/app.ts';
import { samples } from '../test/call-samples.ts';
import { openNetwork } from '../test/network.ts';
import { planter } from '../test/planted-school.ts';
import type { School } from '../test/planted-school.ts';
import { extraMaker } from '../test/sample-extras.ts';
import { addStandby } from '../test/standby.ts';
import { startEmbedded } from './embedded.ts';
import { codeOfDatabaseError } from './errors.ts';
import { migrate } from './migrate.ts';
import type { Connection, Db } from './pool.ts';
import { createPool, demandPrimary } from './pool.ts';
import { positionColumns, positionOf } from './wal-position.ts';
import type { PositionRow } from './wal-position.ts';
import { openReplicas } from './replicas.ts';
import type { ReplicaFigures, Replicas } from './replicas.ts';
import { run } from './rows.ts';
import { many, one } from '../test/rows.ts';

// Two real servers: a primary, and a replica that streams from it.

// In milliseconds. Starting databases takes seconds on a busy machine.
const patience = 180_000;

const place = await mkdtemp(join(await realpath(tmpdir()), 'gurukul-replica-'));
await chmod(place, 0o755);
const primaryDir = join(place, 'primary');
await mkdir(primaryDir);
// Durable: a replica takes only the log that is on the primary's disk.
const primary = await startEmbedded({ dataDir: primaryDir, durable: true });
await migrate(primary.owner);
const standby = await addStandby(primary.owner, primaryDir, join(place, 'standby'));
const network = await openNetwork(String(standby.app.host));
const throughNetwork: Connection = { ...standby.app, host: '127.0.0.1', port: network.port };

const limits = {
  poolSize: 10,
  poolWaitSeconds: 2,
  statementTimeoutSeconds: 10,
  lockTimeoutSeconds: 3,
  idleInTransactionSeconds: 15,
};

/** A portal of its own: pools, its knowledge of the replica, and the application. */
async function openServer(replicaWaitMs: number) {
  const pool = createPool(primary.app, limits, demandPrimary);
  const replicas = openReplicas({
    primary: pool,
    replicas: [throughNetwork],
    limits: { ...limits, replicaWaitMs },
  });
  const database = { pool, owner: primary.owner, drop: () => pool.end() };
  const server = await testApp({ database, replicas });
  afterAll(async () => replicas.close());
  return { ...server, replicas };
}

// The patient one waits for a replica as long as a busy machine may need, the other hardly at all.
const patient = await openServer(10_000);
const hasty = await openServer(5);
const plant = planter(patient.db);
const replicaDb = createPool(standby.owner, limits);

afterAll(async () => {
  network.close();
  await replicaDb.end();
  await standby.stop();
  await primary.stop();
  await rm(place, { recursive: true });
}, patience);

type Server = TestApp & { readonly replicas: Replicas };
const figuresOf = ({ replicas }: Server): ReplicaFigures => replicas.figures()[0]!;
/** Makes calls until the replica answers. */
const inUse = ({ replicas }: { readonly replicas: Replicas }) =>
  vi.waitFor(
    async () => {
      await replicas.readFrom({ ...(await positionNow()), bytes: 1 });
      expect(replicas.figures()[0]?.isInUse).toBe(true);
    },
    { timeout: 60_000, interval: 20 },
  );

/** Counts on which server the portal has read since the last time. */
function watchPlaces(server: Server) {
  const now = () => ({
    primary: server.replicas.primaryReads,
    replica: figuresOf(server).reads,
    passedOn: figuresOf(server).passedOn,
  });
  let last = now();
  return () => {
    const [before, after] = [last, now()];
    last = after;
    return {
      primary: after.primary - before.primary,
      replica: after.replica - before.replica,
      passedOn: after.passedOn - before.passedOn,
    };
  };
}

let school: School;
let asAdmin: { headers: { authorization: string } };
beforeAll(async () => {
  school = await plant.school();
  asAdmin = { headers: { authorization: `Bearer ${school.tokens.admin}` } };
  await inUse(patient);
  await inUse(hasty);
}, patience);

const namesOnReplica = async () =>
  (await many<{ name: string }>(replicaDb, sql`select name from query_types`)).map(({ name }) => name);
const namesBy = async (server: Server) => {
  const { status, body } = await server.call('enquiries.get_types', {}, asAdmin);
  expect(status).toBe(200);
  return JSON.stringify(body);
};

describe('all calls that only read', () => {
  const makeExtra = extraMaker(patient, plant);
  const reading = calls().flatMap((each: NamedCall) =>
    portalRoles
      .filter((role) => each.call.changes !== true && reachOf(each.call, role) !== undefined)
      .map((role) => ({ ...each, role })),
  );

  test('can be answered by a replica, which can write nothing', { timeout: patience }, async () => {
    expect(reading.length).toBeGreaterThan(60);
    const places = watchPlaces(patient);
    for (const { name, call, role } of reading) {
      const own = { ...school.own, self: school.ids[role] };
      const tokens = { self: school.tokens[role], stranger: school.tokens.admin };
      const word = `r${name.replaceAll(/\W/g, '')}${role}`;
      const extra = await makeExtra(name, school, word, tokens);
      const given = { word, role, me: school.ids[role], extra: extra.own };
      places();
      const { status } = await patient.call(call, samples[name].input(own, given), {
        headers: { authorization: `Bearer ${tokens.self}` },
      });
      expect([name, role, status, places()]).toEqual([
        name,
        role,
        200,
        { primary: 0, replica: 1, passedOn: 0 },
      ]);
    }
  });
});

describe('a replica that is behind', () => {
  test('does not answer: a change acknowledged by one server is read on the other', async () => {
    await standby.pause();
    const added = await hasty.call('enquiries.add_type', { course_type_name: 'Behind' }, asAdmin);
    expect(added.status).toBe(200);
    const places = watchPlaces(hasty);
    expect(await namesBy(hasty)).toContain('Behind');
    expect(places()).toEqual({ primary: 1, replica: 0, passedOn: 0 });
    expect(await namesOnReplica()).not.toContain('Behind');
    expect(figuresOf(hasty).isInUse).toBe(false);
  });

  test('is waited for once, not by every call until it has caught up', async () => {
    const waitMs = 300;
    const replicas = await watching(waitMs);
    const position = await positionNow();
    const started = Date.now();
    expect(await isReplica(await replicas.readFrom(position))).toBe(false);
    expect(Date.now() - started).toBeGreaterThanOrEqual(waitMs - 1);
    const next = Date.now();
    for (let n = 0; n < 50; n += 1) await replicas.readFrom(position);
    expect(Date.now() - next).toBeLessThan((50 * waitMs) / 3);
    await replicas.close();
  });

  test('lets no ended session in', async () => {
    const token = await plant.session(school.ids.teacher, 'teacher');
    const headers = { authorization: `Bearer ${token}` };
    expect(
      (await hasty.call('accounts.get_user_profile', { uid: school.ids.teacher }, { headers })).status,
    ).toBe(200);
    expect((await patient.call('accounts.logout', {}, { headers })).status).toBe(200);
    expect(
      (await hasty.call('accounts.get_user_profile', { uid: school.ids.teacher }, { headers })).status,
    ).toBe(401);
  });

  test('answers once it has caught up, and a call that waits for it gets the new row from it', async () => {
    const places = watchPlaces(patient);
    const waiting = namesBy(patient);
    await standby.resume();
    expect(await waiting).toContain('Behind');
    expect(places()).toEqual({ primary: 0, replica: 1, passedOn: 0 });
    expect(await namesOnReplica()).toContain('Behind');
  });
});

const positionNow = async () =>
  positionOf(await one<PositionRow>(patient.db, sql`select ${positionColumns}`));

const isReplica = async (db: Db) =>
  (await one<{ is_replica: boolean }>(db, sql`select pg_is_in_recovery() as is_replica`)).is_replica;

/** The knowledge that another portal has of the replica. */
async function watching(replicaWaitMs: number): Promise<Replicas> {
  const replicas = openReplicas({
    primary: patient.db,
    replicas: [throughNetwork],
    limits: { ...limits, replicaWaitMs },
  });
  await inUse({ replicas });
  return replicas;
}

describe('a read that a replica does not finish', () => {
  test('goes to the primary, statement by statement', async () => {
    const owner = createPool(primary.owner, limits);
    const reader = await patient.replicas.readFrom(await positionNow());
    const places = watchPlaces(patient);
    const sleepThere = async (seconds: number) =>
      one<{ is_replica: boolean }>(
        reader,
        sql`
          select pg_is_in_recovery() as is_replica,
            case when pg_is_in_recovery() then pg_sleep(${seconds}::float8) end as slept
          from (select count(*) from query_types) as held
        `,
      );
    expect(await sleepThere(0)).toMatchObject({ is_replica: true });
    await setOnReplica('max_standby_streaming_delay', '0');
    const begun = sleepThere(9);
    await vi.waitFor(async () => expect(await sleepers()).toBe(1), { timeout: 60_000 });
    await owner.query('begin; lock table query_types in access exclusive mode; commit');
    expect(await begun).toMatchObject({ is_replica: false });
    // The later statements of the same call too.
    expect(await sleepThere(0)).toMatchObject({ is_replica: false });
    expect(places()).toEqual({ primary: 0, replica: 0, passedOn: 1 });
    await setOnReplica('max_standby_streaming_delay', '30s');
    await owner.end();
  });

  test('is reported as it is when the statement is at fault', async () => {
    const reader = await patient.replicas.readFrom(await positionNow());
    const places = watchPlaces(patient);
    await expect(run(reader, sql`select ${'x'}::text::int`)).rejects.toMatchObject({ code: '22P02' });
    expect(places()).toMatchObject({ passedOn: 0 });
  });
});

const sleepers = async () => {
  const { count } = await one<{ count: number }>(
    replicaDb,
    sql`select count(*)::int as count from pg_stat_activity where wait_event = 'PgSleep'`,
  );
  return count;
};

async function setOnReplica(name: string, value: string) {
  await replicaDb.query(`alter system set ${name} = '${value}'`);
  await replicaDb.query('select pg_reload_conf()');
  await vi.waitFor(
    async () => {
      const { now } = await one<{ now: string }>(replicaDb, sql`select current_setting(${name}) as now`);
      expect(now).toBe(value);
    },
    { timeout: 60_000 },
  );
}

describe('a replica that goes away', () => {
  const readMany = async (server: Server, count: number) => {
    const started = Date.now();
    const answers = await Promise.all(
      Array.from({ length: count }, async () => server.call('enquiries.get_types', {}, asAdmin)),
    );
    return { statuses: new Set(answers.map(({ status }) => status)), ms: Date.now() - started };
  };

  test('without a word delays nobody for long, and is used again when it is back', async () => {
    await inUse(patient);
    network.fallSilent();
    const { statuses, ms } = await readMany(patient, 20);
    expect(statuses).toEqual(new Set([200]));
    // One second until it should have answered, two for a new connection, and a busy machine.
    expect(ms).toBeLessThan(4_000);
    expect(figuresOf(patient).isInUse).toBe(false);
    const places = watchPlaces(patient);
    expect(await namesBy(patient)).toContain('Behind');
    expect(places()).toEqual({ primary: 1, replica: 0, passedOn: 0 });

    network.speakAgain();
    await inUse(patient);
    places();
    await namesBy(patient);
    expect(places()).toEqual({ primary: 0, replica: 1, passedOn: 0 });
  });

  test('with its connections is not noticed by anybody', async () => {
    await inUse(patient);
    const reading = readMany(patient, 20);
    network.cut();
    expect((await reading).statuses).toEqual(new Set([200]));
    expect((await readMany(patient, 20)).statuses).toEqual(new Set([200]));
    await inUse(patient);
  });
});

describe('another server at the address', () => {
  test('is noticed before it is read from', async () => {
    const life = await watching(1_000);
    const reader = await life.readFrom(await positionNow());
    network.leadTo(String(primary.app.host));
    network.cut();
    const figures = () => life.figures()[0];
    await many(reader, sql`select name from query_types`);
    expect(figures()).toMatchObject({ isInUse: true, passedOn: 1 });
    network.leadTo(String(standby.app.host));
    expect(await isReplica(await life.readFrom(await positionNow()))).toBe(true);
    await life.close();
  });

  test('of another history is not read from, however far it has come', async () => {
    const { timeline } = await positionNow();
    const other = await watching(1_000);
    expect(await isReplica(await other.readFrom({ timeline, bytes: 1 }))).toBe(true);
    // A former primary that follows nobody would claim to have replayed everything that it wrote itself.
    expect(await isReplica(await other.readFrom({ timeline: timeline + 1, bytes: 1 }))).toBe(false);
    // Once the new primary is known, the old one is refused.
    const late = await other.readFrom({ timeline, bytes: 1 }).catch((error: unknown) => error);
    expect(codeOfDatabaseError(late)).toBe('busy');
    await other.close();
  });

  test('that is a replica is refused for writes before any statement', async () => {
    const misled = createPool(standby.app, limits, demandPrimary);
    const failure = await run(misled, sql`select 1`).catch((error: unknown) => error);
    expect(codeOfDatabaseError(failure)).toBe('busy');
    expect(misled.totalCount).toBe(0);
    await misled.end();
  });

  test('that becomes read-only is left: 503 first, and the retry succeeds', async () => {
    const owner = createPool(primary.owner, limits);
    const add = async (name: string) => hasty.call('enquiries.add_type', { course_type_name: name }, asAdmin);
    await owner.query('alter database gurukul set default_transaction_read_only = on');
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'gurukul_app'`);
    await vi.waitFor(() => expect(hasty.db.idleCount).toBe(0), { timeout: 60_000 });
    const refused = await add('Too early');
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
    await owner.query('alter database gurukul reset default_transaction_read_only');
    expect((await add('In time')).status).toBe(200);
    await owner.end();
  });

  test('that was a replica and is a primary now is not read from', async () => {
    await inUse(patient);
    await standby.promote();
    await hasty.call('enquiries.add_type', { course_type_name: 'After' }, asAdmin);
    const places = watchPlaces(patient);
    expect(await namesBy(patient)).toContain('After');
    expect(places()).toEqual({ primary: 1, replica: 0, passedOn: 0 });
  });
});
