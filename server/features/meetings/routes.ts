import type { meetings } from '@gurukul/contract/meetings';
import sql from 'sql-template-tag';
import type { Handlers } from '#server/http/handlers.ts';
import { scope } from '#server/http/identity/scope.ts';
import { changeTeacher } from './change-teacher.ts';
import { addDayOff, addDaysOff, deleteDayOff, listDaysOff } from './days-off.ts';
import { addMeeting, cancelMeeting, moveMeeting, restoreMeeting } from './actions.ts';
import { setJoinLink } from './join-links.ts';
import { listMeetings } from './queries.ts';
import { readHolidays } from './read-holidays.ts';
import { setRecording } from './recordings.ts';

const success = { status: 200, message: 'success' } as const;

export const meetingsHandlers: Handlers<typeof meetings> = {
  async get_meetings({ class_id, ...days }, { db, person }) {
    const which = class_id === null ? sql`true` : sql`k.id = ${class_id}`;
    const data = await listMeetings(db, person, which, days);
    // Of a foreign class a substitute finds the meetings that they take; without any it is a 404.
    if (class_id !== null && data.length === 0) await scope(db, person).class(null, class_id);
    return { ...success, data };
  },

  async cancel_meeting(input, ctx) {
    return { ...success, data: await cancelMeeting(ctx, input) };
  },

  async move_meeting(input, ctx) {
    return { ...success, data: await moveMeeting(ctx, input) };
  },

  async add_meeting(input, ctx) {
    return { ...success, data: await addMeeting(ctx, input) };
  },

  async restore_meeting(input, ctx) {
    return { ...success, data: await restoreMeeting(ctx, input) };
  },

  async change_teacher(input, ctx) {
    return { ...success, data: await changeTeacher(ctx, input) };
  },

  async set_join_link(input, ctx) {
    await setJoinLink(ctx, input);
    return success;
  },

  async set_recording(input, ctx) {
    await setRecording(ctx, input);
    return success;
  },

  async get_days_off(days, { db, person }) {
    return { ...success, data: await listDaysOff(db, person, days) };
  },

  async add_day_off(input, ctx) {
    return { ...success, data: await addDayOff(ctx, input) };
  },

  async add_days_off(input, ctx) {
    return { ...success, data: await addDaysOff(ctx, input) };
  },

  async read_holidays(input, ctx) {
    return { ...success, data: await readHolidays(ctx, input) };
  },

  async delete_day_off({ day_off_id }, ctx) {
    await deleteDayOff(ctx, day_off_id);
    return success;
  },
};
