import type { Profile } from '@gurukul/contract/accounts';
import type { PortalRole, Role } from '@gurukul/contract/shared/roles';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import { maybeOne, run } from '../../db/rows.ts';
import { codesPaused } from './paused-codes.ts';

export interface Account {
  readonly id: number;
  readonly email_id: string;
  readonly password_hash: string | null;
  readonly main_role: Role;
  readonly as_role: PortalRole | null;
}

export const findAccount = (db: Db, email: string) =>
  maybeOne<Account>(
    db,
    sql`
      select id, email_id, password_hash, main_role, as_role
      from people
      where lower(email_id) = lower(${email}) and deleted_at is null
    `,
  );

/** Only while nobody has set another password in the meantime. */
export const replaceHash = (db: Db, personId: number, oldHash: string, newHash: string) =>
  run(
    db,
    sql`update people set password_hash = ${newHash} where id = ${personId} and password_hash = ${oldHash}`,
  );

/**
 * Takes the account's turn, so that sessions begun at the same moment count each other; null when the account has gone
 * or got another password since `hash` was read.
 */
export const lockAccount = (db: Db, personId: number, hash: string | null) =>
  maybeOne(
    db,
    sql`
      select id from people
      where id = ${personId} and password_hash = ${hash} and deleted_at is null
      for no key update
    `,
  );

export const insertSession = (
  db: Db,
  session: {
    tokenHash: Buffer;
    personId: number;
    role: PortalRole;
    hours: number;
    agent: string;
    from: string;
    /** The remembered browser that it comes from. */
    series?: string | null;
  },
) =>
  run(
    db,
    sql`
      insert into sessions (token_hash, person_id, active_role, expires_at, agent, from_address, series)
      values (${session.tokenHash}, ${session.personId}, ${session.role},
        now() + make_interval(hours => ${session.hours}::int),
        left(${session.agent}, 400), nullif(${session.from}, '')::inet, ${session.series ?? null})
    `,
  );

/** Ends the oldest sessions beyond the newest `most`. */
export const endOldestSessions = (db: Db, personId: number, most: number) =>
  run(
    db,
    sql`
      delete from sessions
      where id in (
        select id from sessions
        where person_id = ${personId}
        order by created_at desc, id desc
        offset ${most}
      )
    `,
  );

export const endSession = (db: Db, sessionId: number) =>
  run(db, sql`delete from sessions where id = ${sessionId}`);

export const findProfile = (db: Db, personId: number) =>
  maybeOne<Omit<Profile, 'can'>>(
    db,
    sql`
      select id as user_id, first_name, last_name, fullname, phone_number, description, image, gender, dob, address,
        pincode, city, state, region, email_id, as_role
      from people
      where id = ${personId} and deleted_at is null
    `,
  );

export const findTopBar = (db: Db, personId: number) =>
  maybeOne<{ fullname: string; image: string; as_role: PortalRole | null; codes_paused: boolean }>(
    db,
    sql`
      select fullname, image, as_role, ${codesPaused} as codes_paused
      from people
      where id = ${personId} and deleted_at is null
    `,
  );
