import type { bring } from '@gurukul/contract/bring';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { checked } from '#server/http/requests/checked.ts';
import { nothing, planBring, previewOf } from './plan.ts';
import { savePlan } from './save.ts';

export const bringHandlers: Handlers<typeof bring> = {
  async bring_preview(input, ctx) {
    return { status: 200, message: 'success', data: await previewOf(await planBring(ctx, input)) };
  },

  async bring_files({ digest, ...input }, ctx) {
    return checked({
      turn: () => takeTurn(ctx.db, 'import of students'),
      async plan() {
        const plan = await planBring(ctx, input);
        return { plan, preview: await previewOf(plan) };
      },
      preview: ({ preview }) => preview,
      seen: digest,
      needsNone: ({ preview }) => nothing(preview.counts),
      async carryOut({ plan, preview: { counts: data } }) {
        if (!nothing(data)) await savePlan(ctx, input, plan);
        return { status: 200, message: 'success', data };
      },
    });
  },
};
