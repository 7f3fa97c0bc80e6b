import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patientPool } from '../faults/database.ts';
import { atEnd } from '../faults/ending.ts';
import { freePort, startServer } from '../faults/server-process.ts';
import type { ServerProcess } from '../faults/server-process.ts';
import { openSmtpPeer } from '../../server/test/smtp-peer.ts';
import type { SmtpPeer } from '../../server/test/smtp-peer.ts';
import { startBalancer } from './balancer.ts';
import type { Balancer, Ports } from './balancer.ts';
import { buildMachines, foundRoles, newPasswords, own, settled } from './machines.ts';
import type { Machine } from './machines.ts';
import { say } from './report.ts';
import { until } from '../faults/until.ts';
import type { Programs } from './run.ts';

export interface Cluster {
  readonly machines: readonly Machine[];
  leader: Machine;
  readonly portals: readonly [ServerProcess, ServerProcess, ServerProcess];
  readonly balancers: readonly [Balancer, Balancer];
  readonly peer: SmtpPeer;
  /** Of the two balancers. */
  readonly urls: readonly string[];
}

/** Starts three database machines, three portals and two balancers, in a folder and a network of their own. */
export async function bringUp(programs: Programs): Promise<Cluster> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'gurukul-cluster-')));
  atEnd(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));
  await own(scratch, 0o755);
  const passwords = newPasswords();
  const portalPorts = [await freePort(), await freePort(), await freePort()] as const;
  const machines = await buildMachines(scratch, programs, passwords);
  say('Starting etcd, Patroni and PostgreSQL on three machines');
  for (const machine of machines) machine.boot(machines);
  const leader = await settled(machines);
  await foundRoles(leader, passwords, { scratch, bin: programs.bin });
  say(`${leader.name} leads, and a standby has every commit before it is acknowledged`);

  const addresses: Ports[] = [];
  const start = async (name: string) => {
    const ports = { portal: await freePort(), primary: await freePort(), portals: portalPorts };
    addresses.push(ports);
    const balancer = await startBalancer(scratch, name, ports, machines, programs);
    atEnd(() => balancer.kill());
    return balancer;
  };
  const balancers = [await start('haproxy-a'), await start('haproxy-b')] as const;
  await leadTo(balancers, leader);
  const peer = await openSmtpPeer();
  atEnd(() => peer.goDown());

  const urls = addresses.map(({ portal }) => `http://127.0.0.1:${portal}`);
  const url = urls[0]!;
  const files = join(scratch, 'files');
  await mkdir(files);
  const at = (login: string, host: string, port: number) => `postgres://${login}@${host}:${port}/gurukul`;
  const env = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: files,
    APP_URL: url,
    TRUSTED_PROXY: 'loopback',
    SMTP_URL: peer.url,
    MAIL_FROM: 'office@portal.example.org',
    // All staff come from one address here.
    LIMIT_REQUESTS_PER_MINUTE: '1000000',
    LIMIT_PUBLIC_REQUESTS_PER_MINUTE: '1000000',
    LIMIT_CALLS_AT_ONCE: '1000000',
  };
  const startPortal = async (n: 0 | 1 | 2, { primary }: Ports) => {
    const through = (login: string) => at(login, '127.0.0.1', primary);
    const portal = await startServer({
      env: {
        ...env,
        DATABASE_URL: through(`gurukul:${passwords.portal}`),
        DATABASE_OWNER_URL: through(`gurukul_owner:${passwords.owner}`),
      },
      port: portalPorts[n],
    });
    atEnd(() => portal.stop());
    return portal;
  };
  // One reaches the database through the first balancer, two through the second.
  const portals = [
    await startPortal(0, addresses[0]!),
    await startPortal(1, addresses[1]!),
    await startPortal(2, addresses[1]!),
  ] as const;
  await Promise.all(portals.map((portal) => portal.ready()));
  await portalsUp(balancers, ['portal-a', 'portal-b', 'portal-c']);
  say('Three portals answer behind two haproxies');
  return { machines, leader, portals, balancers, peer, urls };
}

export const ownerOf = ({ leader }: Cluster) => patientPool({ ...leader.connection, database: 'gurukul' });

/** Waits until connections go to this one and to no other. */
export async function leadTo(balancers: readonly Balancer[], leader: Machine): Promise<void> {
  for (const balancer of balancers)
    await until(`haproxy leads to ${leader.name} alone`, async () =>
      [...(await balancer.states('primary'))].every(
        ([name, state]) => (state === 'UP') === (name === leader.name),
      ),
    );
}

/** Waits until requests go to these portals. */
export async function portalsUp(balancers: readonly Balancer[], names: readonly string[]): Promise<void> {
  for (const balancer of balancers)
    await until(`haproxy finds ${names.join(', ')}`, async () => {
      const states = await balancer.states('portals');
      return names.every((name) => states.get(name) === 'UP');
    });
}
