import type { bring } from '@gurukul/contract/bring';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { nothing, planBring, previewOf } from './plan.ts';
import { savePlan } from './save.ts';

export const bringHandlers: Handlers<typeof bring> = {
  async bring_preview(input, ctx) {
    return { status: 200, message: 'success', data: await previewOf(await planBring(ctx, input)) };
  },

  async bring_files({ digest, ...input }, ctx) {
    await takeTurn(ctx.db, 'import of students');
    const plan = await planBring(ctx, input);
    const preview = await previewOf(plan);
    // What is there already needs no confirmation, so the second of two equal requests ends here.
    if (nothing(preview.counts)) return { status: 200, message: 'success', data: preview.counts };
    if (preview.digest !== digest) throw fail('bring_changed', { preview });
    await savePlan(ctx, input, plan);
    return { status: 200, message: 'success', data: preview.counts };
  },
};
