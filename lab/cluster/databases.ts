// Two PostgreSQL servers of Debian's package in folders of their own. One is primary; the other follows it, and every
// commit waits for it. Each has its configuration beside its data, so that rewinding one does not copy the other's.
import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { signalServersIn } from '../../server/db/embedded-process.ts';
import { createPool } from '../../server/db/pool.ts';
import { launch, run, runAs, until } from './run.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const slot = 'follower';

export interface Passwords {
  readonly owner: string;
  readonly portal: string;
  readonly replication: string;
  readonly check: string;
}

export class Node {
  readonly name: string;
  readonly port: number;
  readonly folder: string;
  readonly #bin: string;
  readonly #passwordFile: string;
  #process: ChildProcess | undefined;

  constructor(name: string, port: number, scratch: string, bin: string) {
    this.name = name;
    this.port = port;
    this.folder = join(scratch, name);
    this.#bin = bin;
    this.#passwordFile = join(scratch, 'passwords');
  }

  get data() {
    return join(this.folder, 'data');
  }

  get connection() {
    return { host: this.folder, port: this.port, user: 'postgres', database: 'postgres' };
  }

  /**
   * Sets its role: the primary that it follows, and the standby that each commit waits for. Takes effect at the next
   * start, or with `reload`.
   */
  async configure({ follows, waitsFor }: { follows?: Node; waitsFor?: Node }): Promise<void> {
    const upstream =
      follows === undefined
        ? ''
        : `host=127.0.0.1 port=${follows.port} user=gurukul_replication passfile=${this.#passwordFile} application_name=${this.name}`;
    const settings = {
      data_directory: this.data,
      hba_file: join(this.folder, 'pg_hba.conf'),
      ident_file: '',
      cluster_name: this.name,
      port: this.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.folder,
      shared_buffers: '128MB',
      log_min_messages: 'panic',
      wal_level: 'replica',
      hot_standby: 'on',
      // Rewinding needs to know all changed pages, and the log since the two diverged.
      wal_log_hints: 'on',
      wal_keep_size: '256MB',
      // A standby that stays away must not fill the primary's disk.
      max_slot_wal_keep_size: '2GB',
      synchronous_commit: 'on',
      synchronous_standby_names: waitsFor?.name ?? '',
      primary_conninfo: upstream,
      primary_slot_name: follows === undefined ? '' : slot,
      wal_sender_timeout: '5s',
      wal_receiver_timeout: '5s',
      wal_retrieve_retry_interval: '500ms',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
    await writeOwned(join(this.folder, 'postgresql.conf'), lines.join(''));
  }

  async create(): Promise<void> {
    await this.#makeFolder();
    await run(`${this.#bin}/initdb`, [
      `--pgdata=${this.data}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C.UTF-8',
      '--data-checksums',
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
    ]);
  }

  /** Makes it a copy of another one, which keeps running. */
  async copyFrom(other: Node): Promise<void> {
    await this.#makeFolder();
    await run(`${this.#bin}/pg_basebackup`, [
      `--dbname=host=127.0.0.1 port=${other.port} user=gurukul_replication passfile=${this.#passwordFile}`,
      `--pgdata=${this.data}`,
      '--checkpoint=fast',
      '--wal-method=stream',
      `--slot=${slot}`,
    ]);
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.folder);
    await own(this.folder, 0o700);
    const rules =
      'local all postgres trust\nhost all all 127.0.0.1/32 scram-sha-256\nhost replication gurukul_replication 127.0.0.1/32 scram-sha-256\n';
    await writeOwned(join(this.folder, 'pg_hba.conf'), rules);
  }

  async start(): Promise<void> {
    this.#process = launch(`${this.#bin}/postgres`, ['-c', `config_file=${this.folder}/postgresql.conf`], {
      cwd: this.folder,
    });
    await until(`${this.name} answers`, () => this.answers());
  }

  /** Starts it as a standby. Without this the server would start as a primary. */
  async followAtStart(): Promise<void> {
    await writeOwned(join(this.data, 'standby.signal'), '');
  }

  async reload(): Promise<void> {
    await this.ask('select pg_reload_conf()');
  }

  /**
   * Runs a statement as the superuser, on a connection of its own. `within` limits connecting and the answer, in
   * seconds.
   */
  async ask<Row extends object>(text: string, within = 10): Promise<Row[]> {
    const pool = createPool(this.connection, {
      poolSize: 1,
      poolWaitSeconds: within,
      statementTimeoutSeconds: within,
      lockTimeoutSeconds: within,
      idleInTransactionSeconds: within,
    });
    try {
      return (await pool.query<Row>(text)).rows;
    } finally {
      await pool.end().catch(() => undefined);
    }
  }

  answers(within = 2): Promise<boolean> {
    return this.ask('select 1', within).then(
      () => true,
      () => false,
    );
  }

  /** Kills all of its processes at one moment, as a power failure does. */
  async kill(): Promise<void> {
    await signalServersIn(await realpath(this.data), 'SIGKILL');
  }

  async stop(): Promise<void> {
    const ended = this.#process;
    if (ended === undefined) return;
    if (ended.exitCode === null && ended.signalCode === null) ended.kill('SIGINT');
    for (let turn = 0; turn < 200 && ended.exitCode === null && ended.signalCode === null; turn += 1)
      await wait(50);
    await this.kill().catch(() => undefined);
  }

  async promote(): Promise<void> {
    await this.ask('select pg_promote(true, 30)', 35);
  }

  /** Makes the slot that keeps the log for a follower that is away. */
  async offerSlot(): Promise<void> {
    await this.ask(`select pg_create_physical_replication_slot('${slot}', true)
      where not exists (select from pg_replication_slots where slot_name = '${slot}')`);
  }

  /** Drops a slot from when this was primary, which would keep the log for nobody. */
  async dropSlot(): Promise<void> {
    await this.ask(
      `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${slot}'`,
    );
  }

  /** Removes the writes that only this one has, back to the point where the two diverged. It must be stopped. */
  async rewindTo(other: Node): Promise<void> {
    // Otherwise the other one's control file still names the timeline from before its promotion.
    await other.ask('checkpoint', 120);
    await run(`${this.#bin}/pg_rewind`, [
      `--target-pgdata=${this.data}`,
      `--config-file=${this.folder}/postgresql.conf`,
      `--source-server=host=${other.folder} port=${other.port} user=postgres dbname=postgres`,
    ]);
  }

  async isWaitedFor(by: Node): Promise<boolean> {
    const rows = await by.ask<{ sync_state: string }>(
      `select sync_state from pg_stat_replication where application_name = '${this.name}' and state = 'streaming'`,
    );
    return rows[0]?.sync_state === 'sync';
  }
}

