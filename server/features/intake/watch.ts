import { keyEndsSoonDays } from '@gurukul/contract/intake';
import type pg from 'pg';
import sql from 'sql-template-tag';
import { instant, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import type { Look } from '#server/jobs/look-in-background.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { raiseForKeys } from './odd-uses.ts';

const everyMs = 60_000;

const endingRow = row({ id: int, name: text, expires_at: instant });

/** Mails the admins once about each key that ends soon. Of several processes one does it. */
export async function tellOfEnds(tx: Db, mailer: Mailer): Promise<number> {
  const ending = await many(
    tx,
    endingRow,
    sql`
      update intake_keys k
      set end_told_at = now()
      where k.revoked_at is null and k.end_told_at is null
        and k.expires_at between now() and now() + make_interval(days => ${keyEndsSoonDays})
      returning k.id, k.name, k.expires_at
    `,
  );
  if (ending.length === 0) return 0;
  const admins = await listAdmins(tx);
  await mailer.enqueueMany(
    tx,
    ending.flatMap(({ id, name, expires_at: endsAt }) =>
      admins.map((admin) => ({
        kind: 'intake_key_ends' as const,
        to: admin.email_id,
        dedupeKey: `intake_key_ends:${id}:${Date.parse(endsAt)}:${admin.id}`,
        data: { name, endsAt },
      })),
    ),
  );
  return ending.length;
}

/** Once a minute, for intake keys that end soon and for odd uses of them. */
export const intakeKeysLook = (pool: pg.Pool, mailer: Mailer): Look => ({
  look: async () => {
    await inTransaction(pool, async (tx) => tellOfEnds(tx, mailer));
    await raiseForKeys(pool, mailer);
    return false;
  },
  everyMs,
  failure: 'watching the intake keys failed',
});
