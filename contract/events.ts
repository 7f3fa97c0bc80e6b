import * as z from 'zod';
import { mailCounts } from './mails.ts';
import { call, formattedCost } from './shared/calls/call.ts';
import {
  actorId,
  answer,
  date,
  email,
  httpsUrl,
  id,
  idOrNone,
  instant,
  line,
  maybePage,
  maybePageSize,
  picture,
  requiredLine,
  richText,
  sortBy,
} from './shared/fields.ts';
import { reminders, wireReminders } from './shared/meetings/reminders.ts';
import { finishedLanguages } from './shared/words/languages.ts';
import { rowStates } from './shared/files/row-states.ts';
import { countedVersion } from './shared/calls/version.ts';
import { coded, text } from './shared/words/said.ts';
import { can, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

export const liveStatuses = ['pending', 'published', 'canceled'] as const;
export type LiveStatus = (typeof liveStatuses)[number];

/** The states that may follow each state. */
export const nextLiveStatuses: Readonly<Record<LiveStatus, readonly LiveStatus[]>> = {
  pending: ['published'],
  published: ['canceled'],
  canceled: [],
};

/** Who gets the mails of a publication: everybody registered, or with them all present students of the course. */
export const mailedPeople = ['course', 'registered'] as const;
export type MailedPeople = (typeof mailedPeople)[number];

export const eventRegistrationStates = ['active', 'inactive'] as const;
export type EventRegistrationState = (typeof eventRegistrationStates)[number];

/** The columns that sort the list of events; in the query with a minus in front for descending. */
export const eventSorts = ['event_name', 'course_name', 'event_date', 'live_status'] as const;
export type EventSort = (typeof eventSorts)[number];

/** Times of events are typed and shown in this zone. On the wire they are UTC. */
export const eventZone = 'Asia/Kolkata';

export const defaultEventImage = '/defaults/event.svg';
export const defaultSpeakerImage = '/defaults/speaker.svg';

export const speakerRow = z.object({
  id: wireId,
  speaker_name: z.string(),
  speaker_image: z.string(),
});
export type SpeakerRow = z.infer<typeof speakerRow>;

export const eventRow = z.object({
  id: wireId,
  event_id: wireId,
  event_name: z.string(),
  /** Null: of the whole provider. */
  course_id: z.nullable(wireId),
  /** Empty: it has none. */
  course_name: z.string(),
  description: z.string(),
  /** Empty, or where it is joined. */
  meeting_link: z.string(),
  /** Empty, or a hall or an address. */
  place: z.string(),
  event_date: wireDate,
  start_time: wireInstant,
  end_time: wireInstant,
  image_url: z.string(),
  created_by: wireId,
  edit_flag: z.boolean(),
  live_status: z.enum(liveStatuses),
  /** The same as `live_status`. */
  status: z.string(),
  registration_status: z.enum(eventRegistrationStates),
  /** Mails about this event by state; absent when there are none. */
  mails: mailCounts.optional(),
  /** The number of registrations. */
  registered: wireCount,
  /** How long before it those who can come are reminded. */
  reminders: wireReminders,
  /** Increases with every save of the event's form. An edit with an old one is refused. */
  version: z.int(),
  can: can('edit', 'publish', 'send_mails', 'cancel', 'registrations', 'add_student', 'delete'),
});
export type EventRow = z.infer<typeof eventRow>;

export const eventDetail = eventRow.extend({ speakers: z.array(speakerRow) });
export type EventDetail = z.infer<typeof eventDetail>;

export const eventRegistrationRow = z.object({
  register_id: wireId,
  user_name: z.string(),
  email_id: z.string(),
  course_name: z.string(),
  event_name: z.string(),
  event_date: wireDate,
  event_id: wireId,
  course_id: z.nullable(wireId),
  student_id: wireId,
  /** They do not study. */
  is_guest: z.boolean(),
  /** Of a guest. */
  phone_number: z.string(),
  can: can('remove'),
});
export type EventRegistrationRow = z.infer<typeof eventRegistrationRow>;

/** The recipients of mails about an event, by the mails they had so far. */
export const eventAudience = z.object({
  registered: wireCount,
  /** Registered people who were told, or perhaps told, by a mail server that the event takes place. */
  registered_informed: wireCount,
  /** The same for all students. */
  informed: wireCount,
  /** Mails that have not left: canceling withdraws them, an edit writes them anew. */
  waiting: wireCount,
  /** Recipients of a mail about a change: everybody informed or registered, except those whose mail waits. */
  concerned: wireCount,
  /** Students of the course and registered people without a mail, whom one reaches and who want it. */
  unwritten: wireCount,
  /** Of them, those who are registered. */
  unwritten_registered: wireCount,
  /** The names of those without a mail whom none reaches. */
  unreached: z.array(z.string()),
  /** For a canceled event: people who got the mail about the cancellation, or will get it. */
  called_off: wireCount,
  /** For a canceled event: mails that canceling withdrew, and that an undo would send after all. */
  withdrawn: wireCount,
  /** Its mails go to the registered alone, unless somebody says otherwise. Before its first mail: somebody is. */
  is_for_registered: z.boolean(),
});
export type EventAudience = z.infer<typeof eventAudience>;

const speakerChange = z.object({
  id: idOrNone,
  speaker_name: line(200),
  speaker_image: picture(defaultSpeakerImage),
  state: z.enum(rowStates),
});

const eventFields = {
  event_name: requiredLine(200),
  course_id: id.nullish().transform((course) => course ?? null),
  /** It is of the whole provider: it has no course. */
  without_course: z.boolean().default(false),
  /** Sent by older clients and ignored: names come from the database. */
  course_name: line(200).nullish(),
  description: richText.default(''),
  meeting_link: httpsUrl.default(''),
  /** A hall or an address. As before when absent; without a link it has to be given. */
  place: line(200).optional(),
  event_date: date,
  start_time: instant,
  end_time: instant,
  image_url: picture(defaultEventImage),
  created_by: actorId,
  speakers: z.array(speakerChange).max(100).default([]),
  /** How long before it students are reminded by mail. As before when absent; of a new event: never. */
  reminders: reminders.optional(),
};

/** A link or a place. It is said beside what is wrong in other fields, so that the order of the checks is kept. */
const hasWhere = ({ meeting_link: link, place }: { meeting_link: string; place?: string | undefined }) =>
  link !== '' || !!place;
const orWhere = {
  path: ['meeting_link'],
  when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null,
};

/** A course, unless it is said that there is none. */
const hasCourse = ({ course_id, without_course }: { course_id: number | null; without_course: boolean }) =>
  without_course === (course_id === null);
const orNoCourse = { ...orWhere, path: ['course_id'] };

/** False: the list of registrations is empty, for clients that read it page by page. */
const listed = z.boolean().default(true);

const namesToo = { course_name: line(200).nullish(), event_name: line(200).nullish() };

const eventList = answer({ result: z.array(eventRow) });
const registrationList = answer({ result: z.array(eventRegistrationRow) });
const registrationPage = answer({ result: z.array(eventRegistrationRow), total_count: wireCount });

/** In the order of the checks. */
const fieldSays = {
  event_name: 'event_name_missing',
  course_id: 'event_course_missing',
  meeting_link: 'event_link_missing',
  event_date: 'event_date_missing',
  start_time: 'event_start_missing',
  end_time: 'event_end_missing',
} as const;
const dateSays = ['event_date_missing', 'event_ends_early', 'event_on_other_day'] as const;

export const events = {
  get_events: call(
    'GET /events/get_events',
    {
      summary: 'All events the caller may manage, or one page with `page` or its size',
      action: 'events.manage',
      alsoPost: true,
    },
    z.object({
      /** A part of the name of the event or its course, of its link, its place or its date. */
      search: line(100).nullish(),
      status: z.enum(liveStatuses).nullish(),
      /** The first and the last day. */
      from: date.nullish(),
      to: date.nullish(),
      sort: sortBy(eventSorts),
      page: maybePage,
      pageSize: maybePageSize,
    }),
    /** `total_count` comes with a page. */
    answer({ data: z.object({ data: z.array(eventRow) }), total_count: wireCount.optional() }),
  ),
  get_single_events: call(
    'GET /events/get_single_events/{event_id}',
    { summary: 'One event with its speakers', action: 'events.manage' },
    z.object({ event_id: id }),
    answer({ data: eventDetail }),
  ),
  add_event: call(
    'POST /events/add_event',
    {
      summary: 'Add an event; it starts as pending, with registration closed',
      action: 'events.manage',
      actor: ['created_by'],
      says: dateSays,
      fieldSays,
      cost: formattedCost,
      changes: true,
    },
    z.object(eventFields).refine(hasCourse, orNoCourse).refine(hasWhere, orWhere),
    eventList,
  ),
  edit_event: call(
    'POST /events/edit_event',
    {
      summary: 'Edit an event and its speakers; a refusal has status 400 in its body',
      action: 'events.manage',
      actor: ['created_by'],
      says: ['event_edited', 'event_edited_with_mails', ...dateSays],
      fieldSays,
      cost: formattedCost,
      changes: true,
    },
    z
      .object({
        event_id: id,
        ...eventFields,
        version: countedVersion,
        /** Mails a new time, link, place or course of a published event to everybody informed or registered. */
        tell: z.boolean().default(false),
      })
      .refine(hasCourse, orNoCourse)
      .refine(hasWhere, orWhere),
    z.object({ status: z.literal([200, 400]), message: text, ...coded }),
  ),
  cancel_event: call(
    'POST /events/cancel_event',
    {
      summary: 'Cancel a published event and mail everybody who was told about it',
      action: 'events.manage',
      says: ['event_was_canceled', 'event_canceled_with_mails', 'event_canceled_telling_all'],
      changes: true,
      undo: 'canceled',
    },
    z.object({
      event_id: id,
      ...namesToo,
      /** Also mails registered people who never had a mail about it. */
      tell_all: z.boolean().default(false),
      listed,
    }),
    answer({ result: z.array(eventRow), students: z.array(eventRegistrationRow) }),
  ),
  publish_event: call(
    'POST /events/publish_event',
    {
      summary: 'Publish a pending event, with mails to the students when flag is 1',
      action: 'events.manage',
      says: [
        'event_published',
        'event_published_with_mails',
        'event_published_to_nobody',
        'event_published_late',
      ],
      changes: true,
    },
    z.object({
      event_id: id,
      flag: z
        .union([z.literal([0, 1, '0', '1']), z.boolean()])
        .default(0)
        .transform((value) => (Number(value) === 1 ? 1 : 0)),
      to: z.enum(mailedPeople).default('course'),
      ...namesToo,
    }),
    eventList,
  ),
  send_event_mails: call(
    'POST /events/send_event_mails',
    {
      summary: 'Send the mails of a published event to people who have none yet',
      action: 'events.manage',
      says: ['mails_sent', 'mails_sent_to_nobody', 'mails_sent_late'],
      changes: true,
      additive: true,
    },
    z.object({
      event_id: id,
      /** Absent: as in `is_for_registered`. What the course was told already stays the course's. */
      to: z.enum(mailedPeople).optional(),
    }),
    answer({ data: z.object({ mails: wireCount }) }),
  ),
  get_event_audience: call(
    'GET /events/get_event_audience/{event_id}',
    { summary: 'The number of people for each mail about an event', action: 'events.manage', additive: true },
    z.object({ event_id: id }),
    answer({ data: eventAudience }),
  ),
  delete_event: call(
    'GET /events/delete_event/{event_id}',
    { summary: 'Delete an event', action: 'events.manage', changes: true, undo: 'removed', alsoPost: true },
    z.object({ event_id: id }),
    eventList,
  ),
  event_registrations: call(
    'GET /events/event_registrations/{event_id}',
    {
      summary: 'Open or close the registration of an event',
      action: 'events.manage',
      says: ['registrations_opened', 'registrations_closed'],
      changes: true,
      undo: 'changed',
      alsoPost: true,
    },
    z.object({
      event_id: id,
      /** The wanted state; absent, the opposite of the present one. */
      registration_status: z.enum(eventRegistrationStates).optional(),
      /**
       * The state that the person saw. If it has changed, the answer is a conflict. Absent: toggled without a check.
       */
      expected: z.enum(eventRegistrationStates).optional(),
    }),
    eventList,
  ),
  add_student_to_event: call(
    'POST /events/add_student_to_event',
    {
      summary: 'Register a student for an event, also while its registration is closed',
      action: 'events.manage',
      says: ['student_unknown', 'student_asked_for', 'student_registered'],
      changes: true,
    },
    /** `course_id` null: of an event without a course. `user_id`: the one of several people behind the address. */
    z.object({ course_id: id.nullable(), event_id: id, email_id: email, user_id: id.optional(), listed }),
    registrationList,
  ),
  add_guest_to_event: call(
    'POST /events/add_guest_to_event',
    {
      summary: 'Register a guest, who does not study, for an event: by name, and mail or phone',
      action: 'events.manage',
      says: ['guest_registered'],
      changes: true,
      additive: true,
    },
    z
      .object({
        event_id: id,
        fullname: requiredLine(200),
        email_id: z.union([z.literal(''), email]).default(''),
        phone_number: line(40).default(''),
        /** Of their mails. */
        language: z.enum(finishedLanguages),
        /** Also with the address of a student, whom the refusal proposes otherwise. */
        despite: z.boolean().default(false),
        listed,
      })
      .refine(({ email_id: mail, phone_number: phone }) => mail !== '' || phone !== '', {
        path: ['email_id'],
      }),
    registrationList,
  ),
  get_register_students_event: call(
    'GET /events/get_register_students_event',
    { summary: 'The students registered for events', action: 'events.manage', alsoPost: true },
    z.object({
      event_id: idOrNone,
      search: line(200).nullish(),
      page: maybePage,
      /** Absent: all registrations. */
      pageSize: maybePageSize,
    }),
    registrationPage,
  ),
  delete_student_from_event: call(
    'GET /events/delete_student_from_event/{register_id}',
    {
      summary: 'Remove a student from an event',
      action: 'events.manage',
      changes: true,
      undo: 'registered',
      alsoPost: true,
    },
    z.object({ register_id: id, listed }),
    registrationList,
  ),
};
