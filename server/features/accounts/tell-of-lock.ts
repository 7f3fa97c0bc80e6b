import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { enqueueOrPretend } from './mail-or-pretence.ts';

/** Tells the owner that somebody guesses at the password; for an unknown address the same work is done, and undone. */
export const tellOfLock = (tx: Db, mail: Mailer, emailId: string | null): Promise<void> =>
  enqueueOrPretend(tx, mail, emailId, (to) => ({
    kind: 'sign_in_blocked',
    to,
    dedupeKey: `sign_in_blocked:${randomUUID()}`,
    data: {},
  }));
