import type { duplicates } from '@gurukul/contract/duplicates';
import { checked } from '#server/http/requests/checked.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { judgeDifferent } from '../likeness/judged.ts';
import { lockBoth, mergePeople } from './merge.ts';
import { listPairs, listPeople } from './people.ts';
import { missing, planMerge } from './plan-merge.ts';

export const duplicatesHandlers: Handlers<typeof duplicates> = {
  async get_duplicates(window, { db }) {
    return { status: 200, message: 'success', ...(await listPairs(db, window)) };
  },

  async not_duplicates({ one_id: one, other_id: other }, { db }) {
    if (one === other) throw fail('same_person');
    const people = await listPeople(db, [one, other]);
    const gone = [one, other].find((id) => !people.some(({ user_id: known }) => known === id));
    if (gone !== undefined) throw await missing(db, gone);
    await judgeDifferent(db, [[one, other]]);
    return { status: 200, message: 'success' };
  },

  async merge_people({ keep_id: keepId, merge_id: mergeId, preview, digest, ...answers }, { db, person }) {
    const two = { keepId, mergeId };
    const plan = () => planMerge(db, person, two);
    if (preview === true) return { status: 200, message: 'success', data: (await plan()).preview };
    return checked({
      turn: () => lockBoth(db, two),
      plan,
      preview: ({ preview: shown }) => shown,
      seen: digest,
      async carryOut(planned) {
        await mergePeople(db, two, planned, answers);
        return { status: 200, message: 'success', data: planned.preview };
      },
    });
  },
};