/** The roles of the compose file, and those for replication and for the balancer's check. */
export async function foundRoles(primary: Node, passwords: Passwords, bin: string): Promise<void> {
  const psql = (...args: string[]) =>
    run(
      `${bin}/psql`,
      [
        '--no-psqlrc',
        '--quiet',
        `--host=${primary.folder}`,
        `--port=${primary.port}`,
        '--username=postgres',
        ...args,
      ],
      { env: { DATABASE_OWNER_PASSWORD: passwords.owner, DATABASE_PASSWORD: passwords.portal } },
    );
  // Read here, because PostgreSQL's user may not be able to read the project's folder.
  const roles = join(primary.folder, 'roles.sql');
  await writeOwned(roles, await readFile(join(project, 'deploy/database/roles.sql'), 'utf8'));
  await psql(`--file=${roles}`, 'postgres');
  await primary.ask(`create role gurukul_replication login replication password '${passwords.replication}'`);
  await primary.ask(`create role gurukul_check login password '${passwords.check}'`);
  await primary.offerSlot();
}

export const newPasswords = (): Passwords => {
  const one = () => randomBytes(18).toString('hex');
  return { owner: one(), portal: one(), replication: one(), check: one() };
};

export async function writeOwned(path: string, text: string, mode = 0o600): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, text, { mode });
  await own(path, mode);
}

/** Makes PostgreSQL's user the owner of a path. */
export async function own(path: string, mode: number): Promise<void> {
  await chmod(path, mode);
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(path, runAs.uid, runAs.gid);
}
