import type { Db } from '../../db/pool.ts';
import type { Mail } from '../../channels/mail/templates.ts';
import type { Mailer } from '../../channels/mail/mailer.ts';

const nobody = 'nobody@invalid.invalid';

/**
 * Queues a mail. Without a recipient it does the same work and rolls it back, so that the time of an answer does not
 * tell whether an address has an account.
 */
export async function enqueueOrPretend(
  tx: Db,
  mail: Mailer,
  to: string | null,
  compose: (to: string) => Mail,
): Promise<void> {
  await tx.query('savepoint before_mail');
  await mail.enqueue(tx, compose(to ?? nobody));
  await tx.query(to === null ? 'rollback to savepoint before_mail' : 'release savepoint before_mail');
}
