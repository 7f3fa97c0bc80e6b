import type { privacy } from '@gurukul/contract/privacy';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { erasePerson, planErasure } from './erase.ts';
import { readEverything } from './export.ts';

export const privacyHandlers: Handlers<typeof privacy> = {
  async export_person({ user_id: id }, { db, config }) {
    return { status: 200, message: 'success', data: await readEverything(db, config, id) };
  },

  async erase_person({ user_id: id, preview = false, digest }, { db, person }) {
    if (id === person.id) throw fail('not_allowed_to_delete');
    const plan = await planErasure(db, id, { lock: !preview });
    if (!preview) {
      if (plan.shown.digest !== digest) throw fail('selection_changed');
      await erasePerson(db, plan.who);
    }
    return { status: 200, message: 'success', data: plan.shown };
  },
};
