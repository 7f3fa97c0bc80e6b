import { none, inputOf, checkedInput } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const privacy: SamplesOf<'privacy'> = {
  'privacy.export_person': inputOf((o) => ({ user_id: o.student })),
  'privacy.erase_person': checkedInput((o) => ({
    user_id: o.student,
    preview: false,
    choices: [{ table: 'notes', column: 'body', row_id: '1', choice: 'remove' }],
  })),
  'privacy.get_consents': inputOf((o) => ({ user_id: o.student })),
  'privacy.save_consent': inputOf((o) => ({
    user_id: o.student,
    purpose: 'photos',
    agreed: true,
    how: 'paper_form',
  })),
  'privacy.save_terms': inputOf((_, { word }) => ({
    kind: 'rules',
    body: `Come on time, ${word}`,
    body_te: '',
    body_hi: '',
    version: 0,
  })),
  'privacy.get_retention': inputOf(() => ({ days: { notes: 400 } })),
  'privacy.save_retention': inputOf(() => ({ days: { notes: 400 } })),
  'privacy.stop_retention': inputOf(() => ({}), {
    extra: async ({ ask }) => {
      await ask('privacy.save_retention', { days: { answers: 400 } }, 'self');
      return none;
    },
  }),
  'privacy.find_mentions': inputOf((o) => ({ user_id: o.student })),
  // Nothing waits for them.
  'privacy.decide_mentions': inputOf(
    (o) => ({
      user_id: o.student,
      choices: [{ table: 'notes', column: 'body', row_id: '1', choice: 'somebody_else' }],
    }),
    { instead: { student: 200 }, mayBeIdle: true },
  ),
};
