import type { Pool } from 'pg';
import sql from 'sql-template-tag';
import type * as z from 'zod';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Storage } from '#server/storage/storage.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { endWork } from '../people/delete-person.ts';
import { int, row, text } from '#server/db/columns.ts';
import { erasePerson } from './erase.ts';
import { finishErasure } from './finish.ts';
import type { MentionDecision } from './mentions.ts';
import { decideMentions, factsShape, peopleWithMentions, readFacts } from './mentions.ts';
import { findPerson } from './who.ts';

/** Seconds since 1970, whose digits tell one person from another who gets the same number after a restore. */
const erasedRow = row({ id: int, registered_at: text });

interface Replay {
  readonly pool: Pool;
  readonly config: Pick<Config, 'dataDir' | 'secretKey'>;
  readonly storage: Storage;
  readonly say: (line: string) => void;
}

/**
 * Makes the database and the list outside of it agree about who was erased. A database that was restored from before an
 * erasure erases these people again. An erasure that the list lacks, after a crash, is noted there.
 * Returns how many people were erased.
 */
export async function replayErasures({ pool, config, storage, say }: Replay): Promise<number> {
  const listed: number[] = [];
  for await (const { name } of storage.listErasures())
    if (/^[1-9]\d{0,17}$/.test(name)) listed.push(Number(name));
  const unlisted = await many(
    pool,
    erasedRow,
    sql`
      select p.id, extract(epoch from p.registered_at)::text as registered_at
      from people p
      where p.erased_at is not null and not p.id = any(${listed}::bigint[])
    `,
  );
  const added = await readFacts(
    pool,
    unlisted.map(({ id }) => id),
  );
  for (const { id, facts } of added) await storage.storeErasure(String(id), facts);

  const back = await many(
    pool,
    erasedRow,
    sql`
      select p.id, extract(epoch from p.registered_at)::text as registered_at
      from people p
      where p.id = any(${listed}::bigint[]) and p.erased_at is null
      order by p.merged_into nulls first, p.id
    `,
  );
  const meant: number[] = [];
  const chosen: MentionDecision[] = [];
  for (const { id, registered_at: registeredAt } of back) {
    const facts = await factsIn(storage, id);
    if (registeredAt !== facts?.registered_at) continue;
    meant.push(id);
    chosen.push(...facts.choices);
  }
  let erased = 0;
  let lastAdmin = false;
  for (const id of meant) {
    const done = await inTransaction(pool, async (tx) =>
      eraseAgain(tx, id, meant, { secretKey: config.secretKey, chosen }),
    );
    if (done === 'last_admin') lastAdmin = true;
    else if (done !== null) {
      await finishErasure(config, storage, done);
      erased += done.people.length;
    }
  }
  // Those who were erased before the backup, and whose texts were decided about after it.
  for (const id of await peopleWithMentions(pool)) {
    const { choices = [] } = (await factsIn(storage, id)) ?? {};
    await inTransaction(pool, async (tx) => {
      await nameErasure(tx);
      await decideMentions(tx, { secretKey: config.secretKey, personId: id, chosen: choices, by: null });
    });
  }
  if (erased > 0) {
    say(`Erased again: ${erased} people who had been erased after this database was backed up.`);
  }
  if (back.length > meant.length) {
    say(`Not erased: ${back.length - meant.length} people whose number belonged to somebody else before.`);
  }
  if (lastAdmin) {
    say('An erased account admin is the only one who can sign in: invite another one, then start again.');
  }
  return erased;
}

async function factsIn(storage: Storage, id: number): Promise<z.output<typeof factsShape> | null> {
  const facts = await storage.readErasure(String(id));
  try {
    return factsShape.parse(JSON.parse(facts ?? ''));
  } catch {
    return null;
  }
}

const nameErasure = (tx: Db) =>
  run(
    tx,
    sql`select set_config('gurukul.call', 'privacy.erase_person', true), set_config('gurukul.change', '', true)`,
  );

/** Null when another process did it meanwhile, or it went with somebody they were merged into. */
async function eraseAgain(
  tx: Db,
  id: number,
  meant: readonly number[],
  decisions: { readonly secretKey: Config['secretKey']; readonly chosen: readonly MentionDecision[] },
) {
  await nameErasure(tx);
  const waits = await maybeOne(
    tx,
    erasedRow,
    sql`
      select p.id, '' as registered_at from people p where p.id = ${id} and p.erased_at is null for update
    `,
  );
  if (waits === null) return null;
  const who = await findPerson(tx, id, { only: meant, withGuardians: true });
  if (who.is_account && !who.is_deleted) {
    if (who.is_admin && (await listAdmins(tx)).every((admin) => admin.id === id)) return 'last_admin';
    await endWork(tx, id, null);
    await run(
      tx,
      sql`update meetings set teacher_id = null where teacher_id = ${id} and coalesce(held_on, on_date) >= current_date`,
    );
  }
  return erasePerson(tx, who, decisions);
}
