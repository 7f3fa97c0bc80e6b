import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { joinLink } from './shared/meetings/joinable.ts';
import {
  answer,
  date,
  done,
  httpsUrl,
  id,
  idOrNone,
  line,
  localTime,
  requiredLine,
  wholeNumber,
} from './shared/fields.ts';
import { meetingStates, type MeetingState } from './shared/meetings/meeting-states.ts';
import { meetingOverlap } from './shared/meetings/meeting-overlap.ts';
import { allowOverlap } from './shared/meetings/overlap.ts';
import { allowUnchecked } from './shared/meetings/unchecked.ts';
import { wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

export { type MeetingOverlap } from './shared/meetings/meeting-overlap.ts';
export { meetingStates, type MeetingState };

/** One meeting of a class. Its name is `slot_id`, `on_date` and whether its state is `extra`. */
export const meeting = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId,
  class_name: z.string(),
  slot_id: wireId,
  /** The day that the slot gives, on its own calendar; of an extra meeting, its day. */
  on_date: wireDate,
  /** The day on which it takes place. Another one only if it was moved. */
  held_on: wireDate,
  starts_at: wireInstant,
  ends_at: wireInstant,
  /** The zone of the slot, which both days are in. */
  zone: z.string(),
  state: z.enum(meetingStates),
  /** Why it is not as planned: what somebody wrote, or the name of the day off. */
  reason: z.string(),
  teacher_id: z.nullable(wireId),
  teacher_name: z.nullable(z.string()),
  /** The teacher's own zone; null: not known. */
  teacher_zone: z.nullable(z.string()),
  /** Another teacher than the slot's takes it. */
  is_covered: z.boolean(),
  join_link: joinLink,
  /** Where its recording is watched; null: there is none. */
  recording_link: z.nullable(z.string()),
  /** The roll of that day was called. */
  has_roll: z.boolean(),
});
export type Meeting = z.infer<typeof meeting>;

/** The most meetings that an effect lists; it counts all. */
export const listedMeetings = 200;

/** Who hears of it by mail, unless it was asked that nobody does. */
export const toldPeople = z.object({
  students: wireCount,
  /** The names of teachers and course admins. */
  staff: z.array(z.string()),
  /** The names of people whom no mail reaches. */
  without_address: z.array(z.string()),
});
export type ToldPeople = z.infer<typeof toldPeople>;

/** What an action does, or with `preview` would do. */
export const meetingEffect = z.object({
  meeting_count: wireCount,
  class_count: wireCount,
  /** The meetings as they are after it, the earliest first, at most `listedMeetings`. */
  meetings: z.array(meeting),
  clashes: z.array(meetingOverlap),
  told: toldPeople,
});
export type MeetingEffect = z.infer<typeof meetingEffect>;

export const dayOffScopes = ['provider', 'course', 'class'] as const;
export type DayOffScope = (typeof dayOffScopes)[number];

/** Days without meetings, both included, on the calendar of each class. */
export const dayOff = z.object({
  day_off_id: wireId,
  from: wireDate,
  to: wireDate,
  name: z.string(),
  scope: z.enum(dayOffScopes),
  course_id: z.nullable(wireId),
  course_name: z.nullable(z.string()),
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  /** The caller may take it away. */
  is_own: z.boolean(),
});
export type DayOff = z.infer<typeof dayOff>;

/** In days: the longest period of one question, and of one day off. */
export const meetingDaysMax = 400;

/** The most days off that one call reads or adds. */
export const daysOffMax = 500;

/** Bytes of a calendar file; in JSON it becomes a little longer, and a body may have 1 MB. */
export const calendarBytes = 900_000;

/** The countries whose public holidays the portal knows. */
export const holidayCountries = ['IN', 'US', 'GB', 'CA', 'AU'] as const;
export type HolidayCountry = (typeof holidayCountries)[number];

/** A holiday that somebody may make a day off. */
const holiday = z.object({ from: wireDate, to: wireDate, name: z.string() });
export type Holiday = z.infer<typeof holiday>;

/**
 * What may speak against a day off: nothing; the day is estimated, since a festival follows the moon; many work on it; it
 * has a time of day; it returns more often than once a year.
 */
