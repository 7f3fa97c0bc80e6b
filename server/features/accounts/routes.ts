import type { accounts } from '@gurukul/contract/accounts';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';
import { endSession, findProfile, findTopBar } from './queries.ts';
import { signIn } from './sign-in.ts';

export const accountsHandlers: Handlers<typeof accounts> = {
  login: signIn,

  async logout(_input, { db, person }) {
    await endSession(db, person.sessionId);
    return { status: 200, message: 'success' };
  },

  async get_user_details({ uid }, { db }) {
    const profile = await findProfile(db, uid);
    if (profile === null) throw fail('not_found');
    return { status: 200, message: 'success', data: [profile] };
  },

  async get_user_profile({ uid }, { db }) {
    const topBar = await findTopBar(db, uid);
    if (topBar === null) throw fail('not_found');
    return { status: 200, message: 'success', data: [topBar] };
  },
};
