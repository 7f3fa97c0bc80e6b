// Three database machines on one: each is a network namespace with an address of its own, in which etcd, Patroni and
// PostgreSQL of Debian's packages run. So a machine can die as a whole, and its network can be cut.
import { randomBytes } from 'node:crypto';
import { chmod, chown, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPool } from '../../server/db/pool.ts';
import { atEnd } from '../faults/ending.ts';
import { launch, run, runAs } from './run.ts';
import { until } from '../faults/until.ts';
import type { Programs } from './run.ts';

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url));
const bridge = 'gurukul';
const network = '10.77.0';
const letters = ['a', 'b', 'c'] as const;

export interface Passwords {
  readonly superuser: string;
  readonly owner: string;
  readonly portal: string;
  readonly replication: string;
}

export class Machine {
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly #folder: string;
  readonly #programs: Programs;
  readonly #passwords: Passwords;

  constructor(n: number, scratch: string, programs: Programs, passwords: Passwords) {
    this.name = `database-${letters[n]}`;
    this.address = `${network}.${11 + n}`;
    // Sockets of all three lie in one folder, by port.
    this.port = 5411 + n;
    this.#folder = join(scratch, this.name);
    this.#programs = programs;
    this.#passwords = passwords;
  }

  get connection() {
    return { host: this.address, port: this.port, user: 'postgres', password: this.#passwords.superuser };
  }

  get #namespace() {
    return `gurukul-${this.name}`;
  }

