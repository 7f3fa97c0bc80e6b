import { spawn } from 'node:child_process';
import { chown, mkdir, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import type { EmbeddedHome } from './embedded-home.ts';

/** The superuser that migrates. The portal serves with a role without DDL. */
export const ownerName = 'owner';

const durableSettings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
const stopMs = 120_000;
const throwawaySettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

const megabyte = 1024 * 1024;
const buffersMin = 64;
const buffersMax = 1024;

/** The size of shared_buffers in MB: an eighth of the machine's memory, or of this process's limit. */
function buffersOf(memory: number): number {
  return Math.trunc(Math.min(buffersMax, Math.max(buffersMin, memory / 8 / megabyte)));
}

const initOptions = [
  // Only the server may enter the private socket folder, and nothing listens on the network.
  '--auth-local=trust',
  '--auth-host=reject',
  // The system's language must not decide how names sort or which characters are allowed.
  '--encoding=UTF8',
  '--locale=C.UTF-8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--set=max_connections=60',
  // PostgreSQL takes this memory only as it is used, so a small provider never needs as much.
  `--set=shared_buffers=${buffersOf(Math.min(totalmem(), process.constrainedMemory() || Infinity))}MB`,
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
  // One log file per day of the month, overwritten a month later.
  '--set=logging_collector=on',
  '--set=log_filename=day-%d.log',
  '--set=log_truncate_on_rotation=on',
];

export const connectionTo = (home: EmbeddedHome, database: string, user = ownerName): ClientConfig => ({
  host: home.socketDir,
  port: 5432,
  user,
  database,
});

/**
 * Makes the cluster in a temporary folder and renames it, so that an interrupted first start leaves no partial cluster.
 */
export async function initCluster(home: EmbeddedHome): Promise<void> {
  if (await readFile(join(home.cluster, 'PG_VERSION')).catch(() => null)) return;
  await removeAbandonedSides(home.cluster);
  const side = `${home.cluster}.new-${process.pid}`;
  await mkdir(side, { mode: 0o700 });
  if (home.runAs.uid !== undefined) await chown(side, home.runAs.uid, home.runAs.gid);

  const made = await run(home, 'initdb', ['-D', side, '-U', ownerName, ...initOptions]);
  if (made.code !== 0) {
    await rm(side, { recursive: true, force: true });
    throw new StartError(`the database could not be made: ${reasonIn(made.output)}`);
  }

  try {
    await rename(side, home.cluster);
  } catch (error) {
    // Another start was faster, and its cluster is as good.
    if (codeOf(error) !== 'ENOTEMPTY') throw error;
    await rm(side, { recursive: true });
  }
}

async function removeAbandonedSides(cluster: string): Promise<void> {
  const parent = dirname(cluster);
  for (const name of await readdir(parent)) {
    const pid = /^postgres\.new-(\d+)$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(parent, name), { recursive: true });
  }
}

