import type { Objects } from '#server/test/planted-school.ts';
import { checkedInput, inputOf } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const chosen = (o: Objects) => ({ placings: [{ enrolment_id: o.unplaced, class_id: o.class }] });
const wish = { zone: 'Asia/Kolkata', hours: [8, 9], languages: ['Hindi'] };

export const placing: SamplesOf<'placing'> = {
  'placing.get_proposals': inputOf((o) => ({ course_id: o.course }), { instead: { course: 200 } }),
  'placing.preview_place': inputOf(chosen, { instead: { all: 200, unplaced: 200, class: 200 } }),
  'placing.place': checkedInput((o) => ({ ...chosen(o), send_mail: true }), {
    instead: { all: 409, unplaced: 409, class: 409 },
  }),
  'placing.get_wishes': inputOf((o) => ({ id: o.student })),
  'placing.save_wish': inputOf((o) => ({ user_id: o.student, course_id: o.course, ...wish })),
};
