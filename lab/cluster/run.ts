// Runs programs of Debian's packages, as the user that PostgreSQL may run as.
import { execFile, spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs';
import { promisify } from 'node:util';

const packages = [
  'postgresql',
  'postgresql-client',
  'patroni',
  'python3-etcd',
  'etcd-server',
  'haproxy',
  'iproute2',
];
const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root. */
export const runAs: { readonly uid?: number; readonly gid?: number } = isRoot ? userPostgres() : {};

function userPostgres() {
  const id = (flag: string) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim() || Number.NaN);
  const found = { uid: id('-u'), gid: id('-g') };
  return Number.isNaN(found.uid) ? {} : found;
}

export interface Programs {
  /** The folder of PostgreSQL's own programs. Debian's psql on the path would choose among clusters. */
  readonly bin: string;
  readonly haproxy: string;
  /** Such as `PostgreSQL 15.10, haproxy 2.6.12`. */
  readonly versions: string;
}

function findBin(): string | undefined {
  const home = '/usr/lib/postgresql';
  const majors = existsSync(home) ? readdirSync(home).map(Number) : [];
  return majors
    .toSorted((a, b) => b - a)
    .map((major) => `${home}/${major}/bin`)
    .find((bin) => existsSync(`${bin}/postgres`));
}

/** Finds the packages, or installs them where it may. Services that they started stay as they are. */
export function findPrograms(say: (line: string) => void): Programs {
  const haproxy = '/usr/sbin/haproxy';
  const isComplete = () =>
    findBin() !== undefined &&
    [haproxy, '/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/ip'].every(existsSync);
  if (!isRoot) throw new Error('networks of its own need root: sudo node lab/cluster/cluster.ts');
  if (!isComplete()) {
    say(`Installing ${packages.join(', ')}`);
    spawnSync('apt-get', ['install', '--yes', '--quiet', ...packages], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  const bin = findBin();
  if (bin === undefined || !isComplete())
    throw new Error(`Debian's packages are missing: sudo apt-get install ${packages.join(' ')}`);
  const version = (program: string, flag: string) =>
    /\d+\.\d+(?:\.\d+)?/.exec(spawnSync(program, [flag], { encoding: 'utf8' }).stdout)?.[0];
  return {
    bin,
    haproxy,
    versions: `PostgreSQL ${version(`${bin}/postgres`, '--version')}, Patroni ${version('/usr/bin/patroni', '--version')}, etcd ${version('/usr/bin/etcd', '--version')}, haproxy ${version(haproxy, '-v')}`,
  };
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Not as PostgreSQL's user. */
  readonly isRoot?: boolean;
  /** The file for what the program says. Otherwise its errors are said here. */
  readonly log?: string;
}

/** Runs a program to its end and returns its output. When it fails, throws with all of the output. */
export async function run(
  program: string,
  args: readonly string[],
  { cwd = '/', env = {}, isRoot: asRoot = false }: RunOptions = {},
): Promise<string> {
  try {
    const done = await promisify(execFile)(program, args, {
      ...(asRoot ? {} : runAs),
      cwd,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
      maxBuffer: 1 << 26,
    });
    return done.stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** In a session of its own, so that a Ctrl-C does not stop it before its users. */
export function launch(
  program: string,
  args: readonly string[],
  { cwd = '/', env = {}, isRoot: asRoot = false, log }: RunOptions = {},
): ChildProcess {
  const file = log === undefined ? undefined : openSync(log, 'a');
  const child = spawn(program, args, {
    ...(asRoot ? {} : runAs),
    cwd,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
    detached: true,
    stdio: ['ignore', file ?? 'ignore', file ?? 'inherit'],
  });
  if (file !== undefined) closeSync(file);
  return child;
}
