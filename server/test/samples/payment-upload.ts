import { nothing } from '#server/test/planted-school.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, checkedInput, nameIn, payersPhone, told, sheet } from './sample.ts';
import type { Asker, SamplesOf } from './sample.ts';

const paymentOf = (o: Objects, word: string) => ({
  // The student's own: another name is asked about.
  full_name: nameIn(o.email),
  course_name: o.courseName,
  payment_id: `pay-${word}`,
  created_at: '2026-01-15',
  amount: '1250',
  status: 'success',
  phone_number: payersPhone,
  email_id: o.email,
  currency: 'INR',
});

const paymentRow = (o: Objects, word: string) => ({ row: 2, ...paymentOf(o, word) });

export const paymentUpload: SamplesOf<'paymentUpload'> = {
  'paymentUpload.excel_payment_details_upload': inputOf((o, { word }) => [paymentOf(o, `sheet-${word}`)], {
    free: ['email'],
    instead: { email: 200 },
  }),
  'paymentUpload.payments_preview': inputOf(
    (o, { word }) => ({
      ...sheet(paymentRow(o, `seen-${word}`)),
      date_order: 'day_first',
      course_id: o.course,
      resolutions: [{ row: 2, student_id: o.student }],
    }),
    { instead: { ...told, all: 404, student: 200 } },
  ),
  'paymentUpload.payments': checkedInput(
    (o, { word }) => ({ ...sheet(paymentRow(o, word)), confirm: true }),
    { free: ['email'], instead: { ...told, email: 409 } },
  ),
  'paymentUpload.payments_undo': inputOf((_, { extra: import_id }) => ({ import_id }), {
    async extra({ ask, word }, { own, far }) {
      const uploadOf = async (o: Objects, by: Asker) => {
        const given = sheet(paymentRow(o, `undone-${word}-${by}`));
        const { digest } = (await ask('paymentUpload.payments_preview', given, by)).body.data;
        const { body } = await ask('paymentUpload.payments', { ...given, confirm: true, digest }, by);
        return body.data.import_id;
      };
      return { own: await uploadOf(own, 'self'), far: await uploadOf(far, 'stranger'), missing: nothing };
    },
  }),
};
