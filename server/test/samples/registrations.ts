import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const registrations: SamplesOf<'registrations'> = {
  'registrations.get_registrations': inputOf((o) => ({ course_id: o.course, page: 1, pageSize: 100 }), {
    instead: { course: 200 },
  }),
  'registrations.decide': inputOf((o) => ({
    registration_ids: [o.registered],
    decision: 'place',
    class_id: o.class,
    send_mail: true,
  })),
};
