import { randomUUID } from 'node:crypto';
import type { FactorNews } from '@gurukul/contract/passkeys';
import type { Db } from '#server/db/pool.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { addressFrom } from '#server/http/require-https.ts';
import { recordSecurity } from '#server/security-log/record.ts';

interface FactorEvent {
  /** `failed`: a wrong code or passkey, which nobody gets a mail about. */
  readonly what: FactorNews | 'failed';
  readonly owner: { readonly id: number; readonly email_id: string };
  /** Who did it, when it was somebody else. */
  readonly by?: number;
}

/** Every event of a second factor: an entry in the security log, and a mail to the owner. */
export async function recordFactor(
  db: Db,
  { mail, request }: Pick<Ctx, 'mail' | 'request'>,
  { what, owner, by }: FactorEvent,
): Promise<void> {
  await recordSecurity(db, {
    kind: what === 'failed' ? 'factor_failed' : what === 'reset' ? 'access_reset' : 'factor_changed',
    personId: by ?? owner.id,
    aboutId: by === undefined ? null : owner.id,
    from: addressFrom(request),
    facts: { what },
  });
  if (what === 'failed') return;
  await mail.enqueue(db, {
    kind: 'factor_news',
    to: owner.email_id,
    dedupeKey: `factor_news:${randomUUID()}`,
    data: { what },
  });
}
