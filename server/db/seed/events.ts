import { addDays, indiaOffset, instantAt, minutesOf, type Day } from './calendar.ts';
import type { Course } from './courses.ts';
import type { Enrolment } from './enrolments.ts';
import { randomFor } from './random.ts';
import { staffIds } from './staff.ts';
import { numbered } from './table.ts';

type Live = 'pending' | 'published' | 'canceled';
type Plan = readonly [
  days: number,
  start: string,
  minutes: number,
  course: number,
  name: string,
  live: Live,
  open: boolean,
];

/** Days from today; times in India. The last word says whether registration is still open. */
const plans: readonly Plan[] = [
  [-340, '18:00', 90, 9, 'Reading Together: The Lake of Questions', 'published', false],
  [-290, '07:00', 120, 1, 'First Chanting Assembly', 'published', false],
  [-262, '18:30', 60, 2, 'Question Hour: Chapter 2', 'published', false],
  [-231, '10:00', 60, 6, 'Parents’ Morning', 'canceled', false],
  [-198, '18:30', 60, 4, 'Why Nachiketas Waited', 'published', false],
  [-160, '17:00', 120, 6, 'Ramlila by the Youngest', 'published', false],
  [-121, '06:00', 75, 7, 'Tiruppavai at Dawn', 'published', false],
  [-95, '19:00', 60, 3, 'How Panini Thought', 'published', false],
  [-60, '18:30', 60, 2, 'Question Hour: Chapter 11', 'published', false],
  [-41, '18:30', 60, 5, 'An Evening on Kriya Yoga', 'canceled', false],
  [-20, '07:00', 180, 1, 'Śrī Rudram, Eleven Times', 'published', false],
  [-5, '19:30', 60, 8, 'Bhishma’s Bed of Arrows', 'published', true],
  [-3, '18:30', 45, 2, 'Rehearsal for Gita Jayanti', 'pending', false],
  [1, '18:30', 60, 2, 'Question Hour: Chapter 15', 'published', true],
  [4, '17:00', 60, 6, 'Story Evening: Hanuman’s Leap', 'published', true],
  [9, '07:00', 90, 1, 'Open Chanting Class', 'published', true],
  [12, '19:00', 75, 4, 'Two Birds on One Tree', 'published', false],
  [16, '18:00', 120, 7, 'Temple Music Evening', 'published', true],
  [21, '18:30', 60, 10, 'What Is Tarka? An Open Lesson', 'published', true],
  [23, '10:00', 60, 3, 'Sanskrit Spoken for an Hour', 'pending', false],
  [27, '18:30', 60, 5, 'Meeting the Teachers of the Yoga Sutras', 'pending', false],
  [
    33,
    '17:30',
    240,
    2,
    'Gita Jayanti: All Eighteen Chapters, Chanted by Students of Five Continents in One Afternoon',
    'pending',
    false,
  ],
  [40, '09:00', 90, 11, 'Kolam for Beginners', 'pending', false],
  [58, '18:30', 60, 8, 'A Thousand Names, One Voice', 'canceled', false],
];

const dayWithoutLink = 12;

const speakers = [
  'Swami Tattvananda',
  'Dr. Vidya Ranganathan',
  'Prof. Henry Ashcombe',
  'Vidwan Keshava Ghanapathi',
  'Smt. Lalitha Parameswaran',
  'Pandit Omkar Nath Tiwari',
  'Dr. Amélie Rousseau',
];

