import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { classDays } from './shared/meetings/slots.ts';
import { answer, date, done, id, idOrNone, line, requiredLine } from './shared/fields.ts';
import { wireCount, wireDate, wireId } from './shared/wire.ts';

/** What became of a place that is kept in the next run of a course. `waiting`: nobody has answered yet. */
export const continuationStates = ['kept', 'declined', 'expired', 'waiting'] as const;
export type ContinuationState = (typeof continuationStates)[number];

/** Why a student is not asked. */
export const termStays = ['dropped', 'failed', 'canceled', 'no_class'] as const;
export type TermStay = (typeof termStays)[number];

/** What a teacher says about their class in the next run. */
export const teacherAnswers = ['same', 'other_time', 'no'] as const;
export type TeacherAnswer = (typeof teacherAnswers)[number];

/** How many, and some of their names. */
const some = { count: wireCount, names: z.array(z.string()) };

/** A weekly time on the clock of the class. */
const weekly = z.object({ class_day: z.enum(classDays), time: z.string(), zone: z.string() });

/** What `courses.next_term` makes of a course. */
export const termPlan = z.object({
  ends_on: wireDate,
  classes: z.array(
    z.object({ class_name: z.string(), times: z.array(weekly), teachers: z.array(z.string()) }),
  ),
  topics: wireCount,
  prices: wireCount,
  /** Of everybody, in the new span. */
  days_off: z.array(z.object({ name: z.string(), from: wireDate, to: wireDate })),
  students: wireCount,
  asked: wireCount,
  stays: z.array(z.object({ reason: z.enum(termStays), ...some })),
  /** They are asked all the same. */
  owing: z.object(some),
  /** They are asked, but no mailbox is known: the office asks them by phone. */
  unreachable: z.object(some),
  /** Teachers of classes of children who have no valid check on the first day; left out where Settings refuse them. */
  unchecked: z.object({ ...some, is_left_out: z.boolean() }),
  /** The course runs on until this day while the next one begins. */
  runs_until: z.nullable(wireDate),
  digest: z.string(),
});
export type TermPlan = z.infer<typeof termPlan>;

export const nextTermInput = z
  .object({
    course_id: id,
    course_name: requiredLine(200),
    start_date: date,
    /** Places are kept until the end of this day. */
    until: date,
    /** The course has a next term already, and this is one more. */
    another: z.boolean().optional(),
    /** Answers what it would make, and makes nothing. */
    preview: z.boolean().optional(),
    /** From the preview that the person saw. If something has changed since, the answer is 409. */
    digest: z.string().max(100).optional(),
  })
  .refine(({ start_date, until }) => until <= start_date, { path: ['until'] });

const otherTerm = z.object({ course_id: wireId, course_name: z.string(), start_date: wireDate });

/** The terms of a course before and behind it. */
export const courseTerms = z.object({ before: z.nullable(otherTerm), next: z.array(otherTerm) });
export type CourseTerms = z.infer<typeof courseTerms>;

/** A class about which its teacher is asked. */
const askedClass = z.object({
  asked_id: wireId,
  class_name: z.string(),
  times: z.array(weekly),
  answer: z.nullable(z.enum(teacherAnswers)),
  /** For another time: which. */
  words: z.string(),
});
export type AskedClass = z.infer<typeof askedClass>;

const secret = z.string().min(20).max(100);

export const continuations = {
  get_continuations: call(
    'POST /continuations/get_continuations',
    {
      summary:
        'For whom places are kept in a course, what its teachers have said, and which course comes before it',
      action: 'students.change',
      additive: true,
    },
    z.object({ course_id: id }),
    answer({
      data: z.object({
        students: z.array(
          z.object({
            continuation_id: wireId,
            student_id: wireId,
            fullname: z.string(),
            class_id: z.nullable(wireId),
            class_name: z.nullable(z.string()),
            until: wireDate,
            state: z.enum(continuationStates),
          }),
        ),
        /** What must be completed before the course, and those in no class of it who have not. */
        level: z.object({
          after: z.nullable(z.object({ course_id: wireId, course_name: z.string() })),
          lacking: z.array(z.object({ student_id: wireId, fullname: z.string() })),
          exceptions: z.array(z.object({ fullname: z.string(), reason: z.string(), by: z.string() })),
        }),
        /** The terms of the course before and behind this one. */
        ...courseTerms.shape,
        teachers: z.array(
          z.object({ fullname: z.string(), ...askedClass.omit({ times: true }).shape, class_id: wireId }),
        ),
      }),
    }),
  ),
  answer: call(
    'POST /continuations/answer',
    {
      summary:
        'Answer for a student who has told the office: keep the place, in this or another class, or decline',
      action: 'students.change',
      changes: true,
      undo: 'decided',
      additive: true,
    },
    z.object({
      continuation_id: id,
      keep: z.boolean(),
      /** Another class with a free place; absent: the one that is kept. */
      class_id: idOrNone.optional(),
    }),
    done,
  ),
  read_classes: call(
    'POST /continuations/read_classes',
    {
      summary: 'The classes of the next term about which the link of a mail asks a teacher',
      who: 'anyone',
      additive: true,
    },
    z.object({ secret }),
    answer({
      data: z.object({
        fullname: z.string(),
        course_name: z.string(),
        start_date: wireDate,
        classes: z.array(askedClass),
      }),
    }),
  ),
  answer_class: call(
    'POST /continuations/answer_class',
    {
      summary: 'The answer of a teacher, once: the same class, another time, or not this term',
      who: 'anyone',
      changes: true,
      additive: true,
    },
    z.object({
      secret,
      asked_id: id,
      answer: z.enum(teacherAnswers),
      words: line(200).default(''),
    }),
    done,
  ),
};
