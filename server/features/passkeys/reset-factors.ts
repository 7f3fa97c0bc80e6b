import type { passkeys } from '@gurukul/contract/passkeys';
import { fail } from '#server/http/answers/problem.ts';
import type { Handler } from '#server/http/handlers.ts';
import { findAccountOf } from '../accounts/queries.ts';
import { forgetRemembered, removeFactors } from '../factors/factors.ts';
import { recordFactor } from '../factors/record.ts';

/**
 * An account admin helps a person who lost their phone. The password alone opens the account then, until the person
 * adds another factor. Nobody resets their own: they have a session, and remove what they lost.
 */
export const resetFactors: Handler<typeof passkeys.reset_factors> = async ({ uid }, ctx) => {
  const { db, person } = ctx;
  const owner = await findAccountOf(db, uid);
  if (owner === null) throw fail('not_found');
  if (owner.id === person.id) throw fail('not_allowed');
  if (!(await removeFactors(db, uid))) return { status: 200, message: 'success' };
  await forgetRemembered(db, uid);
  await recordFactor(db, ctx, { what: 'reset', owner, by: person.id });
  return { status: 200, message: 'success' };
};
