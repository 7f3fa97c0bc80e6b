import { nothing } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { dayFromToday } from '#server/test/small-school.ts';
import { inputOf, checkedInput, paged } from './sample.ts';
import type { SampleTools, Asker, Sample, SamplesOf } from './sample.ts';

const money = { ...paged, status: '', from: '', to: '', course_id: '', sort: '-created_at' };

/** Paid in cash by a guardian, for two courses. */
const byHand = (o: Objects, word: string) => ({
  kind: 'fee',
  student_id: o.student,
  course_id: o.course,
  shares: [
    { user_id: o.student, course_id: o.course, amount: '700' },
    { user_id: o.student, course_id: o.secondCourse, amount: '300.50' },
  ],
  amount: '1000.50',
  currency: 'INR',
  method: 'cash',
  paid_at: dayFromToday(-1),
  full_name: `Payer ${word}`,
  email_id: 'payer@office.test',
  phone_number: '9876543210',
  note: 'At the desk',
  campaign: '',
  knowing: true,
});

const cash = (o: Objects, word: string) => ({
  ...byHand(o, word),
  shares: null,
  reference: `Desk ${word}`,
  again: false,
});

/** Payments that a hand wrote down; `then` makes what the call needs of one. */
const ofCash =
  (
    then: (ask: SampleTools['ask'], id: number, by: Asker) => Promise<number> = async (_, id) => id,
  ): Sample['extra'] =>
  async ({ ask, word }, { own, far }) => {
    const made = async (o: Objects, by: Asker) =>
      then(ask, (await ask('payments.record_payment', cash(o, `${word} ${by}`), by)).body.data.id, by);
    return { own: await made(own, 'self'), far: await made(far, 'stranger'), missing: nothing };
  };

const undecidedOf = (o: Objects) => ({
  of: 'payments',
  ids: [o.payment],
  filter: {
    course_id: o.course,
    student_id: o.student,
    course_type: '',
    region: '',
    kind: 'fee',
    search: '',
    status: '',
    from: '',
    to: '',
    campaign: '',
  },
  currency: 'INR',
});

const { page: _page, pageSize: _pageSize, course_id: _course, ...narrowed } = money;

const exported = { ...narrowed, format: 'csv' };

const back = (word: string) => ({
  amount: '10.50',
  kind: 'refund',
  reason: 'Left before the first class',
  refunded_at: dayFromToday(-1),
  reference: `Back ${word}`,
});

export const payments: SamplesOf<'payments'> = {
  'payments.get_payment_details_course_admin': inputOf(
    (o) => ({ ...money, uid: o.courseadmin, course_id: o.course, student_id: o.student }),
    {
      instead: { course: 200, student: 200 },
    },
  ),
  'payments.get_payment_details': inputOf((o) => ({ ...money, student_id: o.student }), {
    instead: { student: 200 },
  }),
  'payments.get_ticket_payment_details': inputOf(() => ({ ...money, course_type: '' })),
  'payments.get_single_payment': inputOf((o) => ({ id: o.payment })),
  'payments.propose_payment': inputOf((o) => ({ student_id: o.student })),
  'payments.record_payment': inputOf((o, { word }) => ({
    ...byHand(o, word),
    reference: `UPI ${word}`,
    again: false,
  })),
  'payments.correct_payment': inputOf(
    (o, { word, extra: id }) => ({ ...byHand(o, word), id, reason: 'The amount was wrong' }),
    {
      async extra({ ask, word }, { own, far }) {
        const { body } = await ask('payments.record_payment', cash(own, word), 'self');
        return { own: body.data.id, far: far.payment, missing: nothing };
      },
    },
  ),
  'payments.void_payment': inputOf((o) => ({ id: o.payment, reason: 'Written down twice' })),
  'payments.refund_payment': inputOf((_, { word, extra: id }) => ({ ...back(word), id, share_id: null }), {
    extra: ofCash(),
  }),
  'payments.reverse_refund': inputOf((_, { extra: refund_id }) => ({ refund_id }), {
    extra: ofCash(async (ask, id, by) => {
      const { body } = await ask('payments.refund_payment', { ...back(`reversed ${id}`), id }, by);
      return body.data.refund_id;
    }),
  }),
  'payments.preview_currency': inputOf(undecidedOf, {
    instead: { all: 200, payment: 200, course: 200, student: 200 },
  }),
  'payments.set_currency': checkedInput(undecidedOf, {
    instead: { all: 409, payment: 409, course: 409, student: 409 },
  }),
  'payments.export_payments': inputOf((o) => ({ ...exported, course_id: o.course, student_id: o.student }), {
    instead: { all: 200, course: 200, student: 200 },
  }),
  'payments.export_tickets': inputOf(() => ({ ...exported, course_type: '' })),
};
