import { inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

export const myPage: SamplesOf<'myPage'> = {
  'myPage.get_links': inputOf((o) => ({ student_id: o.student })),
  'myPage.give_link': inputOf((o) => ({ student_id: o.student, mailbox: o.email, send: true })),
  'myPage.revoke_link': inputOf((o) => ({ student_id: o.student, mailbox: o.email })),
  'myPage.decide_correction': inputOf((o) => ({ correction_id: o.correction, take: true })),
  'myPage.get_answers': inputOf((o) => ({ student_id: o.student })),
  'myPage.see_answers': inputOf((o) => ({ answer_ids: [o.answer] }), { mayBeIdle: true }),
};
