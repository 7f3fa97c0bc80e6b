import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import {
  actorId,
  answer,
  done,
  httpsUrl,
  id,
  instant,
  localTime,
  requiredLine,
  wholeNumber,
} from './shared/fields.ts';
import { joinable, joinLink } from './shared/meetings/joinable.ts';
import { reminders, wireReminders } from './shared/meetings/reminders.ts';
import { standing } from './shared/meetings/teaching.ts';
import { moveOutcomes, paymentStatuses } from './shared/enrolments.ts';
import { courseTeacherRow } from './shared/teacher-row.ts';
import { allowOverlap } from './shared/meetings/overlap.ts';
import { allowUnchecked } from './shared/meetings/unchecked.ts';
import { classDays, type ClassDay } from './shared/meetings/slots.ts';
import { printedVersion } from './shared/calls/version.ts';
import { wireCount, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';
import { spokenLanguage } from './shared/person/person-fields.ts';

export { classDays, type ClassDay };

export const timeZoneNames = [
  'IST',
  'EST',
  'EDT',
  'CST',
  'CDT',
  'MST',
  'MDT',
  'PST',
  'PDT',
  'AKST',
  'AKDT',
  'HST',
  'HDT',
] as const;
export type TimeZoneName = (typeof timeZoneNames)[number];

/**
 * The zones of the offered abbreviations. Most runtimes read EST as a zone without daylight saving and IST as some
 * city; the office means the local clock.
 */
export const timeZones: Readonly<Record<TimeZoneName, string>> = {
  IST: 'Asia/Kolkata',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  CST: 'America/Chicago',
  CDT: 'America/Chicago',
  MST: 'America/Denver',
  MDT: 'America/Denver',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  AKST: 'America/Anchorage',
  AKDT: 'America/Anchorage',
  HST: 'Pacific/Honolulu',
  HDT: 'America/Adak',
};

/** The length of a class in minutes when none is given. */
export const usualDuration = 60;

/** One weekly slot of a class: `id` (also `new_id`) is the slot's, `class_id` the class's. */
export const classRow = z.object({
  id: wireId,
  new_id: wireId,
  class_id: wireId,
  class_name: z.string(),
  /** In which it is taught, by its English name. Null: nobody said. */
  language: z.nullable(z.string()),
  class_day: z.enum(classDays),
  /** The next meeting, computed from day, time and zone. */
  slot_time: z.nullable(wireInstant),
  /** Local time, 18:30. */
  time: z.string(),
  time_zone: z.string(),
  course_id: wireId,
  created_by: z.nullable(wireId),
  /** The IANA zone of `time`. */
  zone: z.string(),
  /** Minutes. */
  duration: z.int(),
  /** Where its meetings are joined. Null also for a teacher of other classes. */
  join_link: joinLink,
  /** The present teacher. */
  teacher: z.nullable(z.object({ user_id: wireId, fullname: z.string(), assigned_id: wireId })),
  /** The class is of children. */
  for_children: z.boolean(),
  /** False: the office calls the rolls of this course, which never had a teacher. */
  needs_teacher: z.boolean(),
  version: z.string(),
});
export type ClassRow = z.infer<typeof classRow>;

export const classOption = z.object({ class_id: wireId, class_name: z.string() });
export type ClassOption = z.infer<typeof classOption>;

/**
 * A teacher of a class. An account admin gets all fields. A course admin gets the number when the association stands. A
 * teacher gets names only.
 */
export const classTeacher = z.object({
  user_id: wireId,
  fullname: z.string(),
  email_id: z.string().optional(),
  phone_number: z.nullable(z.string()).optional(),
  /** The country of the number. */
  region: z.string().optional(),
});
export type ClassTeacher = z.infer<typeof classTeacher>;

/** A class with its week. */
export const classCard = z.object({
  class_id: wireId,
  class_name: z.string(),
  course_id: wireId,
  course_name: z.string(),
  /** The slot that meets next comes first. */
  slots: z.array(classRow),
  /** Everybody who teaches one of its slots. */
  teachers: z.array(classTeacher),
  student_count: wireCount,
  /**
   * The places that its teachers have left in this course; below zero when they have too many students. Null: no teacher
   * has a maximum.
   */
  free_places: z.nullable(z.int()),
  /** Students of the course who wait for a place here. */
  waiting_count: wireCount,
  /** Places that are kept until the students of the term before answer. Absent: none. */
  kept_count: wireCount.optional(),
  /** How long before its meetings its students are reminded. */
  reminders: wireReminders,
});
export type ClassCard = z.infer<typeof classCard>;

export const waitingStudent = z.object({
  enrolment_id: wireId,
  student_id: wireId,
  fullname: z.string(),
  since: wireDate,
  /** Absent for a teacher. */
  payment_status: z.nullable(z.enum(paymentStatuses)).optional(),
  /** What the family chose to pay, while it is not charged. Absent: nothing, and for a teacher. */
  price: z.object({ amount: wireMoney, currency: z.string() }).optional(),
});
export type WaitingStudent = z.infer<typeof waitingStudent>;

const slotFields = {
  course_id: id,
  class_name: requiredLine(100),
  /** Of the class; as before when absent. */
  language: z.nullable(spokenLanguage).optional(),
  class_day: z.enum(classDays),
  /** Accepted from older clients and ignored: the server computes it from day, time and zone. */
  slot_time: z.union([instant, z.literal('')]).nullish(),
};
const clock = {
  time: localTime,
  time_zone: z.enum(timeZoneNames),
};
const minutes = wholeNumber(5, 720);

export const classes = {
  get_class: call(
    'GET /classes/get_class/{class_id}',
    {
      summary: 'One class: its week, teachers, number of students and free places',
      action: 'teaching.see',
      additive: true,
    },
    z.object({ class_id: id }),
    answer({
      data: classCard.extend({
        /** The day whose roll is called next: today's meeting, or else the last one. Null: it has not met yet. */
        roll_date: z.nullable(wireDate),
        /** The meeting that is on or comes next, of the next three months. */
        next: z.nullable(z.object({ slot_id: wireId, starts_at: wireInstant, zone: z.string() })),
        /** The meeting that is joined online now, or next within a day. */
        join: z.nullable(joinable),
        /** Where the class stands against the curriculum; null for a course without topics. */
        standing: z.nullable(standing),
      }),
    }),
  ),
  get_classes: call(
    'GET /classes/get_classes/{course_id}',
    {
      summary: 'The classes of a course; for a teacher, their own',
      action: 'teaching.see',
      additive: true,
    },
    z.object({ course_id: id }),
    answer({ data: z.array(classCard) }),
  ),
  create_class: call(
    'POST /courses/create_class',
    {
      summary: 'Create a class, or another weekly slot of an existing class',
      action: 'courses.plan',
      actor: ['created_by'],
      changes: true,
      undo: 'added',
    },
    z.object({
      ...slotFields,
      ...clock,
      created_by: actorId,
      duration: minutes.default(usualDuration),
      /** The teacher of the slot; nobody yet when absent. */
      teacher_id: id.optional(),
      join_link: httpsUrl.default(''),
      /** The class is of children, see the setting `children_rule`; as before when absent. */
      for_children: z.boolean().optional(),
      allow_overlap: allowOverlap,
      allow_unchecked: allowUnchecked,
    }),
    answer({ class: z.array(classRow) }),
  ),
  update_class: call(
    'POST /courses/update_class',
    {
      summary: 'Change a weekly slot and the name of its class',
      action: 'courses.plan',
      changes: true,
      undo: 'changed',
    },
    z.object({
      ...slotFields,
      ...clock,
      id,
      duration: minutes.optional(),
      /** The new teacher of the slot; as before when absent. */
      teacher_id: id.optional(),
      /** As before when absent. */
      join_link: httpsUrl.optional(),
      /** The class is of children, see the setting `children_rule`; as before when absent. */
      for_children: z.boolean().optional(),
      allow_overlap: allowOverlap,
      allow_unchecked: allowUnchecked,
      version: printedVersion,
    }),
    answer({ data: z.array(classRow), teachers: z.array(courseTeacherRow) }),
  ),
  delete_class: call(
    'POST /courses/delete_class',
    {
      summary: 'Delete a weekly slot; refused while its class has students',
      action: 'courses.plan',
      changes: true,
      undo: 'removed',
    },
    z.object({
      id,
      course_id: id,
      // Sent by older clients, unused: the slot is found by its id.
      class_name: z.unknown().optional(),
      class_day: z.unknown().optional(),
      slot_time: z.unknown().optional(),
    }),
    answer({ data: z.array(classRow) }),
  ),
  set_reminders: call(
    'POST /classes/set_reminders',
    {
      summary:
        'Choose how long before the meetings of a class its students are reminded by mail; empty: never',
      action: 'courses.plan',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ class_id: id, reminders }),
    done,
  ),
  get_waiting: call(
    'POST /classes/get_waiting',
    {
      summary: 'The students of the course who wait for a place in a class, first come first',
      action: 'teaching.see',
      additive: true,
    },
    z.object({ class_id: id }),
    answer({ data: z.array(waitingStudent) }),
  ),
  place_waiting: call(
    'POST /classes/place_waiting',
    {
      summary: 'Move a waiting student into the class; over its limit only on demand',
      action: 'students.change',
      says: moveOutcomes,
      changes: true,
      undo: 'moved',
      additive: true,
    },
    z.object({
      enrolment_id: id,
      even_if_full: z.boolean().optional(),
      /** Charges what the family chose to pay. */
      charge: z.boolean().optional(),
    }),
    answer({ type: z.enum(['success', 'warning']) }),
  ),
  stop_waiting: call(
    'POST /classes/stop_waiting',
    {
      summary: 'End the waiting of a student, who stays in the course without a class',
      action: 'students.change',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ enrolment_id: id }),
    done,
  ),
};
