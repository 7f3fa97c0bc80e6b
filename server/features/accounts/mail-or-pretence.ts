import type { Db } from '../../db/pool.ts';
import type { Mail } from '../../mail/letters.ts';
import type { Mailer } from '../../mail/mailer.ts';

const nobody = 'nobody@invalid.invalid';

/**
 * Asks for a letter, or, where there is nobody to write to, does all the same work and undoes it: how long an answer
 * takes must not tell whether an address has an account.
 */
export async function enqueueOrPretend(
  tx: Db,
  mail: Mailer,
  to: string | null,
  letter: (to: string) => Mail,
): Promise<void> {
  await tx.query('savepoint before_letter');
  await mail.enqueue(tx, letter(to ?? nobody));
  await tx.query(to === null ? 'rollback to savepoint before_letter' : 'release savepoint before_letter');
}
