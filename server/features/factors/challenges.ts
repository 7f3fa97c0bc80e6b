import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { bool, bytes, int, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { maybeOne, run } from '#server/db/rows.ts';
import { readCookie, writeCookie } from '#server/http/identity/cookies.ts';
import { hashSecret } from '#server/secrets.ts';

export const challengeMinutes = 5;

/** How often a challenge may be tried. A code may be mistyped; a passkey is not. */
const mostTries = { add: 1, sign_in: 1, prove: 1, second: 5 } as const;
export type Purpose = keyof typeof mostTries;

/**
 * A challenge belongs to the browser that asked for it, by a cookie of its own. Anybody gets this cookie, so it counts
 * nowhere else. A browser that has one keeps it: two tabs may answer a challenge each.
 */
const cookieName = 'ch';
const cookiePattern = /^[\w-]{43}$/;

interface Here {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function browserOf(request: FastifyRequest): string | null {
  const cookie = readCookie(request, cookieName);
  return cookie !== null && cookiePattern.test(cookie) ? cookie : null;
}

interface NewChallenge {
  readonly purpose: Purpose;
  readonly personId: number | null;
  /** What the first step of a sign-in leaves for the second. */
  readonly step?: {
    readonly flag: string;
    readonly remembers: boolean;
    readonly provedHash: Buffer;
    readonly signOutUrl: string | null;
  };
}

/** Makes a challenge for this browser and returns it. The database has its hash. */
export async function beginChallenge(
  db: Db,
  { request, reply }: Here,
  { purpose, personId, step }: NewChallenge,
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const browser = browserOf(request) ?? randomBytes(32).toString('base64url');
  writeCookie(request, reply, cookieName, browser, challengeMinutes * 60);
  await run(
    db,
    sql`
      insert into factor_challenges
        (challenge_hash, purpose, browser_hash, person_id, flag, remembers, proved_hash, sign_out_url, expires_at)
      values (${hashSecret(challenge)}, ${purpose}, ${hashSecret(browser)}, ${personId}, ${step?.flag ?? ''},
        ${step?.remembers ?? false}, ${step?.provedHash ?? null}, ${step?.signOutUrl ?? null},
        now() + make_interval(mins => ${challengeMinutes}::int))
    `,
  );
  return challenge;
}

const challengeRow = row({
  person_id: int.nullable(),
  flag: text,
  remembers: bool,
  proved_hash: bytes.nullable(),
  sign_out_url: text.nullable(),
});
export type Challenge = RowOf<typeof challengeRow>;

/**
 * Takes one try of a challenge; null when it has none left, is over, or belongs to another browser or purpose. The try
 * counts at once, also when what follows fails.
 */
export async function tryChallenge(
  pool: Db,
  { request }: Pick<Here, 'request'>,
  purpose: Purpose,
  challenge: string,
): Promise<Challenge | null> {
  const browser = browserOf(request);
  if (browser === null) return null;
  return maybeOne(
    pool,
    challengeRow,
    sql`
      update factor_challenges
      set tries = tries + 1
      where challenge_hash = ${hashSecret(challenge)}
        and purpose = ${purpose}
        and browser_hash = ${hashSecret(browser)}
        and tries < ${mostTries[purpose]}
        and expires_at > now()
      returning person_id, flag, remembers, proved_hash, sign_out_url
    `,
  );
}

/** Ends a challenge that was answered. Returns false when it was ended before. */
export const endChallenge = async (tx: Db, challenge: string): Promise<boolean> =>
  (await run(tx, sql`delete from factor_challenges where challenge_hash = ${hashSecret(challenge)}`)) === 1;
