import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, date, done } from './shared/fields.ts';
import { wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';
import { dayOff, meeting } from './meetings.ts';

/** A teacher's private link for calendar apps. The link itself is only in the answer that made it. */
export const calendarLink = z.object({
  /** Null: there is no link. */
  created_at: z.nullable(wireInstant),
  /** Null: no app has read the calendar with it yet. */
  last_read_at: z.nullable(wireInstant),
});
export type CalendarLink = z.infer<typeof calendarLink>;

/**
 * The roll of a meeting: `called`, `partly` when somebody has no mark. `expected`: it is due when the meeting is over.
 * `none`: nobody calls it.
 */
export const calendarRolls = ['called', 'partly', 'expected', 'none'] as const;

/** A meeting with what a calendar says of it. */
export const calendarMeeting = meeting.extend({
  student_count: wireCount,
  /** Of the class, taken and free together; null: nobody limits them. */
  places: z.nullable(wireCount),
  roll: z.enum(calendarRolls),
  /** Others were asked to take it, and nobody has yet. */
  asks_cover: z.boolean(),
});
export type CalendarMeeting = z.infer<typeof calendarMeeting>;

/** In days: the longest period of a calendar. */
export const calendarDaysMax = 62;

const inOrder = { path: ['to'] };

export const calendar = {
  get_calendar: call(
    'POST /calendar/get_calendar',
    {
      summary:
        'The meetings within reach from one day to another, of a teacher their own, with their rolls and places; the days off, the teachers away and, for the office, the events of these days',
      action: 'teaching.meetings',
      additive: true,
    },
    z
      .object({ from: date, to: date })
      .refine(({ from, to }) => from <= to, inOrder)
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= calendarDaysMax * 86_400_000, inOrder),
    answer({
      data: z.object({
        meetings: z.array(calendarMeeting),
        /** Where meetings that were moved would have been in these days. */
        moved_away: z.array(
          z.object({ meeting: calendarMeeting, starts_at: wireInstant, ends_at: wireInstant }),
        ),
        days_off: z.array(dayOff),
        away: z.array(
          z.object({ teacher_id: wireId, teacher_name: z.string(), from: wireDate, to: wireDate }),
        ),
        events: z.array(
          z.object({
            event_id: wireId,
            event_name: z.string(),
            course_id: z.nullable(wireId),
            starts_at: wireInstant,
            ends_at: wireInstant,
          }),
        ),
        /** If there are no meetings: when the next one begins in the three months after them. */
        next_at: z.nullable(wireInstant),
      }),
    }),
  ),
  feed: call(
    'GET /calendar/feed',
    {
      summary: "The caller's calendar link: whether there is one, and its last use",
      action: 'account.calendar',
      additive: true,
    },
    z.object({}),
    answer({ data: calendarLink }),
  ),
  create_feed: call(
    'POST /calendar/feed',
    {
      summary: 'Make a new calendar link, shown once; the previous one stops working',
      action: 'account.calendar',
      changes: true,
      stepUp: true,
      secret: true,
      additive: true,
      log: { kind: 'key_made' },
    },
    z.object({}),
    answer({ data: z.object({ url: z.string() }) }),
  ),
  revoke_feed: call(
    'POST /calendar/revoke',
    {
      summary: 'Revoke the calendar link',
      action: 'account.calendar',
      changes: true,
      additive: true,
      log: { kind: 'key_ended' },
    },
    z.object({}),
    done,
  ),
};
