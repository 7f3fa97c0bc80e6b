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
import { foundRoles, newPasswords, Node, own, writeOwned } from './databases.ts';
import { say } from './report.ts';
import { until } from './run.ts';
import type { Programs } from './run.ts';

export interface Cluster {
  readonly nodes: readonly [Node, Node];
  primary: Node;
  standby: Node;
  readonly portals: readonly [ServerProcess, ServerProcess, ServerProcess];
  readonly balancer: Balancer;
  readonly peer: SmtpPeer;
  readonly url: string;
}

/** Starts two databases, three portals and the balancer, on free ports and in a folder of their own. */
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
  await writeOwned(join(scratch, 'passwords'), `*:*:*:gurukul_replication:${passwords.replication}\n`);
  const node = async (name: string) => {
    const made = new Node(name, await freePort(), scratch, programs.bin);
    atEnd(() => made.stop());
    return made;
  };
  const primary = await node('database_a');
  const standby = await node('database_b');

  say('Creating the primary');
  await primary.create();
  await primary.configure({});
  await primary.start();
  await foundRoles(primary, passwords, programs.bin);
  say('Copying it for the standby');
  await standby.copyFrom(primary);
  await standby.configure({ follows: primary });
  await standby.followAtStart();
  await standby.start();
  await waitFor(primary, standby);
  say(`${standby.name} has every commit before it is acknowledged`);

  const balancer = await startBalancer(scratch, ports, [primary, standby], passwords, programs);
  atEnd(() => balancer.stop());
  await leadsTo(balancer, primary);
  const peer = await openSmtpPeer();
  atEnd(() => peer.goDown());

  const url = `http://127.0.0.1:${ports.portal}`;
  const files = join(scratch, 'files');
  await mkdir(files);
  const through = (login: string, port: number) => `postgres://${login}@127.0.0.1:${port}/gurukul`;
  const env = {
    DATABASE_URL: through(`gurukul:${passwords.portal}`, ports.primary),
    DATABASE_OWNER_URL: through(`gurukul_owner:${passwords.owner}`, ports.primary),
    // Both of them, in any role: the portal finds out which may answer.
    DATABASE_REPLICA_URLS: [primary, standby]
      .map(({ port }) => through(`gurukul:${passwords.portal}`, port))
      .join(','),
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
  return { nodes: [primary, standby], primary, standby, portals, balancer, peer, url };
}

export const ownerOf = ({ primary }: Cluster) => patientPool({ ...primary.connection, database: 'gurukul' });

/** From now on each commit is acknowledged after the standby has it too. */
export async function waitFor(primary: Node, standby: Node): Promise<void> {
  await primary.configure({ waitsFor: standby });
  await primary.reload();
  await until(`${primary.name} waits for ${standby.name}`, () => standby.isWaitedFor(primary));
}

export const nameInBalancer = ({ name }: Node) => name.replace('_', '-');

/** Waits until connections go to this one and to no other. */
export async function leadsTo(balancer: Balancer, primary: Node): Promise<void> {
  await until(`haproxy leads to ${primary.name} alone`, async () =>
    [...(await balancer.states('primary'))].every(
      ([name, state]) => (state === 'UP') === (name === nameInBalancer(primary)),
    ),
  );
}
