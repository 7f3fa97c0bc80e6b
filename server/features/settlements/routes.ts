import type { settlements } from '@gurukul/contract/settlements';
import type { Handlers } from '#server/http/handlers.ts';
import { importDoor } from '../imports/door.ts';
import { journalOf } from './journal.ts';
import { planSettlement, previewOf, saveSettlement } from './plan.ts';
import { readSettlements } from './saved.ts';

const door = importDoor({
  turn: 'saving of settlements',
  plan: planSettlement,
  preview: previewOf,
  isNothing: ({ payouts }) => payouts.every(({ state }) => state !== 'new'),
  save: saveSettlement,
});

export const settlementsHandlers: Handlers<typeof settlements> = {
  settlement_preview: door.preview,
  save_settlement: door.save,

  async get_settlements({ page = 1, pageSize = 10 }, { db }) {
    return { status: 200, message: 'success', ...(await readSettlements(db, page, pageSize)) };
  },

  async export_journal({ month }, { db }) {
    return journalOf(db, month);
  },
};
