import { mostUnplaced } from '@gurukul/contract/placing';
import type { placing } from '@gurukul/contract/placing';
import type { Handlers } from '#server/http/handlers.ts';
import { place, planPlacing } from './place.ts';
import { listProposals } from './plan.ts';
import { readWishes, saveWish } from './wishes.ts';

const success = { status: 200, message: 'success' } as const;

export const placingHandlers: Handlers<typeof placing> = {
  async get_proposals({ course_id }, { db, person }) {
    const { data, groups } = await listProposals(db, person, course_id ?? null, new Date());
    return { ...success, data: data.slice(0, mostUnplaced), groups, total_count: data.length };
  },

  preview_place: async ({ placings }, { db, person }) => ({
    ...success,
    data: await planPlacing(db, person, placings),
  }),

  place: async (wanted, ctx) => ({ ...success, data: await place(ctx, wanted) }),

  get_wishes: async ({ id }, { db, person }) => ({ ...success, data: await readWishes(db, person, id) }),

  async save_wish(given, { db, person }) {
    await saveWish(db, person, given);
    return success;
  },
};
