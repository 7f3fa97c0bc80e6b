import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../error-code.ts';
import { StartError } from '../start-error.ts';
import { sha256Of } from './copy-tree.ts';

// In the format of `sha256sum`, so that a copy can be checked without a portal.
const checksumsFile = 'files.sha256';

const escaped = (path: string) => path.replaceAll('\\', '\\\\').replaceAll('\n', String.raw`\n`);
const unescaped = (path: string) =>
  path.replaceAll(/\\(.)/g, (_, found: string) => (found === 'n' ? '\n' : found));

function lineOf([path, sha256]: readonly [string, string]): string {
  const name = escaped(path);
  return `${name === path ? '' : '\\'}${sha256}  ${name}\n`;
}

/** Writes the checksum of each file of a backup. Returns the checksum of that list. */
export async function writeChecksums(backup: string, files: ReadonlyMap<string, string>): Promise<string> {
  const text = [...files].map(lineOf).join('');
  await writeFile(join(backup, checksumsFile), text, { mode: 0o600, flush: true });
  return createHash('sha256').update(text).digest('hex');
}

/** Reads the whole backup. Throws a StartError that names the first file which differs. */
export async function checkFiles(backup: string, listSha256: string, signal?: AbortSignal): Promise<void> {
  const text = await readFile(join(backup, checksumsFile), 'utf8').catch(() => '');
  if (createHash('sha256').update(text).digest('hex') !== listSha256) throw damaged(backup, checksumsFile);
  for (const line of text.split('\n').slice(0, -1)) {
    signal?.throwIfAborted();
    const [, mark, wanted, name = ''] = /^(\\?)([\da-f]{64}) {2}(.+)$/.exec(line) ?? [];
    const path = mark === '' ? name : unescaped(name);
    const found = await sha256Of(join(backup, path)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return null;
      throw error;
    });
    if (found !== wanted) throw damaged(backup, path, found === null ? 'is missing' : undefined);
  }
}

const damaged = (backup: string, path: string, what = 'is not as it was written') =>
  new StartError(
    `the backup ${backup} is damaged: ${path} ${what}. Nothing was restored; take another copy of it`,
  );
