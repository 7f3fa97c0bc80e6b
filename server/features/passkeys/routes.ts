import type { passkeys } from '@gurukul/contract/passkeys';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { refused } from '#server/http/problem.ts';
import { proveOwnPassword } from '../accounts/own-password.ts';

const proveSession = (db: Db, sessionId: number) =>
  run(db, sql`update sessions set proved_at = now() where id = ${sessionId}`);

export const passkeysHandlers: Handlers<typeof passkeys> = {
  async prove({ password }, ctx) {
    const proof = await proveOwnPassword(ctx, password, 'wrong_password');
    if ('refusal' in proof) return refused(proof.refusal);
    await proveSession(ctx.db, ctx.person.sessionId);
    return { status: 200, message: 'success' };
  },
};