export const holidayDoubts = ['', 'estimated', 'optional', 'time', 'often'] as const;
export type HolidayDoubt = (typeof holidayDoubts)[number];

/** One of several days off, and what it does. */
const plannedDayOff = holiday.extend({
  /** There is already a day off on all these days, so this one is not added. */
  is_known: z.boolean(),
  meeting_count: wireCount,
});
export type PlannedDayOff = z.infer<typeof plannedDayOff>;

const meetingName = {
  slot_id: id,
  on_date: date,
  /** The meeting beside the slot on that day, not the slot's own. */
  extra: z.boolean().optional(),
};
const asked = {
  /** Answers what the action would do, and saves nothing. */
  preview: z.boolean().optional(),
  /** Writes to the people whom it concerns. */
  tell: z.boolean().default(true),
};
const reason = {
  reason: line(200).default(''),
  /** Students and families hear the reason too; else it stays with the staff. */
  tell_reason: z.boolean().default(false),
};
const newTime = {
  /** Local time in the slot's zone. */
  time: localTime,
  /** In minutes; as before when absent, or as the slot's. */
  duration: wholeNumber(5, 720).optional(),
  ...reason,
  allow_overlap: allowOverlap,
  allow_unchecked: allowUnchecked,
  ...asked,
};

const period = { from: date, to: date };
const inOrder = { path: ['to'] };
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const isShort = ({ from, to }: { from: string; to: string }) =>
  Date.parse(to) - Date.parse(from) <= meetingDaysMax * 86_400_000;

const change = { changes: true, undo: 'meeting', additive: true } as const;
const effect = answer({ data: meetingEffect });
const place = {
  scope: z.enum(dayOffScopes),
  /** Of the course or class. */
  id: idOrNone,
};
const isPlaced = ({ scope, id: of }: { scope: DayOffScope; id: number | null }) =>
  (scope === 'provider') === (of === null);
const dayOffInput = { ...period, name: requiredLine(100) };

