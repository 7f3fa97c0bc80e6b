import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { bool, instant, int, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import { isStaff } from '#server/db/staff.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { signedInPlace } from '../accounts/own-password.ts';
import { hashPassword } from '../accounts/password.ts';
import { insertGrant } from '../accounts/reset-queries.ts';
import { countSentLink, linkMinutes } from '../accounts/send-link.ts';
import { endAccess, endOpened, tellOfKeysLeft } from '../accounts/set-password.ts';
import { removeFactors } from '../factors/factors.ts';
import { recordFactor } from '../factors/record.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { takeTurn } from './admins.ts';

const colleagueRow = row({
  id: int,
  fullname: text,
  email_id: text,
  suspended_at: instant.nullable(),
  has_password: bool,
});

/** A colleague with an account. `lock`: until the transaction ends. Throws `not_found`. */
export async function findColleague(db: Db, id: number, { lock = false } = {}) {
  const found = await maybeOne(
    db,
    colleagueRow,
    sql`
      select p.id, p.fullname, p.email_id, p.suspended_at, p.password_hash is not null as has_password
      from people p
      where p.id = ${id} and ${isStaff}
      ${lock ? sql`for no key update` : sql``}
    `,
  );
  if (found === null) throw fail('not_found');
  return found;
}

/**
 * Ends a colleague's sessions and every other way in, and lets nothing new begin. Their classes and courses stay theirs,
 * and nothing is offered to them. Nobody suspends themselves, so one admin stays.
 */
export async function suspend({ db: tx, mail, person }: Ctx, id: number): Promise<void> {
  if (id === person.id) throw fail('not_allowed');
  await takeTurn(tx, person);
  const colleague = await findColleague(tx, id, { lock: true });
  if (colleague.suspended_at !== null) return;
  await run(tx, sql`update people set suspended_at = now(), updated_at = now() where id = ${id}`);
  await endAccess(tx, id);
  await endOpened(tx, id, {});
  await tellOfKeysLeft(tx, mail, colleague);
}

/** Lets a suspended colleague sign in again, with the password that they had. */
export async function resume(tx: Db, id: number): Promise<void> {
  await findColleague(tx, id, { lock: true });
  await run(
    tx,
    sql`update people set suspended_at = null, updated_at = now() where id = ${id} and suspended_at is not null`,
  );
}

/** Ends everything that lets a colleague in, the password and second factors too, and mails them a link for a new one. */
export async function resetSignIn(ctx: Ctx, id: number): Promise<void> {
  const { db: tx, mail, person, config } = ctx;
  if (id === person.id) throw fail('not_allowed');
  await takeTurn(tx, person);
  const colleague = await findColleague(tx, id, { lock: true });
  if (!colleague.has_password || colleague.suspended_at !== null) throw fail('not_allowed');
  await countSentLink(ctx);
  // Nobody knows it.
  const hash = await hashPassword(newSecret('p_'), config.limits, signedInPlace(person));
  await run(tx, sql`update people set password_hash = ${hash}, updated_at = now() where id = ${id}`);
  await endAccess(tx, id);
  await endOpened(tx, id, {});
  await tellOfKeysLeft(tx, mail, colleague);
  if (await removeFactors(tx, id))
    await recordFactor(tx, ctx, { what: 'reset', owner: colleague, by: person.id });
  const grant = newSecret('g_');
  await insertGrant(tx, hashSecret(grant), id, linkMinutes);
  await mail.enqueue(tx, {
    kind: 'reset_link',
    to: colleague.email_id,
    dedupeKey: `reset_link:${randomUUID()}`,
    data: { email: colleague.email_id, grant, sentBy: person.fullname },
  });
}
