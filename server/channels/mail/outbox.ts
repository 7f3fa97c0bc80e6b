import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sending } from './transport.ts';

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * Time, kind and recipient. The last part separates mails of the same moment. A mail that is written again keeps its
 * name.
 */
function fileName({ kind, recipient, messageId, date }: Sending): string {
  const time = date.toISOString().replaceAll(/[-:.]/g, '');
  return `${time}-${kind}-${shortHash(recipient.toLowerCase())}-${shortHash(messageId)}.eml`;
}

/** Writes a mail to the outbox, whole or not at all, readable by the server's user alone. */
export async function writeToOutbox(folder: string, sending: Sending, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = fileName(sending);
  const part = join(folder, `.${name}.${process.pid}.part`);
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(message);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, join(folder, name));
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Removes the mails that these people got. The outbox may be missing. */
export async function removeFromOutbox(folder: string, recipients: readonly string[]): Promise<void> {
  const hashes = new Set(recipients.map((recipient) => shortHash(recipient.toLowerCase())));
  if (hashes.size === 0) return;
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    if (hashes.has(name.split('-').at(-2) ?? '')) await rm(join(folder, name), { force: true });
  }
}
