import { said } from '@gurukul/contract/shared/words/messages';
import type { events } from '@gurukul/contract/events';
import { invitingKinds } from '@gurukul/contract/mails';
import { windowOf } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import type { Handlers, Person } from '#server/http/handlers.ts';
import { askFor, countWishes } from '../access-requests/ask.ts';
import { fail, refuseUnexpected } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { refuseOlder } from '#server/http/requests/version.ts';
import { countAudience, concernedBy, informedOf, registeredFor, unwritten } from './audience.ts';
import { announce, cancel, publish, remove, switchRegistration, wantedState } from './changes.ts';
import { findOrAddGuest } from './guests.ts';
import {
  countRegistrations,
  findEvent,
  findEvents,
  holdCourses,
  holdEvent,
  holdLivingEvent,
  listEvents,
  listRegistrations,
} from './queries.ts';
import {
  findStudentsToJoin,
  holdEventsToJoin,
  register,
  removeRegistration,
  whyNotJoin,
} from './register.ts';
import { refuseStep, whyNotThen } from './rules.ts';
import { insertEvent, updateEvent } from './save-event.ts';
import { isOver, tell, tellOfEdit } from './tell.ts';

export const eventsHandlers: Handlers<typeof events> = {
  async get_events({ page, pageSize, ...asked }, { db, person }) {
    const window = windowOf(page, pageSize);
    const { events: data, total } = await findEvents(db, person, asked, window);
    return { status: 200, message: 'success', data: { data }, ...(window && { total_count: total }) };
  },

  async get_single_events({ event_id }, { db, person }) {
    return { status: 200, message: 'success', data: await findEvent(db, person, event_id) };
  },

  async add_event(input, { db, person }) {
    const refusal = whyNotThen(input, new Date());
    if (refusal !== null) throw fail(refusal);
    await insertEvent(db, person, input);
    return { status: 200, message: 'success', result: await listEvents(db, person) };
  },

  async edit_event({ version, tell: isWanted, ...input }, { db, person, mail }) {
    const held = await holdLivingEvent(db, person, input.event_id, { movesTo: [input.course_id] });
    refuseOlder(version, held.version);
    const refusal = whyNotThen(input, new Date(), held.event_date);
    if (refusal !== null) return { status: 400, ...said(refusal) };
    await updateEvent(db, person, held, input);
    if (held.live_status !== 'published') return { status: 200, ...said('event_edited') };
    const now = await holdLivingEvent(db, person, input.event_id);
    const mails = await tellOfEdit(db, mail, [held, now], { isWanted });
    return { status: 200, ...said(mails > 0 ? 'event_edited_with_mails' : 'event_edited') };
  },

  async publish_event({ event_id, flag, to }, { db, person, mail }) {
    const event = await holdLivingEvent(db, person, event_id);
    refuseStep(event.live_status, 'published');
    const isTooLate = isOver(event, new Date());
    const announced = flag === 1 && !isTooLate;
    await publish(db, event, { announced, to });
    const mails = announced ? await tell(db, mail, 'event_published', event, concernedBy(event)) : 0;
    const told = said(publishedCode(flag === 1, isTooLate, mails));
    return { status: 200, ...told, result: await listEvents(db, person) };
  },

  async send_event_mails({ event_id, to }, { db, person, mail }) {
    const event = await holdLivingEvent(db, person, event_id);
    if (event.live_status !== 'published') throw fail('event_decided');
    if (isOver(event, new Date())) {
      return { status: 200, ...said('mails_sent_late'), data: { mails: 0 } };
    }
    await announce(db, event, to);
    const mails = await tell(db, mail, 'event_published', event, unwritten(event));
    const told = said(mails > 0 ? 'mails_sent' : 'mails_sent_to_nobody');
    return { status: 200, ...told, data: { mails } };
  },

  async get_event_audience({ event_id }, { db, person }) {
    await scope(db, person).event(event_id);
    return { status: 200, message: 'success', data: await countAudience(db, { event_id }) };
  },

  async cancel_event({ event_id, tell_all: all, listed }, { db, person, mail }) {
    const event = await holdLivingEvent(db, person, event_id);
    refuseStep(event.live_status, 'canceled');
    const version = await cancel(db, event);
    await mail.withdraw(db, { event_id, kinds: invitingKinds });
    const canceled = { ...event, version };
    const informed = await tell(db, mail, 'event_canceled', canceled, informedOf(event));
    // Nobody gets two mails: the informed people have theirs by now.
    const others = all ? await tell(db, mail, 'event_canceled', canceled, registeredFor(event)) : 0;
    return {
      status: 200,
      ...said(canceledCode(informed, others)),
      result: await listEvents(db, person),
      students: listed ? await listRegistrations(db, person) : [],
    };
  },

  async delete_event({ event_id }, { db, person, mail }) {
    const event = await holdEvent(db, person, event_id);
    if (event.deleted_at === null) {
      await remove(db, event);
      await mail.withdraw(db, { event_id, kinds: invitingKinds });
    }
    return { status: 200, message: 'success', result: await listEvents(db, person) };
  },

  async event_registrations({ event_id, registration_status: asked, expected }, { db, person }) {
    const event = await holdLivingEvent(db, person, event_id);
    if (event.live_status === 'canceled') throw fail('event_canceled');
    refuseUnexpected(expected, event.registration_status);
    const state = wantedState(event, asked);
    await switchRegistration(db, person, event, state);
    return {
      status: 200,
      ...said(state === 'active' ? 'registrations_opened' : 'registrations_closed'),
      result: await listEvents(db, person),
    };
  },

  async add_student_to_event({ course_id, event_id, email_id, user_id: chosen, listed }, ctx) {
    const { db, person, mail } = ctx;
    const event = await holdEventToJoin(db, person, event_id, course_id);

    const people = await findStudentsToJoin(db, person, email_id);
    const meant = people.filter(({ user_id: id }) => chosen === undefined || id === chosen);
    if (meant.length > 1) throw fail('several_people', { people: meant });
    const studentId = meant[0]?.user_id ?? null;
    // Also when nobody has the address, because the course's own history would tell the two apart.
    if (studentId === null && person.role !== 'admin' && course_id !== null) {
      await countWishes(ctx, 1);
      const wish = { courseId: course_id, classId: null, eventId: event_id, email: email_id };
      await askFor(db, { personId: person.id }, [{ ...wish, fullname: '', details: null }]);
      return {
        status: 200,
        ...said('student_asked_for'),
        result: listed ? await listRegistrations(db, person) : [],
      };
    }
    const [registration] =
      studentId === null ? [] : await register(db, mail, [{ event, studentId }], person.id);
    return {
      status: 200,
      ...added(registration),
      result: listed ? await listRegistrations(db, person) : [],
    };
  },

  async add_guest_to_event({ event_id, despite, listed, ...guest }, { db, person, mail }) {
    const { course_id } = await scope(db, person).event(event_id);
    const event = await holdEventToJoin(db, person, event_id, course_id);
    if (!despite && guest.email_id !== '') {
      const people = await findStudentsToJoin(db, person, guest.email_id, { isOwn: true });
      if (people.length > 0) throw fail('guest_is_student', { people });
    }
    const studentId = await findOrAddGuest(db, person, guest);
    const [registration] = await register(db, mail, [{ event, studentId }], person.id);
    const told = registration?.is_new ? { message: 'success' } : said('guest_registered');
    return { status: 200, ...told, result: listed ? await listRegistrations(db, person) : [] };
  },

  async get_register_students_event({ event_id, search, page, pageSize }, { db, person }) {
    const filter = { eventId: event_id, search: search ?? '' };
    const window = pageSize === undefined ? null : { page: page ?? 1, pageSize };
    const result = await listRegistrations(db, person, filter, window);
    const total = window === null ? result.length : await countRegistrations(db, person, filter);
    return { status: 200, message: 'success', result, total_count: total };
  },

  async delete_student_from_event({ register_id, listed }, { db, person }) {
    if (!(await removeRegistration(db, person, register_id))) throw fail('not_found');
    const result = listed ? await listRegistrations(db, person) : [];
    return { status: 200, message: 'success', result };
  },
};

/** An event of that course, or without one, that the staff may register people for. */
async function holdEventToJoin(db: Db, person: Person, eventId: number, courseId: number | null) {
  await holdCourses(db, person, [courseId]);
  if (courseId === null) await scope(db, person).event(eventId);
  const [event] = await holdEventsToJoin(db, [eventId]);
  if (event === undefined || event.course_id !== courseId) throw fail('not_found');
  if (whyNotJoin(event, { by: 'staff' }) !== null) throw fail('event_canceled');
  return event;
}

function publishedCode(isWanted: boolean, isTooLate: boolean, mails: number) {
  if (!isWanted) return 'event_published';
  if (isTooLate) return 'event_published_late';
  return mails > 0 ? 'event_published_with_mails' : 'event_published_to_nobody';
}

function canceledCode(informed: number, others: number) {
  if (others > 0) return 'event_canceled_telling_all';
  return informed > 0 ? 'event_canceled_with_mails' : 'event_was_canceled';
}

function added(registration: { readonly is_new: boolean } | undefined) {
  if (registration === undefined) return said('student_unknown');
  return registration.is_new ? { message: 'success' } : said('student_registered');
}
