import type { bring, BringInput } from '@gurukul/contract/bring';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { importDoor } from '../imports/door.ts';
import { nothing, planBring, previewOf } from './plan.ts';
import { savePlan } from './save.ts';

const door = importDoor({
  turn: 'import of students',
  async plan(ctx: Ctx, input: BringInput) {
    const plan = await planBring(ctx, input);
    return { plan, preview: await previewOf(plan) };
  },
  preview: ({ preview }) => preview,
  isNothing: ({ preview }) => nothing(preview.counts),
  async save({ plan, preview: { counts } }, ctx, input) {
    if (!nothing(counts)) await savePlan(ctx, input, plan);
    return counts;
  },
});

export const bringHandlers: Handlers<typeof bring> = { bring_preview: door.preview, bring_files: door.save };
