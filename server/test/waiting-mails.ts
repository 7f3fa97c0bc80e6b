import type { SecretKey } from '#server/derived-key.ts';
import type { Pool } from 'pg';
import { many } from './rows.ts';
import { createSeal } from '../seal.ts';

export interface WaitingMail {
  readonly kind: string;
  readonly to: string;
  // Each kind has its own data.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any;
}

/** The waiting mails, oldest first, decrypted. */
export async function waitingMails(
  db: Pool,
  { secretKey }: { readonly secretKey: SecretKey },
): Promise<WaitingMail[]> {
  const seal = createSeal(secretKey);
  const rows = await many<{ kind: string; recipient: string; dedupe_key: string; sealed: string }>(db)`
    select kind, recipient, dedupe_key, sealed from mails where sealed is not null and state <> 'sent' order by id
  `;
  return rows.map(({ kind, recipient, dedupe_key: about, sealed }) => ({
    kind,
    to: recipient,
    data: seal.open(sealed, about),
  }));
}