export function isAlive(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Starts PostgreSQL. If a killed server left one running, uses that one. */
export async function ensureRunning(
  home: EmbeddedHome,
  durable: boolean,
  more: Readonly<Record<string, string>> = {},
  mostFailures = 40,
): Promise<void> {
  let failures = 0;
  for (;;) {
    const state = await probe(home);
    if (state === 'ready') return;
    if (state === 'busy') {
      // It recovers after a crash, or still stops for a previous server.
      await wait(50);
      continue;
    }
    const started = await start(home, durable, more);
    if (started.code === 0) continue;
    failures += 1;
    await dropStaleLock(home);
    if (failures === mostFailures)
      throw new StartError(`the database does not start: ${await startFailure(home, started.output)}`);
    await wait(250);
  }
}

/**
 * Stops PostgreSQL: sessions end, and everything committed is on disk. It waits for the process that runs now. pg_ctl
 * would wait for a PostgreSQL that another server started meanwhile.
 */
export async function stopCluster(home: EmbeddedHome): Promise<void> {
  const pid = await postmasterOf(home.cluster);
  if (pid === null) return;
  const asked = await run(home, 'pg_ctl', ['-D', '.', '-m', 'fast', '-W', 'stop'], home.cluster);
  const deadline = Date.now() + stopMs;
  while ((await postmasterOf(home.cluster)) === pid && isAlive(pid) && (await probe(home)) !== 'down') {
    if (Date.now() > deadline) throw new Error(`the database did not stop: ${lastLine(asked.output)}`);
    await wait(20);
  }
}

/** The process id in the lock file, or null. PostgreSQL removes the file when it ends properly. */
async function postmasterOf(cluster: string): Promise<number | null> {
  const lock = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(lock, 10);
  return Number.isNaN(pid) ? null : pid;
}

async function start(home: EmbeddedHome, durable: boolean, more: Readonly<Record<string, string>>) {
  // On the command line, so that no edited file can move the socket or switch durability off.
  const settings = Object.entries({
    ...(durable ? durableSettings : throwawaySettings),
    // An old segment is removed, not used again: it names people who were erased since.
    wal_recycle: 'off',
    // For a slow hour. The values of statements name people, so they stay out of the log.
    log_min_duration_statement: '500',
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    listen_addresses: "''",
    unix_socket_directories: home.socketDir,
    ...more,
  }).map(([name, value]) => `-c ${name}=${value}`);
  return run(
    home,
    'pg_ctl',
    ['-D', '.', '-w', '-t', '60', '-l', 'start.log', '-o', settings.join(' '), 'start'],
    home.cluster,
  );
}

/** Why it does not start, and where its log is. Once it writes a log of its own, the first file only names the folder. */
export async function startFailure(home: EmbeddedHome, output = ''): Promise<string> {
  const first = join(home.cluster, 'start.log');
  const newest = await newestLog(join(home.cluster, 'log'));
  for (const file of newest === null ? [first] : [newest, first]) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const reasons = text.split('\n').filter((line) => /\b(?:FATAL|PANIC):/.test(line));
    if (reasons.length > 0) return `${lastLine(reasons.join('\n'))} (its log: ${file})`;
  }
  return `${lastLine(output)} (its log: ${first})`;
}

/** The log file that PostgreSQL wrote last, in the last minutes: a file of last month says nothing about today. */
async function newestLog(folder: string): Promise<string | null> {
  const files = await Promise.all(
    (await readdir(folder).catch((): string[] => [])).map(async (name) => {
      const file = join(folder, name);
      return { file, at: (await stat(file)).mtimeMs };
    }),
  );
  const [newest] = files.toSorted((one, other) => other.at - one.at);
  return newest !== undefined && Date.now() - newest.at < 120_000 ? newest.file : null;
}

/** Asks the socket, because the process id may belong to a zombie or another program. */
async function probe(home: EmbeddedHome): Promise<'ready' | 'busy' | 'down'> {
  const client = new Client({ ...connectionTo(home, 'postgres'), connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return 'ready';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'down';
    // cannot_connect_now, too_many_connections, or a connection cut during start or stop
    return 'busy';
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Removes PostgreSQL's lock files, of the cluster and of its socket, when no PostgreSQL works in the folder. PostgreSQL
 * refuses to start while the process id in such a file is alive, even when another program has that number, for example
 * after a container restart.
 */
async function dropStaleLock({ cluster, socketDir }: EmbeddedHome): Promise<void> {
  if (process.platform !== 'linux') return;
  if ((await serversIn(cluster)).length > 0) return;
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  await rm(join(socketDir, '.s.PGSQL.5432.lock'), { force: true });
}

export async function signalServersIn(cluster: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await serversIn(cluster)) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // This process has ended meanwhile; the others still need the signal.
      if (codeOf(error) !== 'ESRCH') throw error;
    }
  }
}

/** Ids of the processes whose working folder is the cluster: the postmaster and its children. */
async function serversIn(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const folders = await Promise.all(
    pids.map(async (pid) => ({ pid, folder: await readlink(`/proc/${pid}/cwd`).catch(() => null) })),
  );
  return folders.filter(({ folder }) => folder === cluster).map(({ pid }) => pid);
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs one of PostgreSQL's programs as the database's user, in a session of its own. Ctrl-C in the terminal reaches
 * every process of the foreground group, and it must not reach PostgreSQL or the program that stops it. The environment
 * contains none of our settings, which include secrets.
 */
function run(home: EmbeddedHome, program: string, args: readonly string[], cwd = '/'): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(home.bin, program), args, {
      ...home.runAs,
      cwd,
      detached: true,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', reject);
    child.once('exit', (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}

/** initdb ends with what it cleans up; the reason stands before. */
const reasonIn = (output: string) =>
  lastLine(
    output
      .split('\n')
      .filter((line) => /error|FATAL|PANIC|could not|No space/.test(line))
      .join('\n') || output,
  );

const lastLine = (output: string) => output.trim().split('\n').at(-1)?.trim() ?? '';
