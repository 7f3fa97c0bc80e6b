import type { paymentUpload } from '@gurukul/contract/payment-upload';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { checked } from '#server/http/requests/checked.ts';
import { planFile, previewFile, savePlan } from './files.ts';
import { countPayments, digestOfPlan, moneySaved } from './preview.ts';
import { uploadPayments } from './upload.ts';
import { listPaymentUploads, undoPayments } from './undo.ts';

export const paymentUploadHandlers: Handlers<typeof paymentUpload> = {
  async excel_payment_details_upload(rows, { db, person }) {
    return { status: 200, message: 'success', ...(await uploadPayments(db, person, rows)) };
  },

  async payments_preview(file, { db, person }) {
    const data = await previewFile(db, person, file, await planFile(db, person, file));
    return { status: 200, message: 'success', data };
  },

  async payments(file, { db, person }) {
    const data = await checked({
      turn: () => takeTurn(db, 'import of payments'),
      plan: () => planFile(db, person, file, { toSave: true }),
      preview: (plan) => previewFile(db, person, file, plan),
      digest: ({ base }) => digestOfPlan(base),
      seen: file.digest,
      needsNone({ rows }) {
        const { created, updated } = countPayments(rows);
        return created + updated === 0;
      },
      carryOut: async ({ rows }) => ({
        import_id: await savePlan(db, person, file, rows),
        totals: countPayments(rows),
        money: await moneySaved(rows),
      }),
    });
    return { status: 200, message: 'success', data };
  },

  async payments_list(_input, { db, person }) {
    return { status: 200, message: 'success', data: await listPaymentUploads(db, person) };
  },

  async payments_undo({ import_id }, { db, person }) {
    await takeTurn(db, 'import of payments');
    return { status: 200, message: 'success', data: await undoPayments(db, person, import_id) };
  },
};
