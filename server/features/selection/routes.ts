import type { selection } from '@gurukul/contract/selection';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { requireProof } from '#server/http/step-up.ts';
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
    await takeTurn(db, 'change of students');
    const found = await selectedKeys(db, person, selected);
    await lockSelected(db, found.keys, change);
    const plan = await planChange(db, found, change);
    if (plan.digest !== digest) throw fail('selection_changed');
    await carryOut(ctx, change, plan.changing);
    const { selected: all, changes } = plan;
    return {
      status: 200,
      message: 'success',
      data: { selected: all, changed: changes, stayed: all - changes },
    };
  },
};
