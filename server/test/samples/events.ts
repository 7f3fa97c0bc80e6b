import { satsang } from '#server/test/events.ts';
import type { Objects } from '#server/test/planted-school.ts';
import { inputOf, empty } from './sample.ts';
import type { SampleContext, SamplesOf } from './sample.ts';

const event = (o: Objects, { word, me }: SampleContext) =>
  satsang(o.course, {
    event_name: `Talk ${word}`,
    course_name: 'Sutra',
    image_url: '/defaults/event.svg',
    created_by: me,
    place: 'Temple hall',
    reminders: ['hour'],
    speakers: [{ id: '', speaker_name: 'Ravi', speaker_image: '/defaults/speaker.svg', state: 'ADD' }],
  });

export const events: SamplesOf<'events'> = {
  'events.get_events': empty,
  'events.get_register_students_event': empty,
  'events.get_single_events': inputOf((o) => ({ event_id: o.event })),
  'events.add_event': inputOf(event),
  'events.edit_event': inputOf((o, given) => ({ ...event(o, given), event_id: o.event })),
  'events.cancel_event': inputOf((o) => ({
    event_id: o.liveEvent,
    course_name: 'Sutra',
    event_name: 'Satsang',
  })),
  'events.publish_event': inputOf((o) => ({
    event_id: o.event,
    flag: 1,
    to: 'registered',
    course_name: 'Sutra',
    event_name: 'Satsang',
  })),
  'events.send_event_mails': inputOf((o) => ({ event_id: o.liveEvent, to: 'course' })),
  'events.get_event_audience': inputOf((o) => ({ event_id: o.event })),
  'events.delete_event': inputOf((o) => ({ event_id: o.event })),
  'events.event_registrations': inputOf((o) => ({
    event_id: o.liveEvent,
    registration_status: 'inactive',
    expected: 'active',
  })),
  'events.add_student_to_event': inputOf(
    (o) => ({
      course_id: o.course,
      event_id: o.event,
      email_id: o.email,
      user_id: o.student,
    }),
    { instead: { email: 200, student: 200 }, asks: ['email', 'student'] },
  ),
  'events.add_guest_to_event': inputOf((o, { word }) => ({
    event_id: o.event,
    fullname: `Guest ${word}`,
    email_id: `guest.${word}@office.test`,
    phone_number: '+91 98450 12345',
    language: 'te',
    despite: true,
    listed: false,
  })),
  'events.delete_student_from_event': inputOf((o) => ({ register_id: o.registration })),
};
