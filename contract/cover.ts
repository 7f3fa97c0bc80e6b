import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, date, done, id, idOrNone, line } from './shared/fields.ts';
import { can, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';
import { meetingDaysMax } from './meetings.ts';

/**
 * `open` waits for somebody. `taken` has another teacher. `closed` was withdrawn. `moved`: the meeting is no longer at
 * the time that was asked for, or does not take place. `over`: it has begun.
 */
export const coverStates = ['open', 'taken', 'closed', 'moved', 'over'] as const;
export type CoverState = (typeof coverStates)[number];

/** The meeting of a request, without anything about its students. */
const coveredMeeting = z.object({
  course_name: z.string(),
  class_name: z.string(),
  held_on: wireDate,
  starts_at: wireInstant,
  ends_at: wireInstant,
  /** The zone of the class. */
  zone: z.string(),
});

export const coverCandidate = z.object({
  teacher_id: wireId,
  fullname: z.string(),
  /** Meetings that they took for others in the last 90 days. */
  covers: wireCount,
  /** The class is of children, and they have no check that is valid on that day. */
  is_unchecked: z.boolean(),
});
export type CoverCandidate = z.infer<typeof coverCandidate>;

/** A meeting that its teacher cannot take, with those who can, the best first. */
export const plannedCover = coveredMeeting.extend({
  slot_id: wireId,
  on_date: wireDate,
  /** Free at that time in all courses, not away, of this course; those with the fewest covers come first. */
  candidates: z.array(coverCandidate),
});
export type PlannedCover = z.infer<typeof plannedCover>;

export const coverRow = coveredMeeting.extend({
  cover_id: wireId,
  course_id: wireId,
  class_id: wireId,
  reason: z.string(),
  state: z.enum(coverStates),
  /** Who cannot take the meeting. */
  teacher_id: wireId,
  teacher_name: z.string(),
  taken_by: z.nullable(wireId),
  taken_by_name: z.nullable(z.string()),
  /** Who took it cannot come either, and has asked others in turn. */
  asks_others: z.boolean(),
  /** Who was asked, in that order. A teacher who was asked sees nobody else. */
  asked: z.array(z.object({ fullname: z.string(), has_declined: z.boolean() })),
  can: can('answer', 'close'),
});
export type CoverRow = z.infer<typeof coverRow>;

export const awayRow = z.object({ away_id: wireId, from: wireDate, to: wireDate });
export type AwayRow = z.infer<typeof awayRow>;

/** What the link of a mail shows. */
export const coverOffer = coveredMeeting.extend({
  cover_id: wireId,
  /** What the course plans for that week; empty: nothing. */
  topic: z.string(),
  reason: z.string(),
  state: z.enum(coverStates),
  /** The reader has it. */
  is_own: z.boolean(),
  has_declined: z.boolean(),
});
export type CoverOffer = z.infer<typeof coverOffer>;

/** `yours`: the reader has the meeting. `busy`: they have another meeting at that time. */
export const coverAnswers = ['yours', 'declined', 'taken', 'closed', 'moved', 'over', 'busy'] as const;
export type CoverAnswer = (typeof coverAnswers)[number];

/** The hours that somebody taught: meetings whose roll was called, by their teacher of that day. */
export const hoursRow = z.object({
  teacher_id: wireId,
  fullname: z.string(),
  meetings: wireCount,
  minutes: wireCount,
  /** Of them, taken for somebody else. */
  covers: wireCount,
  /** Their own meetings that somebody else took. */
  covered: wireCount,
});
export type HoursRow = z.infer<typeof hoursRow>;

const period = { from: date, to: date };
const inOrder = { path: ['to'] };
const isInOrder = ({ from, to }: { from: string; to: string }) =>
  from <= to && Date.parse(to) - Date.parse(from) <= meetingDaysMax * 86_400_000;

const secret = z.string().min(20).max(100);
const given = {
  cover_id: id,
  accept: z.boolean(),
  /** Answers what the answer would be, and saves nothing. */
  preview: z.boolean().optional(),
};
const outcome = answer({ data: z.object({ answer: z.enum(coverAnswers) }) });

export const cover = {
  ask_cover: call(
    'POST /cover/ask_cover',
    {
      summary:
        'Ask other teachers to take meetings: a teacher for their own, the office for those of a teacher. Without a slot the teacher is away on these days',
      action: 'teaching.cover',
      changes: true,
      undo: 'meeting',
      additive: true,
    },
    z
      .object({
        ...period,
        /** One weekly slot; absent: all meetings of the teacher. */
        slot_id: idOrNone,
        /** For the office: whose meetings. A teacher's own when absent. */
        teacher_id: idOrNone,
        reason: line(200).default(''),
        /** Whom to ask; absent: the first five for each meeting. */
        ask: z.array(id).max(50).optional(),
        /** Answers what it would ask, and saves nothing. */
        preview: z.boolean().optional(),
      })
      .refine(isInOrder, inOrder),
    answer({ data: z.array(plannedCover) }),
  ),
  get_covers: call(
    'POST /cover/get_covers',
    {
      summary:
        'Requests for cover of the last month and to come: those of the courses within reach; for a teacher, their own and those that ask them',
      action: 'teaching.cover',
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(coverRow), away: z.array(awayRow) }),
  ),
  read_offers: call(
    'POST /cover/read_offers',
    {
      summary: 'The meetings that a mailed link asks somebody to take; reading changes nothing',
      who: 'anyone',
      additive: true,
    },
    z.object({ secret }),
    answer({
      data: z.object({
        fullname: z.string(),
        asked_by: z.string(),
        /** The reader's zone. */
        timezone: z.string(),
        offers: z.array(coverOffer),
      }),
    }),
  ),
  answer_cover: call(
    'POST /cover/answer_cover',
    {
      summary: 'Accept a meeting by a mailed link, or decline it; the first who accepts has it',
      who: 'anyone',
      changes: true,
      additive: true,
    },
    z.object({ secret, ...given }),
    outcome,
  ),
  take_cover: call(
    'POST /cover/take_cover',
    {
      summary: 'The same for a teacher who is signed in and was asked',
      action: 'teaching.takeCover',
      changes: true,
      additive: true,
    },
    z.object(given),
    outcome,
  ),
  close_cover: call(
    'POST /cover/close_cover',
    {
      summary: 'Withdraw a request; a meeting that somebody took goes back to its teacher',
      action: 'teaching.cover',
      changes: true,
      additive: true,
    },
    z.object({ cover_id: id }),
    done,
  ),
  delete_away: call(
    'POST /cover/delete_away',
    {
      summary: 'A teacher is not away on these days after all',
      action: 'teaching.takeCover',
      changes: true,
      additive: true,
    },
    z.object({ away_id: id }),
    done,
  ),
  get_hours: call(
    'POST /cover/get_hours',
    {
      summary: 'The hours that teachers taught from one day to another, in the courses within reach',
      action: 'teaching.hours',
      additive: true,
    },
    z.object(period).refine(isInOrder, inOrder),
    answer({ data: z.array(hoursRow) }),
  ),
};