export const meetings = {
  get_meetings: call(
    'POST /meetings/get_meetings',
    {
      summary:
        'The meetings of the classes within reach from one day to another, also those that do not take place',
      action: 'teaching.meetings',
      additive: true,
    },
    z
      .object({ ...period, class_id: idOrNone })
      .refine(isInOrder, inOrder)
      .refine(isShort, inOrder),
    answer({ data: z.array(meeting) }),
  ),
  cancel_meeting: call(
    'POST /meetings/cancel_meeting',
    { summary: 'Cancel one meeting; a teacher, of their own', action: 'teaching.meetings', ...change },
    z.object({ ...meetingName, ...reason, ...asked }),
    effect,
  ),
  move_meeting: call(
    'POST /meetings/move_meeting',
    {
      summary: 'Move one meeting to another day or time; a teacher, of their own',
      action: 'teaching.meetings',
      ...change,
    },
    z.object({
      ...meetingName,
      to_date: date,
      ...newTime,
    }),
    effect,
  ),
  add_meeting: call(
    'POST /meetings/add_meeting',
    {
      summary:
        'Add one meeting beside the weekly ones of a slot; a teacher, of their own, and the course admin is told',
      action: 'teaching.meetings',
      ...change,
    },
    z.object({
      slot_id: id,
      on_date: date,
      ...newTime,
    }),
    effect,
  ),
  restore_meeting: call(
    'POST /meetings/restore_meeting',
    {
      summary: 'Put a canceled or moved meeting back to its plan, or let one take place on a day off',
      action: 'courses.daysOff',
      ...change,
    },
    z.object({ ...meetingName, ...asked }),
    effect,
  ),
  change_teacher: call(
    'POST /meetings/change_teacher',
    {
      summary: 'Give the meetings of a slot on some days to another teacher; without one, to its own again',
      action: 'courses.daysOff',
      ...change,
    },
    z
      .object({
        slot_id: id,
        ...period,
        teacher_id: idOrNone,
        allow_overlap: allowOverlap,
        allow_unchecked: allowUnchecked,
        ...asked,
      })
      .refine(isInOrder, inOrder)
      .refine(isShort, inOrder),
    effect,
  ),
  set_join_link: call(
    'POST /meetings/set_join_link',
    {
      summary:
        'Set the https address at which people join: of a slot, or of one meeting in place of its slot’s. Empty for none; a teacher, of their own',
      action: 'teaching.meetings',
      ...change,
    },
    z.object({
      slot_id: id,
      /** Of this meeting only; of all meetings of the slot when absent. */
      on_date: date.optional(),
      extra: z.boolean().optional(),
      join_link: httpsUrl,
      /** Writes to the class. */
      tell: z.boolean().default(false),
    }),
    done,
  ),
  set_recording: call(
    'POST /meetings/set_recording',
    {
      summary:
        'Set the https address of the recording of a meeting that has begun. Empty for none; a teacher, of their own',
      action: 'teaching.meetings',
      ...change,
    },
    z.object({
      ...meetingName,
      recording_link: httpsUrl,
      /** Writes to those who were absent. */
      tell: z.boolean().default(true),
    }),
    done,
  ),
  get_days_off: call(
    'POST /meetings/get_days_off',
    {
      summary: 'The days off that concern the classes within reach',
      action: 'teaching.meetings',
      additive: true,
    },
    z.object(period).refine(isInOrder, inOrder),
    answer({ data: z.array(dayOff) }),
  ),
  add_day_off: call(
    'POST /meetings/add_day_off',
    {
      summary: 'Days without meetings, for everybody, a course or a class; everybody is for account admins',
      action: 'courses.daysOff',
      ...change,
    },
    z
      .object({
        ...dayOffInput,
        ...place,
        /** Meetings that take place all the same. */
        except: z
          .array(z.object({ slot_id: id, on_date: date }))
          .max(listedMeetings)
          .default([]),
        ...asked,
      })
      .refine(isInOrder, inOrder)
      .refine(isShort, inOrder)
      .refine(isPlaced, { path: ['id'] }),
    effect,
  ),
  add_days_off: call(
    'POST /meetings/add_days_off',
    {
      summary:
        'Many days off at once, as one change; those that are there already are left out. Everybody is for account admins',
      action: 'courses.daysOff',
      ...change,
    },
    z
      .object({
        days: z
          .array(z.object(dayOffInput).refine(isInOrder, inOrder).refine(isShort, inOrder))
          .min(1)
          .max(daysOffMax),
        ...place,
        ...asked,
      })
      .refine(isPlaced, { path: ['id'] }),
    answer({ data: meetingEffect.omit({ clashes: true }).extend({ days: z.array(plannedDayOff) }) }),
  ),
  read_holidays: call(
    'POST /meetings/read_holidays',
    {
      summary:
        'The days of a calendar (.ics), sent or fetched from an https address, in the coming two years; or the public holidays of a country or one of its regions. `doubt` says what may speak against a day off. It saves nothing',
      action: 'courses.daysOff',
      cost: 10,
      additive: true,
    },
    z
      .object({
        /** The text of a file. */
        calendar: z.string().max(calendarBytes).optional(),
        address: httpsUrl.optional(),
        country: z.enum(holidayCountries).optional(),
        /** One of `regions` of the country; '' for all of it. */
        region: line(10).default(''),
        year: wholeNumber(2000, 2100).optional(),
      })
      .refine(({ calendar, address, country }) => [calendar, address, country].filter(Boolean).length === 1, {
        path: ['calendar'],
      })
      .refine(({ country, year }) => country === undefined || year !== undefined, { path: ['year'] }),
    answer({
      data: z.object({
        days: z.array(holiday.extend({ doubt: z.enum(holidayDoubts) })),
        /** Entries of the calendar that cannot be read. */
        left_out: wireCount,
        /** Their names, or how they begin; the first of them. */
        unread: z.array(z.string()),
        /** Of the country. */
        regions: z.array(z.object({ region: z.string(), name: z.string() })),
      }),
    }),
  ),
  delete_day_off: call(
    'POST /meetings/delete_day_off',
    { summary: 'Take a day off away: its meetings take place again', action: 'courses.daysOff', ...change },
    z.object({ day_off_id: id }),
    done,
  ),
};
