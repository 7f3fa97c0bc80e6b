import { demoPassword } from '#server/test/app.ts';
import { nothing } from '#server/test/planted-school.ts';
import { none, inputOf } from './sample.ts';
import type { Sample, SamplesOf } from './sample.ts';

/** A passkey of the caller, and one of a stranger. */
const onePasskey: NonNullable<Sample['extra']> = async ({ passkey }) => ({
  own: await passkey('self'),
  far: await passkey('stranger'),
  missing: nothing,
});

const guess = { isGuess: true, mayBeIdle: true } as const;

const ownPasskey = { extra: onePasskey, isPrivate: true } as const;

const anyCredential = { id: 'x', rawId: 'x', type: 'public-key' } as const;

const usedPasskey = {
  ...anyCredential,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x', userHandle: 'x' },
};

const madePasskey = {
  ...anyCredential,
  response: { clientDataJSON: 'x', attestationObject: 'x', transports: ['internal'] },
};

export const passkeys: SamplesOf<'passkeys'> = {
  'passkeys.add_passkey': inputOf(() => ({ name: 'Phone', passkey: madePasskey }), guess),
  'passkeys.rename_passkey': inputOf((_, { extra }) => ({ passkey_id: extra, name: 'Laptop' }), ownPasskey),
  'passkeys.delete_passkey': inputOf((_, { extra }) => ({ passkey_id: extra }), ownPasskey),
  'passkeys.confirm_code_app': inputOf(() => ({ code: '000000' }), guess),
  'passkeys.remove_code_app': inputOf(() => ({}), { mayBeIdle: true }),
  'passkeys.new_recovery_codes': inputOf(() => ({}), {
    async extra({ passkey }) {
      await passkey('self');
      return none;
    },
  }),
  'passkeys.prove': inputOf(() => ({ password: demoPassword, code: '000000', passkey: usedPasskey }), {
    mayBeIdle: true,
  }),
  'passkeys.sign_in': inputOf(() => ({ flag: '', passkey: usedPasskey })),
  'passkeys.second_factor': inputOf(() => ({ challenge: 'x', code: '000000', passkey: usedPasskey })),
  'passkeys.reset_factors': inputOf((o) => ({ uid: o.teacher }), { mayBeIdle: true }),
};
