import { inputOf, items } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const mails: SamplesOf<'mails'> = {
  'mails.get_mails': inputOf((o) => ({
    state: 'all',
    kind: 'event_published',
    event_id: o.liveEvent,
    class_id: o.class,
    student_id: o.student,
    from: '2026-01-01',
    to: '',
    search: '',
    page: 1,
    pageSize: 10,
  })),
  'mails.get_unsent': inputOf((o) => ({ student_id: o.student })),
  'mails.retry_mails': inputOf((o) => ({ mail_ids: [o.mail] })),
  'mails.bounced': inputOf((o) =>
    items({
      address: o.email,
      message_id: '',
      kind: 'hard',
      status: '5.1.1',
      reason: '550 5.1.1 No such user',
    }),
  ),
  'mails.get_marked': inputOf((o) => ({ user_id: o.student })),
  'mails.try_address': inputOf((o) => ({ user_id: o.student, address: o.email }), { mayBeIdle: true }),
  'mails.kept_mail': inputOf((o) => ({ mail_id: o.mail })),
  'mails.preview_mail': inputOf((o) => ({ kind: 'event_published', event_id: o.liveEvent })),
};
