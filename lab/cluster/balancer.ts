// haproxy with deploy/haproxy.cfg as it is.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { own } from './machines.ts';
import type { Machine } from './machines.ts';
import { launch, run } from './run.ts';
import { until } from '../faults/until.ts';
import type { Programs } from './run.ts';

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));

export interface Ports {
  readonly portal: number;
  readonly primary: number;
  readonly portals: readonly number[];
}

export interface Balancer {
  /** The states of a backend's servers, in haproxy's words: `UP`, `DOWN`, `DRAIN`... */
  states(backend: string): Promise<ReadonlyMap<string, string>>;
  /** The number of requests that a server works on. */
  running(backend: string, server: string): Promise<number>;
  /** Runs one of haproxy's commands, such as `set server portals/portal-a state drain`. */
  command(text: string): Promise<string>;
  start(): Promise<void>;
  /** As `kill -9` does. */
  kill(): Promise<void>;
}

/** The environment that the file needs. */
export const settingsOf = (
  folder: string,
  ports: Ports,
  databases: readonly Pick<Machine, 'address' | 'port'>[],
): Record<string, string> => {
  const here = (port: number | undefined) => `127.0.0.1:${port}`;
  const there = (n: number) => `${databases[n]?.address}:${databases[n]?.port}`;
  return {
    RUN_DIR: folder,
    PORTAL_BIND: here(ports.portal),
    PRIMARY_BIND: here(ports.primary),
    PORTAL_A: here(ports.portals[0]),
    PORTAL_B: here(ports.portals[1]),
    PORTAL_C: here(ports.portals[2]),
    DATABASE_A: there(0),
    DATABASE_B: there(1),
    DATABASE_C: there(2),
  };
};

export async function startBalancer(
  scratch: string,
  name: string,
  ports: Ports,
  databases: readonly Machine[],
  { haproxy }: Programs,
): Promise<Balancer> {
  const folder = join(scratch, name);
  await mkdir(folder);
  await own(folder, 0o700);
  const file = join(folder, 'haproxy.cfg');
  await copyFile(join(deploy, 'haproxy.cfg'), file);
  await own(file, 0o600);
  const env = settingsOf(folder, ports, databases);
  await run(haproxy, ['-c', '-q', '-f', file], { env });
  let child: ChildProcess;

  const command = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(join(folder, 'haproxy.sock'));
      let answer = '';
      socket.setEncoding('utf8').on('data', (part: string) => {
        answer += part;
      });
      socket.on('end', () => resolve(answer.trim())).on('error', reject);
      socket.end(`${text}\n`);
    });
  const statistics = async (backend: string) => {
    const [head = '', ...lines] = (await command('show stat')).replace(/^# /, '').split('\n');
    const names = head.split(',');
    return lines
      .map((line) => Object.fromEntries(line.split(',').map((value, n) => [names[n] ?? '', value])))
      .filter((row) => row['pxname'] === backend && !/^(FRONT|BACK)END$/.test(row['svname'] ?? ''));
  };
  const start = async () => {
    child = launch(haproxy, ['-db', '-q', '-f', file], { cwd: folder, env });
    await until(`${name} answers`, () =>
      command('show info').then(
        () => true,
        () => false,
      ),
    );
  };
  await start();
  return {
    command,
    start,
    async states(backend) {
      const rows = await statistics(backend);
      return new Map(rows.map((row) => [row['svname'] ?? '', row['status']?.split(' ')[0] ?? '']));
    },
    async running(backend, server) {
      const row = (await statistics(backend)).find(({ svname }) => svname === server);
      return Number(row?.['scur']);
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
