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
import type { Balancer } from './balancer.ts';
import { buildMachines, foundRoles, newPasswords, own, settled } from './machines.ts';
import type { Machine } from './machines.ts';
import { say } from './report.ts';
import { until } from '../faults/until.ts';
import type { Programs } from './run.ts';

export interface Cluster {
  readonly machines: readonly Machine[];
  leader: Machine;
  readonly portals: readonly [ServerProcess, ServerProcess, ServerProcess];
  readonly balancer: Balancer;
  readonly peer: SmtpPeer;
  readonly url: string;
}

/** Starts three database machines, three portals and the balancer, in a folder and a network of their own. */
export async function bringUp(programs: Programs): Promise<Cluster> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'gurukul-cluster-')));
  atEnd(() => rm(scratch, { recursive: true, force: true, maxRetries: 5 }));
  await own(scratch, 0o755);
  const passwords = newPasswords();
  const ports = {
    portal: await freePort(),
    primary: await freePort(),
    portals: [await freePort(), await freePort(), await freePort()] as const,
  };
  const machines = await buildMachines(scratch, programs, passwords);
  say('Starting etcd, Patroni and PostgreSQL on three machines');
  for (const machine of machines) machine.boot(machines);
  const leader = await settled(machines);
  await foundRoles(leader, passwords, { scratch, bin: programs.bin });
  say(`${leader.name} leads, and a standby has every commit before it is acknowledged`);

  const balancer = await startBalancer(scratch, ports, machines, programs);
  atEnd(() => balancer.stop());
  await leadsTo(balancer, leader);
  const peer = await openSmtpPeer();
  atEnd(() => peer.goDown());

  const url = `http://127.0.0.1:${ports.portal}`;
  const files = join(scratch, 'files');
  await mkdir(files);
  const at = (login: string, host: string, port: number) => `postgres://${login}@${host}:${port}/gurukul`;
  const through = (login: string) => at(login, '127.0.0.1', ports.primary);
  const env = {
    DATABASE_URL: through(`gurukul:${passwords.portal}`),
    DATABASE_OWNER_URL: through(`gurukul_owner:${passwords.owner}`),
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
  const start = async (port: number) => {
    const portal = await startServer({ env, port });
    atEnd(() => portal.stop());
    return portal;
  };
  const portals = [
    await start(ports.portals[0]),
    await start(ports.portals[1]),
    await start(ports.portals[2]),
  ] as const;
  await Promise.all(portals.map((portal) => portal.ready()));
  await until('haproxy finds three healthy portals', async () =>
    [...(await balancer.states('portals')).values()].every((state) => state === 'UP'),
  );
  say('Three portals answer behind haproxy');
  return { machines, leader, portals, balancer, peer, url };
}

export const ownerOf = ({ leader }: Cluster) => patientPool({ ...leader.connection, database: 'gurukul' });

/** Waits until connections go to this one and to no other. */
export async function leadsTo(balancer: Balancer, leader: Machine): Promise<void> {
  await until(`haproxy leads to ${leader.name} alone`, async () =>
    [...(await balancer.states('primary'))].every(
      ([name, state]) => (state === 'UP') === (name === leader.name),
    ),
  );
}
