// Failures of a running cluster, and their repair.
import { setTimeout as wait } from 'node:timers/promises';
import { leadTo, portalsUp } from './bring-up.ts';
import type { Cluster } from './bring-up.ts';
import { sum, untilFirst } from './load.ts';
import type { Book } from './load.ts';
import { settled } from './machines.ts';
import { inSeconds, say } from './report.ts';
import type { Failover } from './report.ts';
import { until } from '../faults/until.ts';

const letters = ['a', 'b', 'c'] as const;
/** `ttl` in deploy/patroni.yml. */
const lockMs = 20_000;

/** Like a service manager, it starts the portal again a moment later. */
export async function killPortal({ portals, balancers }: Cluster, phaseMs: number): Promise<void> {
  portals[1].kill();
  await wait(phaseMs);
  await portals[1].ready();
  await portalsUp(balancers, ['portal-b']);
}

/** People go on through the other one, and the portal that reached the database through this one is away meanwhile. */
export async function killBalancer({ balancers, leader }: Cluster, phaseMs: number): Promise<void> {
  const [first] = balancers;
  await first.kill();
  await wait(phaseMs);
  await first.start();
  await leadTo([first], leader);
  await portalsUp(balancers, ['portal-a', 'portal-b', 'portal-c']);
}

/** What a deployment does with each portal: no new requests, the last answers, a new process, requests again. */
export async function restartInTurn({ portals, balancers }: Cluster): Promise<void> {
  for (const [n, portal] of portals.entries()) {
    const server = `portal-${letters[n]}`;
    for (const balancer of balancers) await balancer.command(`set server portals/${server} state drain`);
    for (const balancer of balancers)
      await until(
        `${server} has no request left`,
        async () => (await balancer.running('portals', server)) === 0,
      );
    await portal.restart();
    for (const balancer of balancers) await balancer.command(`set server portals/${server} state ready`);
    await portalsUp(balancers, [server]);
  }
}

/** The next commits go to the other standby. */
export async function loseStandby(cluster: Cluster, phaseMs: number): Promise<void> {
  const { machines } = cluster;
  const roles = await Promise.all(machines.map((machine) => machine.role()));
  const standby = machines[roles.indexOf('sync_standby')]!;
  await standby.kill();
  await wait(phaseMs);
  standby.boot(machines);
  cluster.leader = await settled(machines);
  say(`  ${standby.name} died and follows again`);
}

/** Two of three members of etcd go on. */
export async function loseEtcd(cluster: Cluster, phaseMs: number): Promise<void> {
  const { machines, leader } = cluster;
  await leader.kill('etcd');
  await wait(phaseMs);
  leader.startEtcd(machines);
  cluster.leader = await settled(machines);
}

/** The leader goes on while the other two databases tell it that they hear it (`failsafe_mode`). */
export async function loseQuorum({ machines, leader }: Cluster): Promise<void> {
  const others = machines.filter((machine) => machine !== leader);
  for (const machine of others) await machine.kill('etcd');
  await wait(2 * lockMs);
  for (const machine of others) machine.startEtcd(machines);
  await settled(machines);
}

/** The leading machine loses its power. It comes back when another one leads, and is rewound. */
export async function loseLeader(cluster: Cluster, book: Book, phaseMs: number): Promise<Failover> {
  const { machines, leader: old } = cluster;
  return replace(cluster, book, phaseMs, `${old.name} died`, {
    take: () => old.kill(),
    give: async () => old.boot(machines),
  });
}

/** The leading machine goes on, and the other two cannot hear it. Portals still could. */
export async function cutLeaderOff(cluster: Cluster, book: Book, phaseMs: number): Promise<Failover> {
  const { machines, leader: old } = cluster;
  const others = machines.filter((machine) => machine !== old);
  return replace(cluster, book, phaseMs, `${old.name} was cut off from the others`, {
    take: () => old.cutOffFrom(others),
    give: () => old.reconnectTo(others),
  });
}

async function replace(
  cluster: Cluster,
  book: Book,
  phaseMs: number,
  what: string,
  { take, give }: { take: () => Promise<void>; give: () => Promise<void> },
): Promise<Failover> {
  const { machines, leader: old, balancers } = cluster;
  const from = performance.now();
  const since = () => performance.now() - from;
  await take();

  await until(
    `${what}, and another one leads`,
    async () => {
      const roles = await Promise.all(machines.map((machine) => machine.role()));
      const leading = machines.filter((_, n) => roles[n] === 'primary');
      if (leading.length > 1) throw new Error('two databases lead');
      if (leading[0] === undefined || leading[0] === old) return false;
      cluster.leader = leading[0];
      return true;
    },
    { everyMs: 100 },
  );
  const elected = since();
  say(`  ${cluster.leader.name} leads ${inSeconds(elected)} after ${what}`);
  await until(
    `haproxy finds ${cluster.leader.name}`,
    async () => (await balancers[0].states('primary')).get(cluster.leader.name) === 'UP',
    { everyMs: 20 },
  );
  const led = since();
  await leadTo(balancers, cluster.leader);
  await until('a write is acknowledged again', async () => untilFirst(book, from + elected) < Infinity);
  await wait(phaseMs);
  const pause = sum(book, from, performance.now()).pause * 1000;

  const returning = performance.now();
  await give();
  cluster.leader = await settled(machines);
  const back = performance.now() - returning;
  say(`  ${old.name} follows ${cluster.leader.name}`);
  await leadTo(balancers, cluster.leader);
  await wait(phaseMs / 3);
  return { what, elected, led, pause, back };
}
