import { mondayIn } from '#server/test/planted-school.ts';
import { none, inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const calendar: SamplesOf<'calendar'> = {
  'calendar.get_calendar': inputOf(() => ({ from: mondayIn(0), to: mondayIn(1) })),
  'calendar.revoke_feed': inputOf(() => ({}), {
    async extra({ ask }) {
      await ask('calendar.create_feed', {}, 'self');
      return none;
    },
  }),
};
