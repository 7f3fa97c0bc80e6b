import type { events } from '@gurukul/contract/events';
import { eventTexts } from '@gurukul/contract/events';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { findEvent, holdLivingEvent, listEvents, listRegistrations } from './queries.ts';
import { whyNotThen } from './rules.ts';
import { insertEvent, updateEvent } from './save-event.ts';

export const eventsHandlers: Handlers<typeof events> = {
  async get_events(_input, { db, person }) {
    return { status: 200, message: 'success', data: { data: await listEvents(db, person) } };
  },

  async get_single_events({ event_id }, { db, person }) {
    return { status: 200, message: 'success', data: await findEvent(db, person, event_id) };
  },

  async add_event(input, { db, person }) {
    const refusal = whyNotThen(input, new Date());
    if (refusal !== null) throw fail('bad_input', { message: refusal });
    await insertEvent(db, person, input);
    return { status: 200, message: 'success', result: await listEvents(db, person) };
  },

  async edit_event(input, { db, person }) {
    const held = await holdLivingEvent(db, person, input.event_id, { movesTo: [input.course_id] });
    const refusal = whyNotThen(input, new Date(), held.event_date);
    if (refusal !== null) return { status: 400, message: refusal };
    await updateEvent(db, person, held, input);
    return { status: 200, message: eventTexts.edited };
  },

  async get_register_students_event(_input, { db, person }) {
    return { status: 200, message: 'success', result: await listRegistrations(db, person) };
  },
};
