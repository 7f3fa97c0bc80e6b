import { notInProfiles } from '@gurukul/contract/shared/person/person';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { portalRoles, roles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { endDevicesOfSession } from '#server/channels/push/devices.ts';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { bool, int, oneOf, row, text } from '../../db/columns.ts';
import { personSelected, personShape } from '../../db/person.ts';
import { maybeOne, run, exists } from '../../db/rows.ts';
import { codesPaused } from './paused-codes.ts';

const accountRow = row({
  id: int,
  email_id: text,
  password_hash: text.nullable(),
  main_role: oneOf(roles),
  as_role: oneOf(portalRoles).nullable(),
});
export type Account = RowOf<typeof accountRow>;

/** Accounts of the staff that are neither deleted nor suspended. */
const account = (db: Db, which: Sql) =>
  maybeOne(
    db,
    accountRow,
    sql`
      select id, email_id, password_hash, main_role, as_role
      from present_staff
      where ${which}
    `,
  );

/** Students and guardians may share an address with a colleague and with each other. They have no account. */
export const findAccount = (db: Db, email: string) => account(db, sql`lower(email_id) = lower(${email})`);

export const findAccountOf = (db: Db, personId: number) => account(db, sql`id = ${personId}`);

/** Only if nobody has set another password meanwhile. */
export const replaceHash = (db: Db, personId: number, oldHash: string, newHash: string) =>
  run(
    db,
    sql`update people set password_hash = ${newHash} where id = ${personId} and password_hash = ${oldHash}`,
  );

/**
 * Locks the account, so that sessions begun at the same moment count each other. Returns false when the account is gone
 * or its password changed since `hash` was read.
 */
export const lockAccount = (db: Db, personId: number, hash: string | null) =>
  exists(
    db,
    sql`
      select id from present_staff
      where id = ${personId} and password_hash = ${hash}
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
    /** The remembered browser that the session comes from. */
    series?: string | null;
    /** The person has just proved who they are, by more than the cookie of a remembered browser. */
    isProved: boolean;
    signOutUrl?: string | null;
  },
) =>
  run(
    db,
    sql`
      insert into sessions (token_hash, person_id, active_role, expires_at, agent, from_address, series, proved_at,
        sign_out_url)
      values (${session.tokenHash}, ${session.personId}, ${session.role},
        now() + make_interval(hours => ${session.hours}::int),
        left(${session.agent}, 400), nullif(${session.from}, '')::inet, ${session.series ?? null},
        case when ${session.isProved} then now() end, ${session.signOutUrl ?? null})
    `,
  );

/** Ends all but the newest `most` sessions. */
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

const endedRow = row({ sign_out_url: text.nullable() });

/** Null: another tab was quicker. */
export async function endSession(db: Db, sessionId: number) {
  const ended = await maybeOne(
    db,
    endedRow,
    sql`delete from sessions where id = ${sessionId} returning sign_out_url`,
  );
  await endDevicesOfSession(db, sessionId);
  return ended;
}

const profileFields = row(personShape).omit(notInProfiles).shape;
const profileRow = row({
  user_id: int,
  fullname: text,
  ...profileFields,
  description: text,
  image: text,
  as_role: text.nullable(),
});

export type StoredProfile = RowOf<typeof profileRow>;

/** Of an account. A student's picture needs a consent, and stands on their own page. */
const ownPicture = sql`case when main_role = 'student' then '' else image end as image`;

export const findProfile = (db: Db, personId: number) =>
  maybeOne(
    db,
    profileRow,
    sql`
      select p.id as user_id, p.fullname, ${personSelected(Object.keys(profileFields))}, p.description, ${ownPicture}, p.as_role
      from people p
      where p.id = ${personId} and p.deleted_at is null
    `,
  );

const topBarRow = row({
  fullname: text,
  image: text,
  as_role: oneOf(portalRoles).nullable(),
  codes_paused: bool,
});

export const findTopBar = (db: Db, personId: number) =>
  maybeOne(
    db,
    topBarRow,
    sql`
      select fullname, ${ownPicture}, as_role, ${codesPaused} as codes_paused
      from people
      where id = ${personId} and deleted_at is null
    `,
  );
