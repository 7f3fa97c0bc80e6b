import { portalRoles, roles } from '@gurukul/contract/shared/calls/roles';
import DataLoader from 'dataloader';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Limits } from '../../config.ts';
import { bool, int, oneOf, row, text } from '../../db/columns.ts';
import type { RowOf } from '../../db/columns.ts';
import { plannedEitherWay } from '../../db/pool.ts';
import { many, run } from '../../db/rows.ts';
import { hashToken } from '#server/secrets.ts';
import { lacksFactor } from './factor-rule.ts';
import type { Person } from '../handlers.ts';
import { fail } from '../answers/problem.ts';

const bearer = /^Bearer +(s_[\w-]{43})$/i;

/** The hash of the session token, or null when the request carries nothing that could be one. */
export function tokenHashOf(request: FastifyRequest): string | null {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? null : hashToken(token);
}

const sessionRow = row({
  token_hash: text,
  session_id: int,
  person_id: int,
  active_role: oneOf(portalRoles),
  main_role: oneOf(roles),
  as_role: oneOf(portalRoles).nullable(),
  fullname: text,
  is_live: bool,
  is_stale: bool,
  is_proved: bool,
  lacks_factor: bool,
});

type SessionRow = RowOf<typeof sessionRow>;

/** Sessions by the hash of their token; null when there is none. */
export type SessionLookup = DataLoader<string, SessionRow | null>;

/**
 * Every request looks its session up, so that ending a session works at once. Requests that arrive in one turn of the
 * event loop share a statement. It is sent after the last of them has arrived and nothing is cached, so the answer is
 * never older than the request.
 */
export const createSessionLookup = (pool: pg.Pool, limits: Limits): SessionLookup =>
  new DataLoader(
    async (hashes) => {
      const rows: SessionRow[] = await many(
        pool,
        sessionRow,
        plannedEitherWay(sql`
          select '\\x' || encode(s.token_hash, 'hex') as token_hash, s.id as session_id, s.person_id,
            s.active_role, p.main_role, p.as_role, p.fullname,
            s.created_at <= now()
              and s.expires_at > now()
              and s.created_at > now() - make_interval(hours => ${limits.sessionHours}::int)
              and s.last_seen_at > now() - make_interval(hours => ${limits.sessionIdleHours}::int)
              and p.deleted_at is null
              and p.suspended_at is null
              and (
                s.active_role = p.main_role
                or s.active_role is not distinct from p.as_role
                or p.main_role in ('coordinator', 'student')
              ) as is_live,
            s.last_seen_at < now() - interval '1 minute' as is_stale,
            coalesce(s.proved_at > now() - make_interval(mins => ${limits.stepUpMinutes}::int), false) as is_proved,
            ${lacksFactor} as lacks_factor
          from sessions s
          join people p on p.id = s.person_id
          cross join provider v
          where s.token_hash = any(${hashes}::bytea[])
        `),
      );
      const byHash = new Map(rows.map((found) => [found.token_hash, found]));
      return hashes.map((tokenHash) => byHash.get(tokenHash) ?? null);
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: (send) => setImmediate(send) },
  );

/**
 * The person of a session token. A session of a person without screens must have been planted. The main role tells, and
 * the session may do nothing.
 */
export async function findSignedIn(pool: pg.Pool, lookup: SessionLookup, tokenHash: string): Promise<Person> {
  const session = await lookup.load(tokenHash);
  if (session === null) throw fail('session_ended');
  if (!session.is_live) {
    await run(pool, sql`delete from sessions where token_hash = ${tokenHash}`);
    throw fail('session_ended');
  }
  if (session.is_stale) {
    await run(
      pool,
      sql`
        update sessions set last_seen_at = now()
        where token_hash = ${tokenHash} and last_seen_at < now() - interval '1 minute'
      `,
    );
  }
  return {
    id: session.person_id,
    role: session.active_role,
    mainRole: session.main_role,
    asRole: session.as_role,
    sessionId: session.session_id,
    fullname: session.fullname,
    isProved: session.is_proved,
    lacksFactor: session.lacks_factor,
  };
}
