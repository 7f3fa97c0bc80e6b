import type { access } from '@gurukul/contract/access';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { listAccountAdmins } from './admins.ts';
import { listAlarms, seeAlarm } from './alarms.ts';
import { decide, listRequests } from './requests.ts';
import { listSecondRoles, takeBackRole } from './second-roles.ts';
import { findColleague, resetSignIn, resume, suspend } from './suspend.ts';
import { endWayIn, listWaysIn } from './ways-in.ts';

export const accessHandlers: Handlers<typeof access> = {
  async get_requests(_input, { db }) {
    return { status: 200, message: 'success', ...(await listRequests(db)) };
  },

  async decide({ request_ids, decision }, ctx) {
    await decide(ctx, request_ids, decision);
    return { status: 200, message: 'success' };
  },

  async get_second_roles(_input, { db }) {
    return { status: 200, message: 'success', data: await listSecondRoles(db) };
  },

  async get_admins(_input, { db }) {
    return { status: 200, message: 'success', data: await listAccountAdmins(db) };
  },

  async get_alarms(_input, { db }) {
    return { status: 200, message: 'success', ...(await listAlarms(db)) };
  },

  async see_alarm({ alarm_id: id }, { db, person }) {
    if (!(await seeAlarm(db, person, id))) throw fail('not_found');
    return { status: 200, message: 'success' };
  },

  async take_back_role({ user_id }, { db }) {
    await takeBackRole(db, user_id);
    return { status: 200, message: 'success' };
  },

  async get_ways_in({ uid }, { db, person }) {
    const { id, suspended_at, has_password } = await findColleague(db, uid);
    const isOther = person.role === 'admin' && id !== person.id;
    const data = await listWaysIn(db, id);
    const hasFactor = data.some(({ kind }) => kind === 'passkey' || kind === 'code_app');
    return {
      status: 200,
      message: 'success',
      data,
      suspended_at,
      can: {
        suspend: isOther && suspended_at === null,
        resume: isOther && suspended_at !== null,
        reset: isOther && suspended_at === null && has_password,
        reset_factors: isOther && suspended_at === null && has_password && hasFactor,
      },
    };
  },

  async end_way_in({ uid, kind, way_id }, ctx) {
    await endWayIn(ctx, uid, kind, way_id);
    return { status: 200, message: 'success' };
  },

  async suspend({ user_id }, ctx) {
    await suspend(ctx, user_id);
    return { status: 200, message: 'success' };
  },

  async resume({ user_id }, { db }) {
    await resume(db, user_id);
    return { status: 200, message: 'success' };
  },

  async reset_sign_in({ user_id }, ctx) {
    await resetSignIn(ctx, user_id);
    return { status: 200, message: 'success' };
  },
};
