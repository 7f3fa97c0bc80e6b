import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pdf } from './writes.ts';
import type { World } from './world.ts';

/** Rows of finished files whose bytes are missing or partial, in words. */
export async function filesAreWhole({ owner, dataDir }: World): Promise<string[]> {
  const { rows } = await owner.query<{ key: string; size: number }>(
    'select key, size from files where finished_at is not null',
  );
  const wrong: string[] = [];
  for (const { key, size } of rows) {
    const bytes = await readFile(join(dataDir, 'files', 'stored', key)).catch(() => null);
    if (bytes === null) wrong.push(`the file ${key} has a row and no bytes`);
    else if (bytes.length !== size || !isPdfOfOurs(bytes)) wrong.push(`the file ${key} is not whole`);
  }
  return wrong;
}

const isPdfOfOurs = (bytes: Buffer) => bytes.equals(pdf);
