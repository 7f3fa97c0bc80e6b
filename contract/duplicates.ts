import * as z from 'zod';
import { attendanceStatuses } from './shared/meetings/attendance-statuses.ts';
import { call } from './shared/calls/call.ts';
import { answer, date, done, id, idOrNone, page, pageSize } from './shared/fields.ts';
import { keyed } from './shared/keyed.ts';
import { mergedParts } from './shared/person/person.ts';
import { wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

/** Why two people may be one. The first four are about the name. */
export const duplicateReasons = [
  'same_name',
  'other_spelling',
  'name_typo',
  'initials',
  'same_phone',
  'same_email',
  'near_email',
  'same_birthday',
  'same_guardian',
  'same_city',
] as const;
export type DuplicateReason = (typeof duplicateReasons)[number];

/** What the survivor takes from either person. */
export const mergeFields = [
  ...mergedParts.keys(),
  'image',
  'description',
  'student_level_status',
  'work_status',
  'site_ref',
] as const;
export type MergeField = (typeof mergeFields)[number];

const sides = ['keep', 'merge'] as const;
export type MergeSide = (typeof sides)[number];
const side = z.enum(sides);

/** One of two people, as the office sees them. */
export const duplicatePerson = z.object({
  user_id: wireId,
  main_role: z.string(),
  fullname: z.string(),
  registered_at: wireInstant,
  /** The texts of the fields; empty where nothing is known. */
  fields: z.object(keyed<Record<MergeField, z.ZodString>>(mergeFields, () => z.string())),
  other_names: z.array(z.string()),
  /** The names of the courses that the person is in, runs or teaches now. */
  courses: z.array(z.string()),
});
export type DuplicatePerson = z.infer<typeof duplicatePerson>;

export const duplicatePair = z.object({
  one: duplicatePerson,
  other: duplicatePerson,
  reasons: z.array(z.enum(duplicateReasons)),
  found_at: wireInstant,
});
export type DuplicatePair = z.infer<typeof duplicatePair>;

/** What moves from the merged person to the survivor. */
export const mergeThings = [
  'enrolments',
  'attendance',
  'homework',
  'payments',
  'payment_shares',
  'charges',
  'reminders',
  'receipts',
  'certificates',
  'event_registrations',
  'mails',
  'contacts',
  'guardians',
  'notes',
  'courses',
  'course_teachers',
  'slot_teachers',
  'meetings',
  'cover_requests',
  'cover_offers',
  'away',
  'checks',
  'volunteers',
  'display_names',
  'tests',
  'test_hours',
  'registrations',
  'consents',
  'continuations',
  'asked_teachers',
  'level_exceptions',
  'answers',
  'corrections',
  'wishes',
  'cases',
] as const;
export type MergeThing = (typeof mergeThings)[number];

/** Both are in one course now, and the other enrolment ends. */
const courseClash = z.object({
  course_id: wireId,
  course_name: z.string(),
  /** By side: the class, or null without one. */
  keep: z.nullable(z.string()),
  merge: z.nullable(z.string()),
});
/** Both have a mark of one day in one class, and they differ. */
const markClash = z.object({
  class_id: wireId,
  class_name: z.string(),
  course_name: z.string(),
  attendance_date: wireDate,
  /** The register. A class with two meetings on a day has two. */
  attendance_id: wireId,
  keep: z.enum(attendanceStatuses),
  merge: z.enum(attendanceStatuses),
});
/** Both are registered for one event, so one registration ends. Nobody is asked. */
const eventClash = z.object({ event_id: wireId, event_name: z.string() });
/** Two classes that meet at one moment in the next twelve months: the survivor is in two places. Nobody is asked. */
const overlapClash = z.object({ keep: z.string(), merge: z.string(), meets_at: wireInstant });

export const mergePreview = z.object({
  keep: duplicatePerson,
  merge: duplicatePerson,
  moves: z.array(z.object({ thing: z.enum(mergeThings), count: wireCount })),
  clashes: z.object({
    courses: z.array(courseClash),
    marks: z.array(markClash),
    events: z.array(eventClash),
    overlaps: z.array(overlapClash),
  }),
  /** Names the state of both people that was seen. */
  digest: z.string(),
});
export type MergePreview = z.infer<typeof mergePreview>;

export const duplicates = {
  get_duplicates: call(
    'POST /people/get_duplicates',
    {
      summary: 'Pairs of people who may be one, the likeliest first, one page at a time',
      action: 'students.merge',
      additive: true,
    },
    z.object({ page, pageSize }),
    answer({ data: z.array(duplicatePair), total_count: wireCount }),
  ),
  not_duplicates: call(
    'POST /people/not_duplicates',
    {
      summary: 'Remember that two people are different',
      action: 'students.merge',
      says: ['same_person'],
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ one_id: id, other_id: id }),
    done,
  ),
  merge_people: call(
    'POST /people/merge_people',
    {
      stepUp: true,
      summary: 'Merge one person into another, or with `preview` say what would happen',
      action: 'students.merge',
      says: ['same_person'],
      changes: true,
      checks: 'merge_people',
      undo: 'merged',
      additive: true,
    },
    z.object({
      /** The survivor. */
      keep_id: id,
      merge_id: id,
      /** Without a side the survivor's value stays, and an empty one is filled from the other person. */
      fields: z
        .object(keyed<Record<MergeField, z.ZodOptional<typeof side>>>(mergeFields, () => side.optional()))
        .optional(),
      /** Which mark stays of each clash. */
      marks: z
        .array(z.object({ class_id: id, attendance_date: date, attendance_id: idOrNone, use: side }))
        .max(2000)
        .optional(),
      /** Which enrolment stays of each clash. */
      courses: z
        .array(z.object({ course_id: id, use: side }))
        .max(500)
        .optional(),
      preview: z.boolean().optional(),
      /** From the preview that the person saw. If something has changed since, the answer is 409. */
      digest: z.string().max(64).optional(),
    }),
    answer({ data: mergePreview }),
  ),
};
