import type { settlements } from '@gurukul/contract/settlements';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { journalOf } from './journal.ts';
import { planSettlement, previewOf, saveSettlement } from './plan.ts';
import { readRates, saveRates } from './rates.ts';
import { readSettlements } from './saved.ts';

const success = { status: 200, message: 'success' } as const;

export const settlementsHandlers: Handlers<typeof settlements> = {
  async settlement_preview(file, { db }) {
    return { ...success, data: await previewOf(await planSettlement(db, file)) };
  },

  async save_settlement({ digest, ...file }, { db, person }) {
    await takeTurn(db, 'saving of settlements');
    const plan = await planSettlement(db, file);
    const preview = await previewOf(plan);
    // What was saved before needs no confirmation, so the second of two equal requests ends here.
    const isNew = plan.payouts.some(({ state }) => state === 'new');
    if (isNew && preview.digest !== digest) throw fail('settlement_changed', { preview });
    return { ...success, data: await saveSettlement(db, person.id, file.file_name ?? '', plan) };
  },

  async get_settlements({ page = 1, pageSize = 10 }, { db }) {
    return { ...success, ...(await readSettlements(db, page, pageSize)) };
  },

  async export_journal({ month }, { db }) {
    return journalOf(db, month);
  },

  async get_rates(_input, { db }) {
    return { ...success, data: await readRates(db) };
  },

  async save_rates({ rates, version }, { db }) {
    await saveRates(db, rates, version);
    return success;
  },
};
