import * as z from 'zod';
import { classDays } from './classes.ts';
import { call } from './shared/calls/call.ts';
import { printedVersion } from './shared/calls/version.ts';
import { answer, done, id, idOrNone } from './shared/fields.ts';
import { spokenLanguage } from './shared/person/person-fields.ts';
import { isTimeZone } from './shared/time-zones.ts';
import { hoursOfWeek, mostWished } from './shared/week-hours.ts';
import { wireCount, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** People of one answer, and of one placing. */
export const mostUnplaced = 1_000;

/**
 * Why no class is proposed. `level_missing`: the course needs the completion of another one. `moved`: the person's clock
 * is another one than that of the hours.
 */
export const whyNots = [
  'level_missing',
  'no_wish',
  'moved',
  'no_hours',
  'no_class',
  'no_hour',
  'no_language',
  'full',
] as const;
export type WhyNot = (typeof whyNots)[number];

/** Why a proposal is not carried out. `gone`: no longer in the course without a class, or out of reach. */
export const placingStays = ['gone', 'level_missing', 'does_not_fit', 'class_full'] as const;

/** When somebody can come: hours of the week from Monday 00:00 on, 0 to 167. */
const wish = z.object({ zone: z.string(), hours: z.array(wireCount), languages: z.array(z.string()) });
export type WireWish = z.infer<typeof wish>;

const proposal = z.object({
  class_id: wireId,
  class_name: z.string(),
  /** Of each weekly time when it begins on the person's clock: more than once where clocks change meanwhile. */
  times: z.array(z.array(z.object({ class_day: z.enum(classDays), time: z.string() }))),
  /** Of those that the person wants. Null: they want any, or that of the class is not known. */
  language: z.nullable(z.string()),
  language_is_unknown: z.boolean(),
  /** Brothers and sisters in the same class, or proposed for it. */
  together_with: z.array(z.string()),
});

const unplaced = z.object({
  enrolment_id: wireId,
  student_id: wireId,
  fullname: z.string(),
  course_id: wireId,
  course_name: z.string(),
  registered_at: wireInstant,
  wish: z.nullable(wish),
  proposal: z.nullable(proposal),
  /** Null: there is a proposal. */
  why: z.nullable(z.enum(whyNots)),
});
export type UnplacedRow = z.infer<typeof unplaced>;

/** People who fit into no class and could all come to one that does not exist yet. */
const group = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_day: z.enum(classDays),
  /** For how long all of them have time, on the clock of `zone`. */
  from: z.string(),
  until: z.string(),
  zone: z.string(),
  /** Null: any. */
  language: z.nullable(z.string()),
  people: wireCount,
  /** Of the course: free in the first hour, and they speak it. */
  teachers: z.array(z.object({ user_id: wireId, fullname: z.string() })),
});
export type PlacingGroup = z.infer<typeof group>;

const placings = z.object({
  placings: z
    .array(
      z.object({
        enrolment_id: id,
        class_id: id,
        /** Somebody chose the class: wanted hours and languages do not count. */
        by_hand: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(mostUnplaced),
});

export const placingPreview = z.object({
  placed: wireCount,
  /** Families who registered them on the public page, and can be told by mail. */
  families: wireCount,
  /** Of whom the price that they chose is not charged yet. */
  to_charge: wireCount,
  /** What they chose, one sum for each currency. */
  sums: z.array(z.object({ amount: wireMoney, currency: z.string() })),
  stays: z.array(z.object({ reason: z.enum(placingStays), count: wireCount, names: z.array(z.string()) })),
  /** Names exactly these placings. */
  digest: z.string(),
});
export type PlacingPreview = z.infer<typeof placingPreview>;

const reaches = { action: 'students.change', additive: true } as const;

export const placing = {
  get_proposals: call(
    'POST /placing/get_proposals',
    {
      summary:
        'Who is in a course and in no class, the first registered first, each with a class that fits their hours and languages, or why none does; and the classes that could be opened',
      ...reaches,
    },
    z.object({ course_id: idOrNone.optional() }),
    answer({ data: z.array(unplaced), groups: z.array(group), total_count: wireCount }),
  ),
  preview_place: call(
    'POST /placing/preview_place',
    {
      summary: 'What placing these people would do, and who stays without a class for which reason',
      ...reaches,
    },
    placings,
    answer({ data: placingPreview }),
  ),
  place: call(
    'POST /placing/place',
    {
      summary: 'Place people in classes exactly as previewed, all or nobody',
      ...reaches,
      changes: true,
      checks: 'preview_place',
      undo: 'moved',
    },
    placings.extend({
      /** From the preview that the person saw. If something has changed since, the answer is 409. */
      digest: z.string().max(64),
      /** The families hear of it by mail. */
      send_mail: z.boolean(),
      /** Charges what they chose to pay. */
      charge: z.boolean().optional(),
    }),
    answer({ data: z.object({ placed: wireCount, stayed: wireCount }) }),
  ),
  get_wishes: call(
    'GET /placing/get_wishes/{id}',
    {
      summary: 'When a student can come, for each present course within reach and for all others',
      ...reaches,
      log: { kind: 'read_student', about: 'id' },
    },
    z.object({ id }),
    answer({
      data: z.object({
        wishes: z.array(
          z.object({
            /** Null: each course that has no wish of its own. */
            course_id: z.nullable(wireId),
            course_name: z.nullable(z.string()),
            wish: z.nullable(wish),
            version: z.string(),
          }),
        ),
        /** The clock by which the student reads times now. */
        zone: z.string(),
      }),
    }),
  ),
  save_wish: call(
    'POST /placing/save_wish',
    {
      summary: 'Write down when a student can come, and in which languages',
      ...reaches,
      changes: true,
      undo: 'changed',
    },
    z.object({
      user_id: id,
      /** Null: for each course that has no wish of its own. */
      course_id: idOrNone,
      zone: z.string().max(100).refine(isTimeZone),
      hours: z
        .array(
          z
            .int()
            .min(0)
            .max(hoursOfWeek - 1),
        )
        .max(hoursOfWeek)
        .overwrite((all) => [...new Set(all)].toSorted((one, other) => one - other)),
      languages: z
        .array(spokenLanguage)
        .max(mostWished)
        .overwrite((all) => [...new Set(all)]),
      version: printedVersion,
    }),
    done,
  ),
};
