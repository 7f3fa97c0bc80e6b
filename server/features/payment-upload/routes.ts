import type { paymentUpload } from '@gurukul/contract/payment-upload';
import { takeTurn } from '#server/db/turns.ts';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { importDoor } from '../imports/door.ts';
import { planFile, previewFile, savePlan } from './files.ts';
import type { PaymentFile } from './files.ts';
import { countPayments, digestOfPlan, moneySaved } from './preview.ts';
import { uploadPayments } from './upload.ts';
import { listPaymentUploads, undoPayments } from './undo.ts';

const door = importDoor({
  turn: 'import of payments',
  plan: ({ db, person }: Ctx, file: PaymentFile, toSave) => planFile(db, person, file, { toSave }),
  preview: (plan, { db, person }, file) => previewFile(db, person, file, plan),
  digest: ({ base }) => digestOfPlan(base),
  isNothing({ rows }) {
    const { created, updated } = countPayments(rows);
    return created + updated === 0;
  },
  save: async ({ rows }, ctx, file) => ({
    import_id: await savePlan(ctx, file, rows),
    totals: countPayments(rows),
    money: await moneySaved(rows),
  }),
});

export const paymentUploadHandlers: Handlers<typeof paymentUpload> = {
  payments_preview: door.preview,
  payments: door.save,

  async excel_payment_details_upload(rows, ctx) {
    return { status: 200, message: 'success', ...(await uploadPayments(ctx, rows)) };
  },

  async payments_list(_input, { db, person }) {
    return { status: 200, message: 'success', data: await listPaymentUploads(db, person) };
  },

  async payments_undo({ import_id }, ctx) {
    await takeTurn(ctx.db, 'import of payments');
    const { removed, restored } = await undoPayments(ctx, import_id);
    return { status: 200, message: 'success', data: { removed, restored } };
  },
};
