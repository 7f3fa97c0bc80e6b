import { randomUUID } from 'node:crypto';
import type { Ctx } from '#server/http/handlers.ts';
import { listAdmins } from '#server/channels/mail/admins.ts';
import { stopSecret } from '#server/channels/mail/stop-links.ts';

/** Tells all account admins that data will go sooner, with a link that stops it. */
export async function tellOfRetention(
  { db, mail, config, person }: Ctx,
  { from, count }: { readonly from: string; readonly count: number },
): Promise<void> {
  const id = Math.floor(Date.parse(from) / 1000);
  const round = randomUUID();
  const secret = stopSecret(config, { what: 'retention', id });
  await mail.enqueueMany(
    db,
    (await listAdmins(db)).map((admin) => ({
      kind: 'deed_asked' as const,
      to: admin.email_id,
      dedupeKey: `retention_waits:${round}:${admin.id}`,
      data: {
        askedBy: person.fullname,
        reason: '',
        waits: { call: 'privacy.save_retention' as const, about: null, until: from, count, secret },
      },
    })),
  );
}
