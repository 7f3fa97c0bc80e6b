import * as z from 'zod';
import { call } from './shared/call.ts';
import { outcome } from './shared/fields.ts';

const everyone = { admin: 'self', courseadmin: 'self', teacher: 'self' } as const;

export const passkeys = {
  prove: call(
    'POST /passkeys/prove',
    {
      summary:
        'Show that it is still you: the session then makes calls that need a step-up, for some minutes',
      who: everyone,
      sealed: ['password'],
      says: ['failed', 'wrong_password', 'wait_to_try'],
      changes: true,
      additive: true,
    },
    z.object({
      /** The caller's own. Sealed or plain. */
      password: z.string().max(2000),
    }),
    outcome,
  ),
};
