import { defaultEventImage, defaultSpeakerImage } from '@gurukul/contract/events';
import { describe, expect, test } from 'vitest';
import {
  blankEvent,
  blankSpeaker,
  fieldsOf,
  findFault,
  noCourse,
  requestOf,
  whatMoved,
  type EventFields,
} from './event-form.ts';

/** Half past midnight in India, the evening before in UTC. */
const now = new Date('2026-11-20T19:00:00Z');

const whole: EventFields = {
  ...blankEvent,
  event_name: 'Diwali circle',
  course_id: '4',
  meeting_link: 'https://meet.example.org/diwali',
  event_date: '2026-11-21',
  start: '10:00',
  end: '10:05',
};

const faultOf = (fields: Partial<EventFields>, initial = blankEvent) =>
  findFault({ ...whole, ...fields }, initial, now)?.text ?? null;

test('no course is a choice of its own, and is said to the server', () => {
  const fields = { ...whole, course_id: noCourse };
  expect(faultOf({ course_id: noCourse })).toBeNull();
  expect(requestOf(fields, blankEvent)).toMatchObject({ course_id: null, without_course: true });
  expect(requestOf(whole, blankEvent)).not.toHaveProperty('without_course');
});

describe('what is checked', () => {
  test('comes in its order, each named once the one before is there', () => {
    const given: (keyof EventFields)[] = [
      'event_name',
      'course_id',
      'meeting_link',
      'event_date',
      'start',
      'end',
    ];
    const told = given.map((_, index) => {
      const filled = Object.fromEntries(given.slice(0, index).map((key) => [key, whole[key]]));
      return findFault({ ...blankEvent, ...filled }, blankEvent, now);
    });
    expect(told).toEqual([
      { field: 'event_name', text: 'Event name required' },
      { field: 'course_id', text: 'course name required' },
      { field: 'meeting_link', text: 'Meeting link is required' },
      { field: 'event_date', text: 'event date is required' },
      { field: 'start', text: 'Start time is required' },
      { field: 'end', text: 'end time is required' },
    ]);
    expect(faultOf({})).toBeNull();
  });

  test.each<[string, Partial<EventFields>, string | null]>([
    ['a name of blanks', { event_name: '  ' }, 'Event name required'],
    ['an address without https', { meeting_link: 'http://meet.example.org' }, 'has to be an https address'],
    ['an address without a scheme', { meeting_link: ' meet.google.com/abc ' }, null],
    ['a place alone', { meeting_link: ' ', place: 'తిరుమల హాల్' }, null],
    ['blanks for both', { meeting_link: ' ', place: ' ' }, 'Meeting link is required'],
    ['a wrong link beside a place', { meeting_link: 'abc', place: 'Hall' }, 'https address'],
    ['a word that is no host', { meeting_link: 'abc' }, 'https address'],
    ['a script', { meeting_link: 'javascript:alert(1)' }, 'https address'],
    ['an address with a password', { meeting_link: 'https://a:b@meet.example.org' }, 'https address'],
    ['yesterday in India', { event_date: '2026-11-20' }, 'event date is required'],
    ['an end at the start', { start: '10:00', end: '10:00' }, 'end time should be different'],
    ['an end before the start', { start: '11:00', end: '10:00' }, 'end time should be different'],
    ['a speaker with a picture alone', { speakers: [{ ...blankSpeaker(), speaker_image: '/x' }] }, 'a name'],
    ['a speaker row that was left empty', { speakers: [blankSpeaker()] }, 'a name'],
  ])('%s', (_, fields, text) => {
    const told = faultOf(fields);
    if (text === null) expect(told).toBeNull();
    else expect(told).toContain(text);
  });

  test('a past day that stood there may stay, another one may not', () => {
    const held = { ...whole, event_date: '2026-01-05' };
    expect(faultOf({ event_date: '2026-01-05' }, held)).toBeNull();
    expect(faultOf({ event_date: '2026-01-06' }, held)).toBe('event date is required');
  });
});

const stored = {
  id: 9,
  event_id: 9,
  event_name: 'Diwali circle',
  course_id: 4,
  course_name: 'Gita',
  description: '<p>Come</p>',
  meeting_link: 'https://meet.example.org/diwali',
  place: '',
  event_date: '2026-12-01',
  start_time: '2026-11-30T21:30:00Z',
  end_time: '2026-12-01T04:30:00Z',
  image_url: defaultEventImage,
  created_by: 2,
  edit_flag: false,
  live_status: 'pending' as const,
  status: 'pending',
  registration_status: 'inactive' as const,
  registered: 0,
  reminders: [],
  version: 1,
  can: {
    edit: true,
    publish: true,
    send_mails: true,
    cancel: true,
    registrations: true,
    add_student: true,
    delete: true,
  },
  speakers: [
    { id: 1, speaker_name: 'Asha', speaker_image: defaultSpeakerImage },
    { id: 2, speaker_name: 'Bala', speaker_image: '/files/bala.webp' },
    { id: 3, speaker_name: 'Chitra', speaker_image: defaultSpeakerImage },
  ],
};

test.each([
  ['meet.google.com/abc', 'https://meet.google.com/abc'],
  ['zoom.us:8080/j/1?pwd=a', 'https://zoom.us:8080/j/1?pwd=a'],
  ['सत्संग.भारत', 'https://सत्संग.भारत'],
  ['https://meet.test/a', 'https://meet.test/a'],
  ['http://meet.test/a', 'http://meet.test/a'],
  ['a:b@meet.test', 'a:b@meet.test'],
])('the link %s is sent as %s', (typed, sent) => {
  expect(requestOf({ ...whole, meeting_link: typed }, whole).meeting_link).toBe(sent);
});

test('what moved is named: the time, the link, the place, the course, and nothing else', () => {
  expect(whatMoved({ ...whole, event_name: 'Another', description: '<p>x</p>' }, whole)).toEqual([]);
  expect(whatMoved({ ...whole, meeting_link: 'meet.example.org/diwali' }, whole)).toEqual([]);
  expect(whatMoved({ ...whole, start: '09:00' }, whole)).toEqual(['time']);
  expect(whatMoved({ ...whole, place: 'Hall 2' }, whole)).toEqual(['place']);
  const all = { ...whole, event_date: '2026-11-22', meeting_link: 'https://x.test', course_id: '5' };
  expect(whatMoved(all, whole)).toEqual(['time', 'link', 'course']);
});

describe('what is sent', () => {
  test('an event that nobody touched is sent as it was, without speakers', () => {
    const fields = fieldsOf(stored);
    expect(fields).toMatchObject({ start: '03:00', end: '10:00', image_url: '' });
    expect(requestOf(fields, fields)).toMatchObject({
      start_time: '2026-11-30T21:30:00Z',
      end_time: '2026-12-01T04:30:00Z',
      image_url: defaultEventImage,
      speakers: [],
    });
  });

  test('speakers say whether they are new, changed or gone', () => {
    const initial = fieldsOf(stored);
    const [, bala, chitra] = initial.speakers;
    const speakers = [
      { ...bala!, speaker_image: '' },
      chitra!,
      { ...blankSpeaker(), speaker_name: ' Deepa ' },
    ];
    expect(requestOf({ ...initial, speakers }, initial).speakers).toEqual([
      { id: 1, speaker_name: 'Asha', speaker_image: defaultSpeakerImage, state: 'REMOVE' },
      { id: 2, speaker_name: 'Bala', speaker_image: defaultSpeakerImage, state: 'EDIT' },
      { id: null, speaker_name: 'Deepa', speaker_image: defaultSpeakerImage, state: 'ADD' },
    ]);
  });
});
