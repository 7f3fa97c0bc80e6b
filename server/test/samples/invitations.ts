import { nothing } from '#server/test/planted-school.ts';
import { inputOf, newAddress } from './sample.ts';
import type { Asker, Sample, SamplesOf } from './sample.ts';

/** Somebody whom the caller has invited, and somebody whom a stranger has. */
const waitingPerson: NonNullable<Sample['extra']> = async ({ ask, word }) => {
  const invite = async (by: Asker): Promise<number> => {
    const email_id = newAddress(`${word}.${by}`);
    await ask('accounts.invite', { email_id, role: 'teacher' }, by);
    const { body } = await ask('invitations.get_invitations', {}, by);
    return body.data.find((each: { email_id: string }) => each.email_id === email_id).user_id;
  };
  return { own: await invite('self'), far: await invite('stranger'), missing: nothing };
};

export const invitations: SamplesOf<'invitations'> = {
  'invitations.resend_invitation': inputOf((_, { extra: uid }) => ({ uid }), { extra: waitingPerson }),
  'invitations.revoke_invitation': inputOf((_, { extra: uid }) => ({ uid }), { extra: waitingPerson }),
};
