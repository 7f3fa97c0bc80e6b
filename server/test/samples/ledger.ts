import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, checkedInput } from './sample.ts';
import type { SamplesOf } from './sample.ts';

const charging = (o: Objects) => ({
  course_id: o.course,
  class_id: o.class,
  user_ids: [o.guest],
  currency: 'INR',
  parts: [{ due_on: '2036-01-01', amount: '100.00' }],
  knowing: true,
});

const owing = (o: Objects) => ({
  show: 'open',
  course_id: o.secondCourse,
  user_id: o.student,
  overdue: 1,
  currency: 'INR',
  search: '',
});

const reminding = (o: Objects) => ({ filter: { ...owing(o), class_id: '' }, user_ids: [o.student] });

export const ledger: SamplesOf<'ledger'> = {
  'ledger.get_ledger': inputOf((o) => ({ user_id: o.student })),
  'ledger.add_charges': checkedInput(charging),
  'ledger.cancel_charge': inputOf((o) => ({ charge_id: o.charge, reason: 'By mistake' })),
  'ledger.waive': inputOf((o) => ({
    user_id: o.student,
    course_id: o.secondCourse,
    currency: 'INR',
    amount: '10.00',
    reason: 'sponsored',
    sponsor: 'Annadata fund',
    note: 'For this year',
  })),
  'ledger.cancel_waiver': inputOf((o) => ({ waiver_id: o.waiver })),
  'ledger.use_credit': inputOf((o) => ({
    user_id: o.student,
    course_id: o.course,
    currency: 'INR',
    to: { user_id: o.student, course_id: o.secondCourse },
    amount: '50.00',
  })),
  'ledger.get_owing': inputOf(
    (o) => ({ ...owing(o), class_id: o.class, sort: '-open', page: 1, pageSize: 10 }),
    {
      instead: { all: 200, student: 200, secondCourse: 200, class: 200 },
    },
  ),
  'ledger.export_owing': inputOf((o) => ({ ...owing(o), class_id: o.class, sort: '-open', format: 'csv' }), {
    instead: { all: 200, student: 200, secondCourse: 200, class: 200 },
  }),
  'ledger.remind_owing': checkedInput(reminding, {
    instead: { all: 409, student: 409, secondCourse: 409 },
  }),
  'ledger.get_course_money': inputOf((o) => ({ course_id: o.course })),
};
