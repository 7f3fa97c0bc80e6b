import type { calendar } from '@gurukul/contract/calendar';
import type { Handlers } from '../../http/handlers.ts';
import { tellOfLasting } from '../factors/record.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { findLink, insertLink, revokeLink, lockOwner } from './queries.ts';
import { readCalendar } from './read-calendar.ts';

export const calendarHandlers: Handlers<typeof calendar> = {
  async get_calendar(days, { db, person }) {
    return { status: 200, message: 'success', data: await readCalendar(db, person, days) };
  },

  async feed(_input, { db, person }) {
    const link = await findLink(db, person);
    return { status: 200, message: 'success', data: link ?? { created_at: null, last_read_at: null } };
  },

  async create_feed(_input, ctx) {
    const { db, person, config } = ctx;
    const token = newSecret();
    await lockOwner(db, person);
    await revokeLink(db, person);
    await insertLink(db, person, hashSecret(token));
    await tellOfLasting(ctx, 'calendar_link');
    return { status: 200, message: 'success', data: { url: `${config.appUrl}/calendar/${token}.ics` } };
  },

  async revoke_feed(_input, { db, person }) {
    await revokeLink(db, person);
    return { status: 200, message: 'success' };
  },
};
