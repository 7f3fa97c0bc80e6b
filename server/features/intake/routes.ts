import type { intake } from '@gurukul/contract/intake';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { createKey, listKeys, revokeKey } from './keys.ts';

export const intakeHandlers: Handlers<typeof intake> = {
  async keys(_input, { db }) {
    return { status: 200, message: 'success', data: await listKeys(db) };
  },

  async create_key(input, { db, person, config }) {
    return { status: 200, message: 'success', data: await createKey(db, person, config.secretKey, input) };
  },

  async revoke_key({ id }, { db }) {
    if (!(await revokeKey(db, id))) throw fail('not_found');
    return { status: 200, message: 'success' };
  },
};
