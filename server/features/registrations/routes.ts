import type { registrations } from '@gurukul/contract/registrations';
import type { Handlers } from '#server/http/handlers.ts';
import { decide } from './decide.ts';
import { listOpen } from './queries.ts';

const success = { status: 200, message: 'success' } as const;

export const registrationsHandlers: Handlers<typeof registrations> = {
  get_registrations: async ({ course_id, page, pageSize }, { db, person }) => ({
    ...success,
    ...(await listOpen(db, person, course_id ?? null, { page, pageSize })),
  }),

  async decide(wanted, ctx) {
    await decide(ctx, wanted);
    return success;
  },
};
