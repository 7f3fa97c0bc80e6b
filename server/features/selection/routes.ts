import type { selection } from '@gurukul/contract/selection';
import { takeTurn } from '#server/db/turns.ts';
import { checked } from '#server/http/requests/checked.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { requireProof } from '#server/http/identity/step-up.ts';
import { carryOut, lockSelected } from './carry-out.ts';
import { planChange, refuseForbidden, selectedKeys } from './plan.ts';

export const selectionHandlers: Handlers<typeof selection> = {
  async preview_change({ selected, change }, { db, person }) {
    await refuseForbidden(db, person, change);
    const { changing: _, ...preview } = await planChange(
      db,
      await selectedKeys(db, person, selected),
      change,
    );
    return { status: 200, message: 'success', data: preview };
  },

  async save_change({ selected, change, digest }, ctx) {
    const { db, person } = ctx;
    await refuseForbidden(db, person, change);
    if (change.kind === 'delete' || change.kind === 'unassociate') requireProof(person);
    return checked({
      turn: () => takeTurn(db, 'change of students'),
      async plan() {
        const found = await selectedKeys(db, person, selected);
        await lockSelected(db, found.keys, change);
        return planChange(db, found, change);
      },
      preview: (plan) => plan,
      seen: digest,
      async carryOut({ selected: all, changes: changed, changing }) {
        await carryOut(ctx, change, changing);
        return { status: 200, message: 'success', data: { selected: all, changed, stayed: all - changed } };
      },
    });
  },
};
