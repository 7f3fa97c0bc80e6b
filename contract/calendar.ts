import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { answer, done } from './shared/fields.ts';
import { wireInstant } from './shared/wire.ts';

/** A teacher's private link for calendar apps. The link itself is only in the answer that made it. */
export const calendarLink = z.object({
  /** Null: there is no link. */
  created_at: z.nullable(wireInstant),
  /** Null: no app has read the calendar with it yet. */
  last_read_at: z.nullable(wireInstant),
});
export type CalendarLink = z.infer<typeof calendarLink>;

export const calendar = {
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
