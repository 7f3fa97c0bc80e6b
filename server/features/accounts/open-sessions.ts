import type { accounts, OpenSession } from '@gurukul/contract/accounts';
import { roles } from '@gurukul/contract/shared/calls/roles';
import sql from 'sql-template-tag';
import type { Db } from '../../db/pool.ts';
import type { RowOf } from '../../db/columns.ts';
import { instant, int, oneOf, row, text } from '../../db/columns.ts';
import { many, run, exists } from '../../db/rows.ts';
import { isStaff as isOfStaff } from '../../db/staff.ts';
import type { Handlers, Person } from '../../http/handlers.ts';
import { fail, refused } from '../../http/answers/problem.ts';
import { endDevicesOfPerson, endDevicesOfSession } from '../../channels/push/devices.ts';
import { browserOf } from './browser-of.ts';
import { forgetKnownBrowsers, rememberBrowser } from './known-browser.ts';
import { proveOwnPassword } from './own-password.ts';
import { readRemembered } from './remember.ts';
import { endOpened, listOwnKeys } from './set-password.ts';

const sessionRow = row({
  session_id: int,
  role: oneOf(roles),
  agent: text,
  from: text.nullable(),
  started_at: instant,
  last_seen_at: instant,
});
type SessionRow = RowOf<typeof sessionRow>;

const listSessions = (db: Db, personId: number) =>
  many(
    db,
    sessionRow,
    sql`
      select s.id as session_id, s.active_role as role, s.agent, host(s.from_address) as "from",
        s.created_at as started_at, s.last_seen_at
      from sessions s
      where s.person_id = ${personId}
        and s.expires_at > now()
      order by s.last_seen_at desc, s.id desc
    `,
  );

function shown({ agent, ...row }: SessionRow, ownSessionId: number): OpenSession {
  return {
    ...row,
    ...browserOf(agent),
    is_this: row.session_id === ownSessionId,
  };
}

const hasCalendarLink = (db: Db, personId: number): Promise<boolean> =>
  exists(db, sql`select from calendar_feeds where person_id = ${personId} and revoked_at is null`);

export async function refuseStranger(db: Db, personId: number): Promise<void> {
  const isStaff = await exists(
    db,
    sql`
      select from people p
      where p.id = ${personId} and ${isOfStaff}
    `,
  );
  if (!isStaff) throw fail('not_found');
}

/** Remembered browsers are not tied to a session. All except the asking one must give the password again. */
const forgetBrowsers = (tx: Db, personId: number, keptSelector: string | null) =>
  run(
    tx,
    sql`
      delete from remember_tokens
      where person_id = ${personId}
        and selector is distinct from ${keptSelector}
    `,
  );

const endSessions = (tx: Db, personId: number, { sessionId }: Person, only: number | null) =>
  run(
    tx,
    sql`
      delete from sessions
      where person_id = ${personId}
        and (id = ${only}::bigint or (${only}::bigint is null and id <> ${sessionId}))
    `,
  );

/** Session rows are secret and have no audit trail. This records who signed the person out. */
const recordSignOut = (tx: Db, person: Person, personId: number, requestId: string) =>
  run(
    tx,
    sql`
      insert into audit_entries (change_id, person_id, call, request_id, table_name, row_id, action, about_person_id)
      values (current_change(), ${person.id}, 'accounts.end_sessions', ${requestId}, 'sessions', ${String(personId)},
        'delete', ${personId})
    `,
  );

export const openSessionHandlers: Pick<Handlers<typeof accounts>, 'get_sessions' | 'end_sessions'> = {
  async get_sessions({ uid }, { db, person }) {
    await refuseStranger(db, uid);
    const rows = await listSessions(db, uid);
    return {
      status: 200,
      message: 'success',
      data: rows.map((row) => shown(row, person.sessionId)),
      calendar_link: await hasCalendarLink(db, uid),
      keys: await listOwnKeys(db, uid),
    };
  },

  async end_sessions({ uid, session_id: sessionId, password, ...also }, ctx) {
    const { db, config, person, request, reply, requestId } = ctx;
    await refuseStranger(db, uid);
    const proof = await proveOwnPassword(ctx, password, 'wrong_password');
    if ('refusal' in proof) return refused(proof.refusal);

    const ended = await endSessions(db, uid, person, sessionId);
    if (sessionId === null) await endDevicesOfPerson(db, uid, uid === person.id ? person.sessionId : null);
    else if (ended > 0) await endDevicesOfSession(db, sessionId);
    await forgetBrowsers(db, uid, uid === person.id ? (readRemembered(request)?.selector ?? null) : null);
    if (sessionId === null) {
      await endOpened(db, uid, also);
      await forgetKnownBrowsers(db, uid);
      if (uid === person.id) await rememberBrowser(db, request, reply, config.secretKey, uid);
    }
    if (ended > 0) await recordSignOut(db, person, uid, requestId);
    return { status: 200, message: 'success' };
  },
};
