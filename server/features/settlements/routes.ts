import type { settlements } from '@gurukul/contract/settlements';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { checked } from '#server/http/requests/checked.ts';
import { journalOf } from './journal.ts';
import { planSettlement, previewOf, saveSettlement } from './plan.ts';
import { readSettlements } from './saved.ts';

const success = { status: 200, message: 'success' } as const;

export const settlementsHandlers: Handlers<typeof settlements> = {
  async settlement_preview(file, { db }) {
    return { ...success, data: await previewOf(await planSettlement(db, file)) };
  },

  async save_settlement({ digest, ...file }, { db, person }) {
    const data = await checked({
      turn: () => takeTurn(db, 'saving of settlements'),
      async plan() {
        const plan = await planSettlement(db, file);
        return { plan, preview: await previewOf(plan) };
      },
      preview: ({ preview }) => preview,
      seen: digest,
      needsNone: ({ plan }) => plan.payouts.every(({ state }) => state !== 'new'),
      carryOut: ({ plan }) => saveSettlement(db, person.id, file.file_name ?? '', plan),
    });
    return { ...success, data };
  },

  async get_settlements({ page = 1, pageSize = 10 }, { db }) {
    return { ...success, ...(await readSettlements(db, page, pageSize)) };
  },

  async export_journal({ month }, { db }) {
    return journalOf(db, month);
  },
};
