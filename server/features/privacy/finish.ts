import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { removeFromOutbox } from '#server/channels/mail/outbox.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { Erased } from './erase.ts';

/**
 * Notes the erasure outside the database, then removes files and mails of the outbox, after an erasure has committed.
 * After a crash in between, the next start notes it, and the hourly sweep removes bytes without a row.
 */
export async function finishErasure(
  { dataDir }: Pick<Config, 'dataDir'>,
  storage: Storage,
  { keys, people, emails }: Erased,
): Promise<void> {
  for (const { id, facts } of people) await storage.storeErasure(String(id), facts);
  await removeFromOutbox(join(dataDir, 'outbox'), emails);
  for (const key of keys) await storage.remove(key);
}
