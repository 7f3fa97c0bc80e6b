import type { Db } from '../../db/pool.ts';
import type { Mail } from '../../mail/templates.ts';
import type { Mailer } from '../../mail/mailer.ts';

const nobody = 'nobody@invalid.invalid';

/**
 * Asks for a mail, or, where there is nobody to write to, does all the same work and undoes it: how long an answer
 * takes must not tell whether an address has an account.
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
