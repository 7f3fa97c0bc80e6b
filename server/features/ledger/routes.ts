import type { ledger } from '@gurukul/contract/ledger';
import type { Handlers } from '#server/http/handlers.ts';
import { scope } from '#server/http/identity/scope.ts';
import { addCharges } from './charge.ts';
import { passCredit } from './credit.ts';
import { exportOwing } from './export.ts';
import { listOwing, readCourseMoney, sumOwing } from './owing.ts';
import { readLedgers } from './read.ts';
import { remindOwing } from './remind.ts';
import { cancelCharge, cancelWaiver, waive } from './waive.ts';

const success = { status: 200, message: 'success' } as const;

export const ledgerHandlers: Handlers<typeof ledger> = {
  async get_ledger({ user_id }, { db, person }) {
    return { ...success, data: await readLedgers(db, person, user_id) };
  },

  async add_charges(charging, ctx) {
    return { ...success, data: await addCharges(ctx, charging) };
  },

  async cancel_charge({ charge_id, reason }, ctx) {
    await cancelCharge(ctx, charge_id, reason);
    return success;
  },

  async waive(waiving, ctx) {
    return { ...success, data: await waive(ctx, waiving) };
  },

  async cancel_waiver({ waiver_id }, ctx) {
    await cancelWaiver(ctx, waiver_id);
    return success;
  },

  async use_credit(use, ctx) {
    await passCredit(ctx, use);
    return success;
  },

  async get_owing({ page, pageSize, ...filter }, { db, person }) {
    const [data, sums] = await Promise.all([
      listOwing(db, person, filter, { page, pageSize }),
      sumOwing(db, person, filter),
    ]);
    return { ...success, data, ...sums };
  },

  async export_owing({ format, ...filter }, { db, person }) {
    return exportOwing(db, person, filter, format);
  },

  async remind_owing(asked, ctx) {
    return { ...success, data: await remindOwing(ctx, asked) };
  },

  async get_course_money({ course_id }, { db, person }) {
    const { id } = await scope(db, person).course(course_id);
    return { ...success, data: await readCourseMoney(db, id) };
  },
};
