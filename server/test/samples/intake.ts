import { demoPassword } from '#server/test/app.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { none, inputOf, student, payersPhone, uploaded, items } from './sample.ts';
import type { Sample, SamplesOf } from './sample.ts';

const newPayment = (o: Objects, word: string) => ({
  payment_id: `in-${word}`,
  course_id: o.course,
  course_name: o.courseName,
  full_name: 'Asha Rao',
  email_id: o.email,
  phone_number: payersPhone,
  amount: '1250.00',
  currency: 'INR',
  kind: 'fee',
  status: 'success',
  paid_at: '2026-01-15T10:00:00Z',
});

const newRefund = (word: string) => ({
  refund_id: `back-${word}`,
  payment_id: `in-${word}`,
  amount: '10.00',
  currency: 'INR',
  kind: 'refund',
  state: 'done',
  reason: 'Asked for',
  refunded_at: '2026-01-16T10:00:00Z',
});

/** A payment that a key handed in. */
const paid =
  (kind: string): NonNullable<Sample['extra']> =>
  async ({ ask, word }, { own }) => {
    await ask('intake.payments', items(newPayment(own, `${kind}${word}`)), 'self');
    return none;
  };

const pdf = Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

export const intake: SamplesOf<'intake'> = {
  'intake.create_key': inputOf((_, { word }) => ({
    name: `Key ${word}`,
    scopes: ['students'],
    networks: ['10.0.0.0/8'],
    password: demoPassword,
  })),
  'intake.limit_key': inputOf((o) => ({
    id: o.key,
    networks: ['10.0.0.0/8'],
    expires_at: '2090-01-31T00:00:00Z',
  })),
  'intake.rotate_key': inputOf((o) => ({ id: o.key, overlap_hours: 24 })),
  'intake.key_days': inputOf((o) => ({ id: o.key })),
  'intake.revoke_key': inputOf((o) => ({ id: o.key })),
  'intake.students': inputOf((o, { word }) => items({ ...student(o, word), course_id: o.course })),
  'intake.payments': inputOf((o, { word }) => items(newPayment(o, word))),
  'intake.signed_payments': inputOf((o, { word, me }) => ({
    key_id: me,
    ...items(newPayment(o, `signed-${word}`)),
  })),
  'intake.refunds': inputOf((_, { word }) => items(newRefund(word)), { extra: paid('') }),
  'intake.signed_refunds': inputOf(
    (_, { word, me }) => ({ key_id: me, ...items(newRefund(`signed-${word}`)) }),
    { extra: paid('signed-') },
  ),
  'intake.tickets': inputOf((_, { word }) =>
    items({
      payment_id: `ticket-${word}`,
      name: 'Asha',
      email: 'asha@office.test',
      phone: '9876543210',
      course_type: 'Festival',
      registration_code: 'F1',
      adult: 1,
      child: 0,
      amount: '100.00',
      currency: 'INR',
      status: 'success',
      paid_at: '2026-01-15T10:00:00Z',
    }),
  ),
  'intake.registrations': inputOf((o) => items({ event_id: o.liveEvent, email_id: o.email })),
  'intake.homework': inputOf(
    (o, { extra: file_id }) =>
      items({
        file_id,
        email_id: o.email,
        course_id: o.course,
        course_name: o.courseName,
        week_name: 'Week 1',
      }),
    {
      async extra(tools, objects) {
        const begun = await uploaded('intake.begin_file', { name: 'h.pdf' }, pdf)(tools, objects);
        await tools.ask('intake.finish_file', { file_id: begun.own }, 'self');
        await tools.ask('intake.finish_file', { file_id: begun.far }, 'stranger');
        return begun;
      },
      instead: { extra: 200 },
    },
  ),
  'intake.enquiries': inputOf((o, { word }) =>
    items({
      enquiry_id: word,
      course_type_id: o.queryType,
      query_type: 'Fees',
      name: 'Asha',
      email_id: 'asha@office.test',
      phone_number: '9876543210',
      message: 'When does it begin?\nThank you.',
    }),
  ),
  'intake.begin_file': inputOf(() => ({ name: 'h.pdf', size: pdf.length })),
  'intake.finish_file': inputOf((_, { extra: file_id }) => ({ file_id }), {
    extra: uploaded('intake.begin_file', { name: 'h.pdf' }, pdf),
  }),
};
