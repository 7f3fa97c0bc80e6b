import type { privacy } from '@gurukul/contract/privacy';
import type { Handlers } from '#server/http/handlers.ts';
import { afterCommit } from '#server/db/tx.ts';
import { fail } from '#server/http/problem.ts';
import { endCoversOf } from '../cover/answer.ts';
import { endWork } from '../people/delete-person.ts';
import { erasePerson, planErasure } from './erase.ts';
import { readEverything } from './export.ts';
import { finishErasure } from './finish.ts';

export const privacyHandlers: Handlers<typeof privacy> = {
  async export_person({ user_id: id }, { db, config }) {
    return { status: 200, message: 'success', data: await readEverything(db, config, id) };
  },

  async erase_person({ user_id: id, preview = false, digest }, ctx) {
    const { db, person, config, files } = ctx;
    if (id === person.id) throw fail('not_allowed_to_delete');
    const plan = await planErasure(db, id, { lock: !preview });
    if (!preview) {
      if (plan.shown.digest !== digest) throw fail('selection_changed');
      const { who } = plan;
      if (who.is_account && !who.is_deleted) {
        await endWork(db, id, person.id);
        await endCoversOf(ctx, id);
      }
      const erased = await erasePerson(db, who);
      afterCommit(db, async () => finishErasure(config, files, erased));
    }
    return { status: 200, message: 'success', data: plan.shown };
  },
};
