import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const access: SamplesOf<'access'> = {
  'access.decide': inputOf((o) => ({ request_ids: [o.request], decision: 'accepted' })),
  'access.see_alarm': inputOf((o) => ({ alarm_id: o.alarm })),
  'access.get_ways_in': inputOf((o) => ({ uid: o.self })),
  'access.end_way_in': inputOf((o) => ({ uid: o.self, kind: 'known_browser', way_id: '0' }), {
    mayBeIdle: true,
  }),
  'access.suspend': inputOf((o) => ({ user_id: o.teacher })),
  'access.resume': inputOf((o) => ({ user_id: o.teacher }), { mayBeIdle: true }),
  'access.reset_sign_in': inputOf((o) => ({ user_id: o.teacher })),
  'access.take_back_role': inputOf((o) => ({ user_id: o.doubleRole })),
};
