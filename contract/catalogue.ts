import * as z from 'zod';
import { classDays } from './shared/meetings/slots.ts';
import { courseDurations, registrationStates } from './courses.ts';
import { call } from './shared/calls/call.ts';
import { answer, page } from './shared/fields.ts';
import { wireCount, wireDate, wireInstant, wireMoney } from './shared/wire.ts';

/** Where everybody reads of the published courses. */
export const cataloguePath = '/courses-open';

/** Courses on a page of the catalogue. */
export const cataloguePageSize = 15;

const offeredClass = z.object({
  class_name: z.string(),
  /** On the clock of the class; `time_zone` is an IANA zone. */
  slots: z.array(
    z.object({
      class_day: z.enum(classDays),
      time: z.string(),
      time_zone: z.string(),
      duration_minutes: wireCount,
    }),
  ),
  /** When its next meeting begins. Null: none within five weeks from now, or from the first day of the course. */
  next_at: z.nullable(wireInstant),
  /** Places that nobody has taken. Null: nobody limits the class. */
  free: z.nullable(wireCount),
  /** Students who wait for a place. */
  waiting: wireCount,
});

const offeredCourse = z.object({
  /** The last part of the address of its page. */
  slug: z.string(),
  url: z.string(),
  course_name: z.string(),
  /** Empty: it has no picture of its own. Browsers show it on pages of the portal only; programs may fetch it. */
  image_url: z.string(),
  course_duration: z.enum(courseDurations),
  start_date: wireDate,
  /** The published course that must be completed first. Absent: none. */
  comes_after: z.string().optional(),
  reg_status: z.enum(registrationStates),
  /** HTML of a few harmless tags. */
  description: z.string(),
  what_we_learn: z.string(),
  prices: z.array(z.object({ country_code: z.string(), currency_code: z.string(), amount: wireMoney })),
  /** At most 200. Long ones are left out, as what is long in texts is cut, so that a page stays within 60 KB. */
  topics: z.array(z.object({ week: wireCount, topic_name: z.string() })),
  classes: z.array(offeredClass),
});

export const catalogue = {
  get_catalogue: call(
    'GET /catalogue',
    {
      summary: `The published courses for programs of other sites, ${cataloguePageSize} a page, once an admin has opened the catalogue`,
      who: 'anyone',
      additive: true,
    },
    z.object({ page }),
    answer({
      provider_name: z.string(),
      data: z.array(offeredCourse),
      total_count: wireCount,
    }),
  ),
};
