import type { paymentUpload } from '@gurukul/contract/payment-upload';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { planFile, previewFile, savePlan } from './files.ts';
import { countPayments, digestOf, moneySaved } from './preview.ts';
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
    await takeTurn(db, 'import of payments');
    const plan = await planFile(db, person, file, { toSave: true });
    const totals = countPayments(plan.rows);
    // A file that saves nothing needs no confirmation, so the second of two equal uploads ends here.
    if (totals.created + totals.updated > 0 && (await digestOf(plan.base)) !== file.digest) {
      throw fail('preview_changed', { preview: await previewFile(db, person, file, plan) });
    }
    const import_id = await savePlan(db, person, file, plan.rows);
    return {
      status: 200,
      message: 'success',
      data: { import_id, totals, money: await moneySaved(plan.rows) },
    };
  },

  async payments_list(_input, { db, person }) {
    return { status: 200, message: 'success', data: await listPaymentUploads(db, person) };
  },

  async payments_undo({ import_id }, { db, person }) {
    await takeTurn(db, 'import of payments');
    return { status: 200, message: 'success', data: await undoPayments(db, person, import_id) };
  },
};
