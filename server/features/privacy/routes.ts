import type { privacy } from '@gurukul/contract/privacy';
import { retentionKindNames, retentionKinds } from '@gurukul/contract/privacy';
import { checked } from '#server/http/requests/checked.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { afterCommit } from '#server/db/tx.ts';
import { fail } from '#server/http/answers/problem.ts';
import { endCoversOf } from '../cover/answer.ts';
import { endWork } from '../people/delete-person.ts';
import { erasePerson, planErasure } from './erase.ts';
import { readEverything } from './export.ts';
import { scope } from '#server/http/identity/scope.ts';
import { listTerms, presentTerms } from '#server/db/terms.ts';
import { readSettings } from '#server/provider/settings.ts';
import { childrenOf, listSpeakers, readConsents, saveConsent } from '../consents/consents.ts';
import { saveTerms } from '../consents/terms.ts';
import { finishErasure } from './finish.ts';
import {
  countOld,
  countWaiting,
  readRetention,
  readWaiting,
  saveRetention,
  stopRetention,
} from './retention.ts';
import { tellOfRetention } from './tell-of-retention.ts';
import { decideMentions, findMentions, groupsOf, listMentions, readFacts } from './mentions.ts';
import { readSought } from './sought.ts';
import { findPerson } from './who.ts';

export const privacyHandlers: Handlers<typeof privacy> = {
  async export_person({ user_id: id }, { db, config }) {
    return { status: 200, message: 'success', data: await readEverything(db, config, id) };
  },

  async get_consents({ user_id: id }, { db, person }) {
    await scope(db, person).student(id);
    return { status: 200, message: 'success', data: await readConsents(db, id) };
  },

  async save_consent({ user_id: id, said_by: saidBy, said_name: saidName, ...said }, { db, person }) {
    await scope(db, person).student(id);
    const speaker =
      saidBy === undefined
        ? undefined
        : (await listSpeakers(db, id)).find(({ user_id: speaks }) => speaks === saidBy);
    if (saidBy !== undefined && speaker === undefined) throw fail('not_found');
    if (said.purpose === 'child_data' && said.agreed) {
      if ((await presentTerms(db)).child_data === undefined) throw fail('terms_needed');
      const isOfGuardian = speaker?.is_guardian ?? (saidName ?? '') !== '';
      if (!isOfGuardian || !(await childrenOf(db, [id])).has(id)) throw fail('bad_input');
    }
    await saveConsent(db, { ...said, person: id, by: person.id, saidBy, saidName });
    return { status: 200, message: 'success' };
  },

  async get_terms(_input, { db }) {
    const { child_consent } = await readSettings(db);
    return { status: 200, message: 'success', data: await listTerms(db), child_consent };
  },

  async save_terms(given, { db, person }) {
    return { status: 200, message: 'success', data: await saveTerms(db, person, given) };
  },

  async get_retention({ days: chosen }, { db }) {
    const retention = await readRetention(db, chosen);
    const shown = [];
    for (const kind of retentionKindNames) {
      const days = retention[kind];
      shown.push({ kind, days, ...retentionKinds[kind], count: await countOld(db, kind, days) });
    }
    const waiting = await readWaiting(db);
    return {
      status: 200,
      message: 'success',
      data: { kinds: shown, waits: waiting === null ? null : await countWaiting(db, waiting) },
    };
  },

  async save_retention({ days }, ctx) {
    const waits = await saveRetention(ctx.db, days);
    if (waits !== null) await tellOfRetention(ctx, waits);
    return { status: 200, message: 'success' };
  },

  async stop_retention(_input, { db }) {
    await stopRetention(db);
    return { status: 200, message: 'success' };
  },

  async erase_person({ user_id: id, preview = false, digest, choices }, ctx) {
    const { db, person, config, files } = ctx;
    if (id === person.id) throw fail('not_allowed_to_delete');
    const plan = () => planErasure(db, id, { lock: !preview });
    if (preview) return { status: 200, message: 'success', data: (await plan()).shown };
    return checked({
      plan,
      preview: ({ shown }) => shown,
      seen: digest,
      async carryOut({ who, shown }) {
        if (who.is_account && !who.is_deleted) {
          await endWork(db, id, person.id);
          await endCoversOf(ctx, id);
        }
        const erased = await erasePerson(db, who, {
          secretKey: config.secretKey,
          chosen: choices ?? [],
          by: person.id,
        });
        afterCommit(db, async () => finishErasure(config, files, erased));
        return { status: 200, message: 'success', data: shown };
      },
    });
  },

  async find_mentions({ user_id: id }, { db }) {
    const who = await findPerson(db, id, { withGuardians: true });
    const sought = await readSought(db, who);
    const { found, isMore } =
      sought === null ? { found: [], isMore: false } : await findMentions(db, sought, who);
    return { status: 200, message: 'success', data: { groups: groupsOf(found), is_more: isMore } };
  },

  async get_mentions(_, { db, config }) {
    return { status: 200, message: 'success', data: { people: await listMentions(db, config) } };
  },

  async decide_mentions({ user_id: id, choices: chosen }, { db, person, config, files }) {
    const { secretKey } = config;
    // Nothing waits any more where two decide at once.
    await decideMentions(db, { secretKey, personId: id, chosen, by: person.id });
    const facts = await readFacts(db, [id]);
    afterCommit(db, async () => {
      for (const each of facts) await files.storeErasure(String(each.id), each.facts);
    });
    return { status: 200, message: 'success' };
  },
};
