// Failures of a running cluster, and their repair.
import { setTimeout as wait } from 'node:timers/promises';
import { leadsTo, nameInBalancer, waitFor } from './bring-up.ts';
import type { Cluster } from './bring-up.ts';
import type { Node } from './databases.ts';
import { sum, untilFirst } from './load.ts';
import type { Book } from './load.ts';
import { inSeconds, say } from './report.ts';
import type { Failover } from './report.ts';
import { until } from './run.ts';

const letters = ['a', 'b', 'c'] as const;
const watchEveryMs = 250;
const silencesUntilDead = 3;
/** How long an old primary runs alone in its old role. */
export const impostorMs = 5_000;

/** Like a service manager, it starts the portal again a moment later. */
export async function killPortal({ portals, balancer }: Cluster, phaseMs: number): Promise<void> {
  portals[1].kill();
  await wait(phaseMs);
  await portals[1].ready();
  await until(
    'haproxy takes it back',
    async () => (await balancer.states('portals')).get('portal-b') === 'UP',
  );
}

/** What a deployment does with each portal: no new requests, the last answers, a new process, requests again. */
export async function restartInTurn({ portals, balancer }: Cluster): Promise<void> {
  for (const [n, portal] of portals.entries()) {
    const server = `portal-${letters[n]}`;
    await balancer.command(`set server portals/${server} state drain`);
    await until(
      `${server} has no request left`,
      async () => (await balancer.running('portals', server)) === 0,
    );
    await portal.restart();
    await balancer.command(`set server portals/${server} state ready`);
    await until(
      `haproxy takes ${server} back`,
      async () => (await balancer.states('portals')).get(server) === 'UP',
    );
  }
}

/** Returns the seconds without an acknowledged write. */
export async function loseStandby(cluster: Cluster, book: Book, phaseMs: number): Promise<number> {
  const { primary, standby } = cluster;
  const from = performance.now();
  await standby.kill();
  // Nobody else has the next commits, so the primary waits until somebody decides to go on alone.
  await until('the standby is found to be away', async () => !(await standby.isWaitedFor(primary)));
  await wait(silencesUntilDead * watchEveryMs);
  await primary.configure({});
  await primary.reload();
  say('  the primary goes on alone');
  await wait(phaseMs / 3);
  const { pause } = sum(book, from, performance.now());
  await standby.start();
  await waitFor(primary, standby);
  say('  the standby is back and waited for');
  await leadsTo(cluster.balancer, primary);
  await wait(phaseMs / 3);
  return pause;
}

/** Plays the orchestrator: finds the primary dead, promotes the standby, and makes the dead one its standby. */
export async function losePrimary(cluster: Cluster, book: Book, phaseMs: number): Promise<Failover> {
  const { primary: old, standby: next, balancer } = cluster;
  const killed = performance.now();
  const since = () => performance.now() - killed;
  await old.kill();

  for (let silences = 0; silences < silencesUntilDead;) {
    silences = (await old.answers(1)) ? 0 : silences + 1;
    await wait(watchEveryMs);
  }
  const noticed = since();
  // It has every acknowledged commit. It must not wait for the dead one, or it would acknowledge nothing.
  await next.configure({});
  await next.reload();
  await next.promote();
  const promoted = since();
  say(`  ${next.name} is primary ${inSeconds(promoted)} after ${old.name} died`);
  await until(
    `haproxy finds ${next.name}`,
    async () => (await balancer.states('primary')).get(nameInBalancer(next)) === 'UP',
    { everyMs: 20 },
  );
  const led = since();
  cluster.primary = next;
  cluster.standby = old;
  await until('a write is acknowledged again', async () => untilFirst(book, killed) < Infinity);
  const firstWrite = untilFirst(book, killed) * 1000;
  await wait(phaseMs);
  const pause = sum(book, killed, performance.now()).pause * 1000;
  await leadsTo(balancer, next);

  await admitNobody(cluster, old);

  await old.stop();
  const rewinding = performance.now();
  await old.configure({ follows: next });
  await old.rewindTo(next);
  await old.followAtStart();
  await next.offerSlot();
  await old.start();
  await old.dropSlot();
  await until(`${old.name} streams`, async () => {
    const rows = await next.ask('select 1 from pg_stat_replication where state = $$streaming$$');
    return rows.length === 1;
  });
  const streaming = performance.now() - rewinding;
  const left = await old.ask<{ found: string | null }>("select to_regclass('impostor')::text as found");
  if (left[0]?.found !== null) throw new Error('what only the old primary had is still there');
  await waitFor(next, old);
  const waitedFor = since();
  say(`  ${old.name} was rewound and follows ${next.name}, which waits for it again`);
  await leadsTo(balancer, next);
  await wait(phaseMs / 3);
  return {
    dead: old.name,
    noticed,
    promoted,
    led,
    firstWrite,
    pause,
    streaming,
    waitedFor,
  };
}

/**
 * The old primary starts in its old role, like a machine after a power failure. No connection may reach it, and it may
 * acknowledge nothing: it waits for a standby that has become primary.
 */
async function admitNobody({ balancer }: Cluster, old: Node): Promise<void> {
  await old.start();
  const [believes] = await old.ask<{ is: boolean }>('select not pg_is_in_recovery() as is');
  if (!believes?.is) throw new Error(`${old.name} does not believe to be primary: nothing was tried`);
  const acknowledged = old.ask('create table impostor ()', impostorMs / 1000).then(
    () => true,
    () => false,
  );
  const until = performance.now() + impostorMs;
  while (performance.now() < until) {
    const state = (await balancer.states('primary')).get(nameInBalancer(old));
    if (state === 'UP') throw new Error(`haproxy leads to ${old.name}, which is primary no more`);
    // Portals ask whether it is a replica; nobody may write.
    const writers = await old.ask<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where usename like 'gurukul%' and backend_xid is not null",
    );
    if (writers[0]?.n !== 0) throw new Error(`${old.name} is primary no more, and portals write on it`);
    await wait(200);
  }
  if (await acknowledged) throw new Error(`${old.name} acknowledged a write that nobody else has`);
  say(`  ${old.name} came back as a primary: nobody was led to it, and it acknowledged nothing`);
}