export function buildEvents(courses: readonly Course[], enrolments: readonly Enrolment[], today: Day) {
  const random = randomFor('events');
  const events = plans.map(([days, start, minutes, course_id, event_name, live_status, open], index) => {
    const event_date = addDays(today, days);
    const startMinute = minutesOf(start) - indiaOffset;
    const announced = addDays(today, Math.min(days - 25, -2 - (index % 5)));
    const course = courses.find(({ id }) => id === course_id)!;
    return {
      id: index + 1,
      course_id,
      event_name,
      description: `<p>${event_name}. All students of the course are welcome; the recording is shared afterwards.</p>`,
      // One was published before anybody had made the meeting link.
      meeting_link: days === dayWithoutLink ? '' : `https://meet.example.org/gurukul-${index + 1}`,
      event_date,
      starts_at: instantAt(event_date, startMinute),
      ends_at: instantAt(event_date, startMinute + minutes),
      image_url: '/defaults/event.svg',
      edit_flag: false,
      live_status,
      registration_status: open ? 'active' : 'inactive',
      registration_changed_at: live_status === 'pending' ? null : instantAt(addDays(announced, 1), 500),
      // One in four was published without an announcement.
      announced_at: live_status === 'pending' || index % 4 === 1 ? null : instantAt(announced, 495),
      created_by: index % 3 === 0 ? staffIds.admin : (course.admin ?? staffIds.admin),
      created_at: instantAt(announced, 480),
      deleted_at: null,
    };
  });

  const speakerRows = events.flatMap(({ id }) =>
    random.sample(speakers, random.between(1, 3)).map((speaker_name, position) => ({
      event_id: id,
      speaker_name,
      speaker_image: '/defaults/speaker.svg',
      position,
    })),
  );

  const registrationRows = events
    .filter(({ live_status }) => live_status !== 'pending')
    .flatMap(({ id, course_id, created_at, created_by }) => {
      const members = enrolments
        .filter(({ course, endedOn }) => course.id === course_id && endedOn === null)
        .map(({ student }) => student.id);
      return random.sample(members, random.between(6, 45)).map((student_id, index) => {
        const registered = new Date(Date.parse(created_at) + (index + 1) * 1_740_000).toISOString();
        const changedHisMind = random.chance(0.04);
        return {
          event_id: id,
          student_id,
          registered_by: index % 9 === 8 ? created_by : null,
          registered_at: registered,
          removed_at: changedHisMind ? new Date(Date.parse(registered) + 3_600_000).toISOString() : null,
        };
      });
    });

  return {
    events,
    event_speakers: numbered(speakerRows),
    event_registrations: numbered(registrationRows),
    mails: numbered(mailRows(events, registrationRows, enrolments)),
  };
}

interface Announced {
  readonly id: number;
  readonly course_id: number;
  readonly live_status: Live;
  readonly announced_at: string | null;
}

interface Registered {
  readonly event_id: number;
  readonly student_id: number;
  readonly registered_at: string;
}

const minutesAfter = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/** The mails about announced events, all delivered. */
function mailRows(
  events: readonly Announced[],
  registrations: readonly Registered[],
  enrolments: readonly Enrolment[],
) {
  const people = new Map(enrolments.map(({ student }) => [student.id, student]));
  return events.flatMap(({ id, course_id, live_status, announced_at: announced }) => {
    if (announced === null) return [];
    const day = announced.slice(0, 10);
    const told = new Map<number, string>();
    for (const { student, course, startedOn, endedOn } of enrolments) {
      if (course.id !== course_id || startedOn > day || (endedOn !== null && endedOn <= day)) continue;
      told.set(student.id, announced);
    }
    for (const { event_id, student_id, registered_at } of registrations) {
      if (event_id === id && !told.has(student_id)) told.set(student_id, registered_at);
    }
    const mail = (kind: string, student: number, at: string, position: number) => {
      const sent = minutesAfter(at, 1 + position / 60);
      return {
        dedupe_key: `${kind}:${id}:${student}`,
        kind,
        recipient: people.get(student)!.email,
        enqueued_at: at,
        sent_at: sent,
        handed_over_at: sent,
        tries: 1,
        round: 0,
        event_id: id,
        person_id: student,
        message_id: null,
      };
    };
    const invitations = [...told].map(([student, at], place) => mail('event_published', student, at, place));
    if (live_status !== 'canceled') return invitations;
    const canceled = minutesAfter(announced, 1445);
    return [
      ...invitations,
      ...[...told.keys()].map((student, place) => mail('event_canceled', student, canceled, place)),
    ];
  });
}
