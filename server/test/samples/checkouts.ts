import { none, inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const service = (word: string) => ({
  service: 'stripe' as const,
  key_id: '',
  secret: 'sk_test_a_secret',
  webhook_secret: `whsec_${word.length}`,
  is_on: true,
  currencies: ['INR'],
});

export const checkouts: SamplesOf<'checkouts'> = {
  'checkouts.save_pay_service': inputOf((_, { word }) => service(word)),
  'checkouts.drop_pay_service': inputOf(() => ({ service: 'stripe' as const }), {
    extra: async ({ ask, word }) => {
      await ask('checkouts.save_pay_service', service(word), 'self');
      return none;
    },
  }),
};
