import { randomBytes } from 'node:crypto';
import { access, chmod, constants, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from './error-code.ts';
import { StartError } from './start-error.ts';

/** Increases when the layout of the data folder changes. A server never serves a folder of a newer version. */
const dataFolderVersion = 1;

/** A file that exists while a backup is restored into the folder. */
export const restoringMark = 'restoring';

/** Makes the data folder, or checks that this server may use it. Throws a StartError otherwise. */
export async function openDataFolder(dataDir: string): Promise<void> {
  try {
    await makePrivate(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = codeOf(cause) ?? String(cause);
    throw new StartError(`the data folder ${dataDir} cannot be read and written (${reason})`, { cause });
  }
  await checkVersion(dataDir);
  await refuseHalfRestored(dataDir);
}

async function refuseHalfRestored(dataDir: string): Promise<void> {
  const backup = await readFile(join(dataDir, restoringMark), 'utf8').catch(() => null);
  if (backup === null) return;
  throw new StartError(
    `the data folder ${dataDir} holds a part of the backup ${backup.trim()}, whose restoring was cut off or goes on; once nobody restores, remove the folder and restore again`,
  );
}

/**
 * A folder that we made is closed to everybody else. A folder of root lets the database's user pass through to its own.
 */
async function makePrivate(dataDir: string): Promise<void> {
  if (await makeFolder(dataDir)) await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/**
 * Makes a folder and its missing parents. Returns false when it existed. Step by step, because Node's recursive mkdir
 * never returns for folders such as /proc, which exist and accept nothing.
 */
async function makeFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  if (found !== null && !found.isDirectory())
    throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' });
  if (found !== null) return false;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  return mkdir(folder).then(
    () => true,
    (error: unknown) => {
      // Two starts may make it at the same moment.
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    },
  );
}

async function checkVersion(dataDir: string): Promise<void> {
  const file = join(dataDir, 'version');
  const found = await readOrMake(file, () => `${dataFolderVersion}\n`, 0o644);
  const version = Number(found);
  if (Number.isInteger(version) && version > 0 && version <= dataFolderVersion) return;
  if (version > dataFolderVersion) {
    throw new StartError(
      `the data folder ${dataDir} belongs to a newer Gurukul (version ${version}, this one knows ${dataFolderVersion})`,
    );
  }
  throw new StartError(`${file} does not hold the version of a data folder`);
}

const secretOf = (dataDir: string) => join(dataDir, 'secret');

/** The secret of an embedded database; null before its first start. */
export async function readSecret(dataDir: string): Promise<string | null> {
  const file = secretOf(dataDir);
  const secret = await readFile(file, 'utf8').catch((cause: unknown) => {
    if (codeOf(cause) !== 'ENOENT') throw unreadable(file, cause);
    return null;
  });
  if (secret !== null && Buffer.byteLength(secret.trim()) < 32)
    throw new StartError(`${file} holds less than 32 bytes`);
  return secret?.trim() ?? null;
}

export const newSecret = () => randomBytes(48).toString('base64url');

/** Readable by the server's user alone. A secret that is there already stays. */
export async function keepSecret(dataDir: string, secret: string): Promise<void> {
  await readOrMake(secretOf(dataDir), () => secret, 0o600);
}

/** Tells a data folder with files from another one: made at the first start that asks for it. */
export const nameOfFiles = (dataDir: string): Promise<string> =>
  readOrMake(join(dataDir, 'storage'), () => randomBytes(12).toString('hex'), 0o644);

/** Written whole before it gets its name, so that a start that dies or races another never leaves a partial file. */
async function readOrMake(file: string, make: () => string, mode: number): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw unreadable(file, cause);
  }
  const side = `${file}.${process.pid}`;
  try {
    await rm(side, { force: true });
    const handle = await open(side, 'wx', mode);
    await handle.writeFile(make());
    await handle.sync();
    await handle.close();
    await link(side, file).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await rm(side);
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

const unreadable = (file: string, cause: unknown) =>
  new StartError(`${file} cannot be read and written (${codeOf(cause) ?? String(cause)})`, { cause });