  /** The machine with its network, and nothing that runs on it. */
  async build(): Promise<void> {
    const link = this.name.replace('database', 'gurukul');
    await ip('netns', 'add', this.#namespace);
    atEnd(async () => {
      await this.kill();
      await ip('netns', 'del', this.#namespace);
    });
    await ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.#namespace);
    // The namespace takes it along only when its last process has ended.
    atEnd(() => ip('link', 'del', link));
    await ip('link', 'set', link, 'master', bridge, 'up');
    await this.#ip('addr', 'add', `${this.address}/24`, 'dev', 'eth0');
    await this.#ip('link', 'set', 'eth0', 'up');
    await this.#ip('link', 'set', 'lo', 'up');
    await mkdir(this.#folder);
    await own(this.#folder, 0o700);
    await copyFile(join(deploy, 'patroni.yml'), join(this.#folder, 'patroni.yml'));
    await own(join(this.#folder, 'patroni.yml'), 0o600);
  }

  /** What its service manager starts. */
  boot(all: readonly Machine[]): void {
    this.startEtcd(all);
    this.#launch('/usr/bin/patroni', [join(this.#folder, 'patroni.yml')], {
      PATRONI_NAME: this.name,
      PATRONI_RESTAPI_LISTEN: `${this.address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${this.address}:8008`,
      PATRONI_ETCD_HOSTS: all.map(({ address }) => `${address}:2379`).join(','),
      PATRONI_POSTGRESQL_LISTEN: `${this.address}:${this.port}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${this.address}:${this.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(this.#folder, 'postgres'),
      PATRONI_POSTGRESQL_BIN_DIR: this.#programs.bin,
      PATRONI_POSTGRESQL_PGPASS: join(this.#folder, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: this.#passwords.superuser,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: this.#passwords.replication,
      PATRONI_LOG_LEVEL: 'ERROR',
    });
  }

  startEtcd(all: readonly Machine[]): void {
    const here = `http://${this.address}`;
    const members = all.map(({ name, address }) => `${name}=http://${address}:2380`).join(',');
    this.#launch('/usr/bin/etcd', [
      `--name=${this.name}`,
      `--data-dir=${join(this.#folder, 'etcd')}`,
      `--listen-client-urls=${here}:2379`,
      `--advertise-client-urls=${here}:2379`,
      `--listen-peer-urls=${here}:2380`,
      `--initial-advertise-peer-urls=${here}:2380`,
      `--initial-cluster=${members}`,
      // Through this API Patroni compares who has the lock when it writes it.
      '--enable-v2',
      '--log-level=fatal',
    ]);
  }

  #launch(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
    launch(
      '/usr/sbin/ip',
      ['netns', 'exec', this.#namespace, '/usr/bin/setpriv', ...asPostgres(), program, ...args],
      { cwd: this.#folder, env, isRoot: true, log: join(this.#folder, 'log') },
    );
  }

  /** Kills everything at one moment, as a power failure does, or only the programs of a name. */
  async kill(only?: string): Promise<void> {
    const pids = (await ip('netns', 'pids', this.#namespace)).split('\n').filter(Boolean).map(Number);
    for (const pid of pids) {
      const command = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      if (only !== undefined && command.trim() !== only) continue;
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended with one before it.
      }
    }
  }

  /** Nothing goes between this machine and those any more, in neither direction. Portals still reach it. */
  async cutOffFrom(others: readonly Machine[]): Promise<void> {
    for (const { address } of others) await this.#ip('route', 'add', 'blackhole', `${address}/32`);
  }

  async reconnectTo(others: readonly Machine[]): Promise<void> {
    for (const { address } of others) await this.#ip('route', 'del', 'blackhole', `${address}/32`);
  }

  #ip(...args: string[]): Promise<string> {
    return ip('-netns', this.#namespace, ...args);
  }

  /** Patroni's word for what this machine is: `primary`, `sync_standby`, `replica`, or '' while it does not answer. */
  async role(): Promise<string> {
    try {
      const answer = await fetch(`http://${this.address}:8008/`, { signal: AbortSignal.timeout(2000) });
      const { role, state, sync_standby } = (await answer.json()) as Record<string, unknown>;
      if (state !== 'running') return '';
      if (role === 'master' || role === 'primary') return answer.status === 200 ? 'primary' : '';
      return sync_standby === true ? 'sync_standby' : 'replica';
    } catch {
      return '';
    }
  }

  /** Runs a statement as the superuser, on a connection of its own. */
  async ask<Row extends object>(text: string): Promise<Row[]> {
    const seconds = 10;
    const pool = createPool(
      { ...this.connection, database: 'postgres' },
      {
        poolSize: 1,
        poolWaitSeconds: seconds,
        statementTimeoutSeconds: seconds,
        lockTimeoutSeconds: seconds,
        idleInTransactionSeconds: seconds,
      },
    );
    try {
      return (await pool.query<Row>(text)).rows;
    } finally {
      await pool.end().catch(() => undefined);
    }
  }
}

/** The machines and what is between them. Nothing runs on them yet. */
export async function buildMachines(
  scratch: string,
  programs: Programs,
  passwords: Passwords,
): Promise<readonly Machine[]> {
  await ip('link', 'add', bridge, 'type', 'bridge');
  atEnd(() => ip('link', 'del', bridge));
  await ip('addr', 'add', `${network}.1/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  const machines = letters.map((_, n) => new Machine(n, scratch, programs, passwords));
  for (const machine of machines) await machine.build();
  return machines;
}

/** Who leads, once somebody does and a standby has every commit. */
export async function settled(machines: readonly Machine[]): Promise<Machine> {
  let leader: Machine | undefined;
  await until(
    'one database leads, and a standby has every commit',
    async () => {
      const roles = await Promise.all(machines.map((machine) => machine.role()));
      leader = machines[roles.indexOf('primary')];
      return (
        roles.filter((role) => role === 'primary').length === 1 &&
        roles.includes('sync_standby') &&
        !roles.includes('')
      );
    },
    { withinMs: 180_000, everyMs: 200 },
  );
  return leader!;
}

/** The roles of the compose file. */
export async function foundRoles(
  leader: Machine,
  passwords: Passwords,
  { scratch, bin }: { scratch: string; bin: string },
): Promise<void> {
  const { host, port, password } = leader.connection;
  // Copied, because PostgreSQL's user may not be able to read the project's folder.
  const roles = join(scratch, 'roles.sql');
  await copyFile(join(deploy, 'database/roles.sql'), roles);
  await own(roles, 0o600);
  await run(
    `${bin}/psql`,
    ['--no-psqlrc', '--quiet', `--host=${host}`, `--port=${port}`, '--username=postgres', `--file=${roles}`],
    {
      env: {
        PGPASSWORD: password,
        PGDATABASE: 'postgres',
        DATABASE_OWNER_PASSWORD: passwords.owner,
        DATABASE_PASSWORD: passwords.portal,
      },
    },
  );
}

export const newPasswords = (): Passwords => {
  const one = () => randomBytes(18).toString('hex');
  return { superuser: one(), owner: one(), portal: one(), replication: one() };
};

const ip = (...args: string[]) => run('/usr/sbin/ip', args, { isRoot: true });

const asPostgres = () => [`--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, '--clear-groups'];

/** Makes PostgreSQL's user the owner of a path. */
export async function own(path: string, mode: number): Promise<void> {
  await chmod(path, mode);
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(path, runAs.uid, runAs.gid);
}
