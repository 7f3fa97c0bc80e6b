import { sealedPrefix } from '@gurukul/contract/accounts';
import type { accounts } from '@gurukul/contract/accounts';
import type { Handlers } from '../../http/handlers.ts';
import { changePassword } from './change-password.ts';
import { emailChangeHandlers } from './email-changes.ts';
import { heldRoleHandlers } from './held-roles.ts';
import { inviteHandlers } from './invites.ts';
import { openSessionHandlers } from './open-sessions.ts';
import { profileHandlers } from './profile.ts';
import { endSession } from './queries.ts';
import { resetHandlers } from './reset.ts';
import { roleReachHandlers } from './role-reach.ts';
import { sendResetLink } from './send-link.ts';
import { forgetBrowser, signIn } from './sign-in.ts';

export const accountsHandlers: Handlers<typeof accounts> = {
  login: signIn,

  async logout(_input, { db, person }) {
    const url = (await endSession(db, person.sessionId))?.sign_out_url ?? null;
    return { status: 200, message: 'success', ...(url === null ? {} : { sign_out_url: url }) };
  },

  async forget_browser(_input, ctx) {
    await forgetBrowser(ctx.db, ctx);
    return { status: 200, message: 'success' };
  },

  async sealing_key(_input, { sealing }) {
    return {
      status: 200,
      message: 'success',
      algorithm: 'RSA-OAEP-256',
      public_key: await sealing.publicKey(),
      prefix: sealedPrefix,
    };
  },

  change_password: changePassword,
  send_reset_link: sendResetLink,
  ...inviteHandlers,
  ...emailChangeHandlers,
  ...openSessionHandlers,
  ...resetHandlers,
  ...heldRoleHandlers,
  ...profileHandlers,
  ...roleReachHandlers,
};
