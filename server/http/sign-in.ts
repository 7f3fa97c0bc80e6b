import { hash } from 'node:crypto';
import type { PortalRole, Role } from '@gurukul/contract/shared/roles';
import DataLoader from 'dataloader';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import sql, { empty } from 'sql-template-tag';
import type { Limits } from '../config.ts';
import { positionColumns, positionOf } from '../db/position.ts';
import type { Position, PositionRow } from '../db/position.ts';
import { many, run } from '../db/rows.ts';
import type { Person } from './handlers.ts';
import { fail } from './problem.ts';

/**
 * The sha256 of a token, as PostgreSQL reads a bytea: \x and its hexadecimal digits. A text serves as a key as well, and
 * takes a third of the time of a buffer.
 */
export const hashToken = (token: string): string => `\\x${hash('sha256', token, 'hex')}`;

const bearer = /^Bearer +(s_[\w-]{43})$/i;

/** The hash of the session token, or null when the request carries none that could be one. */
export function tokenHashOf(request: FastifyRequest): string | null {
  const token = bearer.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? null : hashToken(token);
}

const positions = sql`, ${positionColumns}`;

const mostAtOnce = 100;

interface SignedIn {
  readonly person: Person;
  readonly position: Position | null;
}

interface SessionRow extends Partial<PositionRow> {
  token_hash: string;
  session_id: number;
  person_id: number;
  active_role: PortalRole;
  main_role: Role;
  as_role: PortalRole | null;
  fullname: string;
  is_live: boolean;
  is_stale: boolean;
}

/** Sessions by the hash of their token; null for none. */
export type SessionLookup = DataLoader<string, SessionRow | null>;

/**
 * Sessions are looked up on every request, so that ending one works at once. Requests that arrive in one turn of the
 * event loop, as those of a page that has just been opened do, are looked up by one statement. It is sent after all of
 * them have arrived, and nothing is kept: what it sees is never older than the request.
 *
 * With `withPosition` the same statement tells how far the primary had come, for reading from a replica.
 */
export const createSessionLookup = (pool: pg.Pool, limits: Limits, withPosition: boolean): SessionLookup =>
  new DataLoader(
    async (hashes) => {
      const rows = await many<SessionRow>(
        pool,
        sql`
          select '\\x' || encode(s.token_hash, 'hex') as token_hash, s.id as session_id, s.person_id,
            s.active_role, p.main_role, p.as_role, p.fullname,
            s.created_at <= now()
              and s.expires_at > now()
              and s.created_at > now() - make_interval(hours => ${limits.sessionHours}::int)
              and s.last_seen_at > now() - make_interval(hours => ${limits.sessionIdleHours}::int)
              and p.deleted_at is null
              and (
                s.active_role = p.main_role
                or s.active_role is not distinct from p.as_role
                or p.main_role in ('coordinator', 'student')
              ) as is_live,
            s.last_seen_at < now() - interval '1 minute' as is_stale
            ${withPosition ? positions : empty}
          from sessions s
          join people p on p.id = s.person_id
          where s.token_hash = any(${hashes}::bytea[])
        `,
      );
      const byHash = new Map(rows.map((row) => [row.token_hash, row]));
      return hashes.map((hash) => byHash.get(hash) ?? null);
    },
    { cache: false, maxBatchSize: mostAtOnce, batchScheduleFn: (lookUp) => setImmediate(lookUp) },
  );

/**
 * The person a session token stands for. A session of somebody without screens can only have been planted; it is told
 * apart by the main role and let nowhere.
 */
export async function findSignedIn(
  pool: pg.Pool,
  lookup: SessionLookup,
  tokenHash: string,
): Promise<SignedIn> {
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
  const { timeline, position } = session;
  return {
    person: {
      id: session.person_id,
      role: session.active_role,
      mainRole: session.main_role,
      asRole: session.as_role,
      sessionId: session.session_id,
      fullname: session.fullname,
    },
    position: timeline === undefined || position === undefined ? null : positionOf({ timeline, position }),
  };
}
