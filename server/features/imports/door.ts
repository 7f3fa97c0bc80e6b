import { takeTurn } from '#server/db/turns.ts';
import type { Turn } from '#server/db/turns.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { checked } from '#server/http/requests/checked.ts';

/** What a door does with the rows of files. */
interface Door<Given, Plan, Shown, Done> {
  /** What one transaction at a time may do. */
  readonly turn: Turn;
  /** Decides for every row what it would do. It changes nothing; `toSave` locks what the plan was made from. */
  readonly plan: (ctx: Ctx, given: Given, toSave: boolean) => Promise<Plan>;
  /** What people see of a plan. */
  readonly preview: (plan: Plan, ctx: Ctx, given: Given) => Shown | Promise<Shown>;
  /** Where the preview costs more than its digest. */
  readonly digest?: (plan: Plan) => Promise<string>;
  /** True for a plan that saves nothing. */
  readonly isNothing: (plan: Plan) => boolean;
  readonly save: (plan: Plan, ctx: Ctx, given: Given) => Promise<Done>;
}

const success = { status: 200, message: 'success' } as const;

/** The two calls of a door: one shows what files would do, and the other does exactly what was shown. */
export const importDoor = <Given, Plan, Shown extends { readonly digest: string }, Done>(
  door: Door<Given, Plan, Shown, Done>,
) => ({
  preview: async (given: Given, ctx: Ctx) => ({
    ...success,
    data: await door.preview(await door.plan(ctx, given, false), ctx, given),
  }),
  save: async (given: Given & { readonly digest: string }, ctx: Ctx) => ({
    ...success,
    data: await checked({
      turn: () => takeTurn(ctx.db, door.turn),
      plan: () => door.plan(ctx, given, true),
      preview: (plan) => door.preview(plan, ctx, given),
      ...(door.digest && { digest: door.digest }),
      seen: given.digest,
      needsNone: door.isNothing,
      carryOut: (plan) => door.save(plan, ctx, given),
    }),
  }),
});
