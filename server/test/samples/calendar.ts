import { none, inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const calendar: SamplesOf<'calendar'> = {
  'calendar.revoke_feed': inputOf(() => ({}), {
    async extra({ ask }) {
      await ask('calendar.create_feed', {}, 'self');
      return none;
    },
  }),
};
