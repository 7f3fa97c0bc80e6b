import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { bytes, int, row, text } from '../../db/columns.ts';
import { maybeOne, run, exists } from '../../db/rows.ts';

/** Codes, grants and links with a grant are valid for ten minutes. */
const validMinutes = 10;
const validFor = sql`make_interval(mins => ${validMinutes}::int)`;

const resettableRow = row({ id: int, email_id: text });

/** An account that can get a new password, which means one that can sign in. Students have none. */
export const findResettable = (db: Db, emailId: string) =>
  maybeOne(
    db,
    resettableRow,
    sql`
      select id, email_id from present_staff
      where lower(email_id) = lower(${emailId})
        and password_hash is not null
    `,
  );

/** Ends earlier codes. The links in those mails stay valid. */
export const endChallenges = (db: Db, personId: number | null) =>
  run(
    db,
    sql`update reset_challenges set consumed_at = now() where person_id = ${personId} and consumed_at is null`,
  );

export interface NewChallenge {
  readonly challengeHash: Buffer;
  /** Null for a decoy. */
  readonly personId: number | null;
  readonly emailId: string;
  readonly codeHmac: Buffer;
}

export const insertChallenge = (db: Db, challenge: NewChallenge) =>
  run(
    db,
    sql`
      insert into reset_challenges (challenge_hash, person_id, email_id, code_hmac, expires_at)
      values (${challenge.challengeHash}, ${challenge.personId}, ${challenge.emailId}, ${challenge.codeHmac},
        now() + ${validFor})
    `,
  );

const reserveAttemptRow = row({ id: int, person_id: int.nullable(), code_hmac: bytes });

/** Takes one of a challenge's three attempts; null when none is left. */
export const reserveAttempt = (db: Db, challengeHash: Buffer, emailId: string) =>
  maybeOne(
    db,
    reserveAttemptRow,
    sql`
      update reset_challenges
      set attempts = attempts + 1
      where challenge_hash = ${challengeHash}
        and lower(email_id) = lower(${emailId})
        and attempts < 3
        and consumed_at is null
        and created_at <= now()
        and expires_at > now()
      returning id, person_id, code_hmac
    `,
  );

export const consumeChallenge = (db: Db, id: number) =>
  run(db, sql`update reset_challenges set consumed_at = now() where id = ${id}`);

export const insertGrant = (db: Db, grantHash: Buffer, personId: number | null, minutes = validMinutes) =>
  run(
    db,
    sql`
      insert into reset_grants (grant_hash, person_id, expires_at)
      values (${grantHash}, ${personId}, now() + make_interval(mins => ${minutes}::int))
    `,
  );

const granteeRow = row({ id: int, email_id: text, fullname: text });

/**
 * The person whose password the grant opens, if it was made for that address. Locks the row, so that two resets of one
 * person take turns.
 */
export const lockGrantee = (db: Db, grantHash: Buffer, emailId: string) =>
  maybeOne(
    db,
    granteeRow,
    sql`
      select p.id, p.email_id, p.fullname
      from reset_grants g
      join present_staff p on p.id = g.person_id
      where g.grant_hash = ${grantHash}
        and lower(p.email_id) = lower(${emailId})
        and p.password_hash is not null
      for update of p
    `,
  );

/** Says whether the grant is valid, without using it up. */
export const isGrantOpen = (db: Db, grantHash: Buffer): Promise<boolean> =>
  exists(db, sql`select from reset_grants g where g.grant_hash = ${grantHash} and ${isOpen}`);

/** True for exactly one caller. */
export const consumeGrant = async (db: Db, grantHash: Buffer): Promise<boolean> =>
  (await run(
    db,
    sql`update reset_grants g set consumed_at = now() where g.grant_hash = ${grantHash} and ${isOpen}`,
  )) === 1;

const isOpen = sql`g.consumed_at is null and g.created_at <= now() and g.expires_at > now()`;

export const setHash = (db: Db, personId: number, hash: string) =>
  run(db, sql`update people set password_hash = ${hash}, updated_at = now() where id = ${personId}`);
