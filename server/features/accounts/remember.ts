import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { bool, bytes, idRow, int, row } from '../../db/columns.ts';
import { maybeOne, run } from '../../db/rows.ts';
import { clearCookie, readCookie, writeCookie } from '../../http/identity/cookies.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';

/**
 * The cookie of a remembered browser is `selector.validator`. The selector finds the row. The validator proves the
 * right to it and is replaced at every use. When an old validator comes again, somebody has copied it, and the whole
 * series ends.
 */
const cookieName = 'rm';
const rememberDays = 5;
// Two tabs of one browser, or a double click, send the same cookie. The second request then comes with a validator that
// was just replaced.
const raceSeconds = 10;

const cookiePattern = /^([\w-]{22})\.([\w-]{43})$/;

export interface Remembered {
  readonly selector: string;
  readonly validator: string;
}

/** A cookie to set after its row has been committed. */
export interface RememberCookie {
  readonly selector: string;
  readonly value: string;
  readonly seconds: number;
}

export function readRemembered(request: FastifyRequest): Remembered | null {
  const [, selector, validator] = cookiePattern.exec(readCookie(request, cookieName) ?? '') ?? [];
  return selector === undefined || validator === undefined ? null : { selector, validator };
}

export const writeRemembered = (
  request: FastifyRequest,
  reply: FastifyReply,
  { value, seconds }: RememberCookie,
) => writeCookie(request, reply, cookieName, value, seconds);

export const clearRemembered = (request: FastifyRequest, reply: FastifyReply) =>
  clearCookie(request, reply, cookieName);

/** Begins a new series for this browser and ends the old one. */
export async function remember(tx: Db, personId: number, before: Remembered | null): Promise<RememberCookie> {
  if (before !== null) await forgetSeries(tx, before.selector);
  const [selector, validator] = [randomBytes(16).toString('base64url'), newSecret()];
  await run(
    tx,
    sql`
      insert into remember_tokens (selector, person_id, validator_hash, expires_at)
      values (${selector}, ${personId}, ${hashSecret(validator)}, now() + make_interval(days => ${rememberDays}::int))
    `,
  );
  return { selector, value: `${selector}.${validator}`, seconds: rememberDays * 86_400 };
}

export const forgetSeries = (db: Db, selector: string) =>
  run(db, sql`delete from remember_tokens where selector = ${selector}`);

/** The person of a valid series. The validator is not checked yet. */
export const findRememberedPerson = (db: Db, selector: string) =>
  maybeOne(
    db,
    idRow,
    sql`
      select p.id
      from remember_tokens t
      join present_staff p on p.id = t.person_id
      where t.selector = ${selector}
        and t.created_at <= now()
        and t.expires_at > now()
    `,
  );

/** Ends a copied series and the sessions that it opened. */
export async function endCopied(tx: Db, personId: number, { selector }: Remembered): Promise<void> {
  await forgetSeries(tx, selector);
  await run(tx, sql`delete from sessions where person_id = ${personId} and series = ${selector}`);
}

const redeemRememberedRow = row({
  validator_hash: bytes,
  previous_validator_hash: bytes.nullable(),
  is_just_rotated: bool,
  is_rotated_here: bool,
  seconds_left: int,
});

/**
 * Uses the cookie. Returns `copied` when somebody else has used the series, and `gone` when it has ended. Otherwise
 * returns the new cookie to set, or none when another tab at the same address just got it. From another address the
 * caller must come with the new cookie.
 */
export async function redeemRemembered(
  tx: Db,
  { selector, validator }: Remembered,
  from: string,
): Promise<{ cookie: RememberCookie | null } | 'copied' | 'gone' | 'elsewhere'> {
  const series = await maybeOne(
    tx,
    redeemRememberedRow,
    sql`
      select validator_hash, previous_validator_hash,
        coalesce(rotated_at > now() - make_interval(secs => ${raceSeconds}), false) as is_just_rotated,
        exists (
          select from sessions s
          where s.person_id = t.person_id
            and s.series = t.selector
            and s.from_address is not distinct from nullif(${from}, '')::inet
        ) as is_rotated_here,
        extract(epoch from expires_at - now())::int as seconds_left
      from remember_tokens t
      where selector = ${selector}
      for update
    `,
  );
  if (series === null) return 'gone';
  const hash = hashSecret(validator);
  if (timingSafeEqual(hash, series.validator_hash)) {
    return { cookie: { selector, value: await rotate(tx, selector), seconds: series.seconds_left } };
  }
  const isRace =
    series.is_just_rotated &&
    series.previous_validator_hash !== null &&
    timingSafeEqual(hash, series.previous_validator_hash);
  if (isRace) return series.is_rotated_here ? { cookie: null } : 'elsewhere';
  return 'copied';
}

async function rotate(tx: Db, selector: string): Promise<string> {
  const validator = newSecret();
  await run(
    tx,
    sql`
      update remember_tokens
      set validator_hash = ${hashSecret(validator)}, previous_validator_hash = validator_hash, rotated_at = now()
      where selector = ${selector}
    `,
  );
  return `${selector}.${validator}`;
}
