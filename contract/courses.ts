import * as z from 'zod';
import { classOption } from './classes.ts';
import { courseTerms, nextTermInput, termPlan } from './continuations.ts';
import { call, formattedCost } from './shared/calls/call.ts';
import { countryOf } from './shared/countries.ts';
import { isCurrency } from './shared/money/money.ts';
import {
  actorId,
  answer,
  date,
  done,
  fileUrl,
  httpsUrl,
  id,
  idOrAll,
  idOrNone,
  line,
  looseDate,
  maybePage,
  maybePageSize,
  picture,
  requiredLine,
  richText,
  sortBy,
  wholeNumber,
} from './shared/fields.ts';
import type { RowState } from './shared/files/row-states.ts';
import { rowStates } from './shared/files/row-states.ts';
import { instructorRow } from './shared/teacher-row.ts';
import { shownSlot } from './shared/meetings/slots.ts';
import { standing } from './shared/meetings/teaching.ts';
import { countedVersion } from './shared/calls/version.ts';
import { can, wireCount, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';
import { wrappedHtml } from './shared/wrapped-html.ts';

export const courseDurations = ['semester', 'trimister', 'quarterly', 'yearly'] as const;
export type CourseDuration = (typeof courseDurations)[number];

export const durationMonths: Readonly<Record<CourseDuration, number>> = {
  semester: 6,
  trimister: 3,
  quarterly: 3,
  yearly: 12,
};

export const courseStatuses = ['published', 'unpublished', 'coming_soon'] as const;
export type CourseStatus = (typeof courseStatuses)[number];

export const registrationStates = ['opened', 'closed'] as const;
export type RegistrationState = (typeof registrationStates)[number];

/** The columns that sort the list of all courses; in the query with a minus in front for descending. */
export const courseSorts = [
  'course_name',
  'courseadmin',
  'course_duration',
  'start_date',
  'status',
  'reg_status',
  'student_count',
] as const;
export type CourseSort = (typeof courseSorts)[number];

/** The image of a course without its own. */
export const defaultCourseImage = '/defaults/course.svg';

export const courseType = z.object({ id: wireId, type: z.string() });
export type CourseType = z.infer<typeof courseType>;

export const courseRow = z.object({
  id: wireId,
  course_id: wireId,
  course_name: z.string(),
  course_image: z.string(),
  courseadmin_id: z.nullable(wireId),
  courseadmin: z.nullable(z.string()),
  course_duration: z.enum(courseDurations),
  start_date: wireDate,
  /** JSON text, see `wrapHtml`. */
  course_description: z.string(),
  what_we_learn: z.string(),
  note: z.string(),
  price: z.nullable(wireMoney),
  /** Locked: a student is enrolled, so duration and start date cannot change. */
  flag: z.boolean(),
  type: z.nullable(wireId),
  email_id: z.string(),
  status: z.enum(courseStatuses),
  reg_status: z.enum(registrationStates),
  course_publish_unpublish_date: z.nullable(wireInstant),
  created_at: wireInstant,
  student_count: wireCount,
  student_enrolled: wireCount,
  can: can('edit', 'publish', 'manage'),
});
export type CourseRow = z.infer<typeof courseRow>;

export const courseOption = z.object({ course_id: wireId, course_name: z.string() });
export type CourseOption = z.infer<typeof courseOption>;

export const glimpseRow = z.object({
  glimpse_id: wireId,
  glimpse_name: z.string(),
  glimpse_description: z.string(),
  glimpse_image: z.string(),
});
export type GlimpseRow = z.infer<typeof glimpseRow>;

export const priceRow = z.object({
  id: wireId,
  country_name: z.string(),
  currency_code: z.string(),
  country_code: z.string(),
  /** Digits, or '' where a region has no price yet. */
  price_value: z.string(),
});
export type PriceRow = z.infer<typeof priceRow>;

export const topicRow = z.object({
  topic_id: wireId,
  /** Counts from 1. */
  weekCount: z.int(),
  week: z.string(),
  topicName: z.string(),
  video: z.string(),
  homework: z.enum(['true', 'false']),
  pdf: z.string(),
  pdfName: z.string(),
});
export type TopicRow = z.infer<typeof topicRow>;

/** A class of a teacher in a course. */
export const taughtCourseRow = z.object({
  course_id: wireId,
  course_name: z.string(),
  course_image: z.string(),
  class_id: wireId,
  class_name: z.string(),
  start_date: wireDate,
  course_duration: z.enum(courseDurations),
  /** Next meetings as instants, earliest first, separated by commas. */
  slot_time: z.string(),
  /** The same meetings on the class's own clock. */
  weekly_slots: z.array(shownSlot),
  /** The number of present students of the class. */
  student_count: wireCount,
});
export type TaughtCourseRow = z.infer<typeof taughtCourseRow>;

/** `week` is 'DD-MM-YYYY/DD-MM-YYYY', first and last day. */
export const weekRow = z.object({ week: z.string(), topics: z.array(topicRow) });
export type WeekRow = z.infer<typeof weekRow>;

const state = z.enum(rowStates);

/**
 * The row's position after the save among those of its course (for a topic: of its week), from 0. Absent: a present row
 * keeps its order, a new one goes to the end.
 */
const position = wholeNumber(0, 10_000).optional();

const isNew = ({ state }: { state: RowState }) => state === 'ADD';
const isRemoved = ({ state }: { state: RowState }) => state === 'REMOVE';

const priceChange = z
  .object({
    id: idOrNone,
    country_name: line(100).default(''),
    currency_code: line(10).default(''),
    country_code: line(10).default(''),
    price_value: z
      .string()
      .regex(/^\d{0,10}$/)
      .default(''),
    state,
  })
  .refine((price) => isNew(price) || price.id !== null, { path: ['id'] })
  .refine((price) => isRemoved(price) || price.country_name !== '', { path: ['country_name'] })
  .refine((price) => isRemoved(price) || countryOf(price.country_code) !== undefined, {
    path: ['country_code'],
  })
  .refine((price) => isRemoved(price) || isCurrency(price.currency_code), { path: ['currency_code'] });
export type PriceChange = z.output<typeof priceChange>;

const glimpseChange = z
  .object({
    glimpse_id: idOrNone,
    glimpse_name: line(200).default(''),
    glimpse_description: richText.default(''),
    glimpse_image: picture(''),
    position,
    state,
  })
  .refine((glimpse) => isNew(glimpse) || glimpse.glimpse_id !== null, { path: ['glimpse_id'] });
export type GlimpseChange = z.output<typeof glimpseChange>;

const topicChange = z
  .object({
    topic_id: idOrNone,
    weekCount: wholeNumber(1, 60),
    week: line(30).optional(),
    topicName: line(200).default(''),
    video: httpsUrl.default(''),
    homework: z
      .union([z.enum(['true', 'false']), z.boolean()])
      .default('false')
      .transform((value) => (value === true || value === 'true' ? 'true' : 'false')),
    pdf: fileUrl.default(''),
    pdfName: line(255).default(''),
    position,
    state,
  })
  .refine((topic) => isNew(topic) || topic.topic_id !== null, { path: ['topic_id'] })
  .refine((topic) => isRemoved(topic) || topic.topicName !== '', { path: ['topicName'] });
export type TopicChange = z.output<typeof topicChange>;

const basics = {
  course_name: requiredLine(200),
  course_image: picture(defaultCourseImage),
  course_duration: z.enum(courseDurations),
};

const changed = {
  ...basics,
  /** From get_single_course. If it has changed, the answer is a conflict. Absent: saved without a check. */
  version: countedVersion,
};

const saved = answer({ version: z.int() });

const legacyPrice = z
  .union([z.number().nonnegative(), z.string().regex(/^(\d{1,10}(\.\d{1,2})?)?$/), z.null()])
  .optional()
  .transform((value) => (value === undefined || value === null || value === '' ? null : String(value)))
  .pipe(z.nullable(z.string().regex(/^\d{1,10}(\.\d{1,2})?$/)));

const sharedTypes = {
  action: 'courses.types',
  anyBecause: 'All courses share the types. A used type stays, and every change can be undone',
} as const;
const ownCourses = answer({ data: z.array(courseRow) });
const typeList = answer({ data: z.array(courseType) });

export const courses = {
  get_single_course: call(
    'POST /courses/get_single_course',
    {
      summary: 'One course with its glimpses, teachers, weeks and prices',
      action: 'teaching.see',
    },
    z.object({ student_id: idOrNone, course_id: id }),
    answer({
      data: z.object({
        course: courseRow,
        glimpses: z.array(glimpseRow),
        teachers: z.array(instructorRow),
        weeks: z.array(weekRow),
        prices: z.array(priceRow),
        /** Absent for a teacher. */
        terms: courseTerms.optional(),
      }),
      types: z.array(courseType),
      /** The id of the chosen type. */
      type: z.nullable(wireId),
      flag: z.boolean(),
      /** Increases with every save of the course's form. An edit with an old one is refused. */
      version: z.int(),
    }),
  ),
  add_course: call(
    'POST /courses/add_course',
    {
      summary: 'Add a course',
      action: 'courses.seeAll',
      actor: ['user_id'],
      cost: formattedCost,
      changes: true,
    },
    z.object({
      ...basics,
      courseadmin_id: id,
      start_date: date,
      course_description: wrappedHtml('description'),
      what_we_learn: wrappedHtml('what'),
      note: wrappedHtml('note'),
      price: legacyPrice,
      user_id: actorId,
      course_id: idOrNone,
    }),
    answer({ course_id: wireId }),
  ),
  next_term: call(
    'POST /courses/next_term',
    {
      summary:
        'Make the next run of a course: its texts, curriculum, prices and classes with new dates. Its teachers are asked, and places are kept for its students until a day',
      action: 'courses.edit',
      checks: 'next_term',
      changes: true,
      undo: 'added',
      additive: true,
    },
    nextTermInput,
    /** `course_id`: of the new course; absent after a preview. */
    answer({ data: termPlan, course_id: wireId.optional() }),
  ),
  set_level: call(
    'POST /courses/set_level',
    {
      summary: 'Say which course must be completed before this one, in any of its runs; null: none',
      action: 'courses.edit',
      changes: true,
      undo: 'changed',
      additive: true,
    },
    z.object({ course_id: id, level_after: idOrNone }),
    done,
  ),
  except_from_level: call(
    'POST /courses/except_from_level',
    {
      summary: 'Let a student into a course without the level before it, for a reason that is kept',
      action: 'courses.edit',
      changes: true,
      undo: 'added',
      additive: true,
    },
    z.object({ course_id: id, student_id: id, reason: requiredLine(200) }),
    done,
  ),
  edit_course_by_admin: call(
    'POST /courses/edit_course_by_admin',
    {
      summary: 'Edit a course as account admin',
      action: 'courses.seeAll',
      actor: ['user_id'],
      cost: formattedCost,
      changes: true,
    },
    z.object({
      ...changed,
      courseadmin_id: id,
      start_date: looseDate,
      course_description: wrappedHtml('description'),
      user_id: actorId,
      course_id: id,
    }),
    saved,
  ),
  edit_course_by_courseadmin: call(
    'PUT /courses/edit_course_by_courseadmin',
    {
      summary: 'Edit a course with its prices, glimpses and topics',
      action: 'courses.edit',
      actor: ['added_by'],
      cost: formattedCost,
      changes: true,
    },
    z.object({
      ...changed,
      added_by: actorId,
      type: idOrNone,
      start_date: looseDate,
      description: wrappedHtml('description'),
      course_id: id,
      what_we_learn: wrappedHtml('what'),
      note: wrappedHtml('note'),
      prices: z.array(priceChange).max(300).default([]),
      glimpse: z.array(glimpseChange).max(300).default([]),
      total_topics: z.array(topicChange).max(1000).default([]),
      email_id: line(254).nullish(),
    }),
    saved,
  ),
  get_all_courses: call(
    'GET /courses/get_all_courses',
    {
      summary: 'All courses, or one page with `page` or its size',
      action: 'courses.seeAll',
      alsoPost: true,
    },
    z.object({
      /** A part of the name of the course or its course admin. */
      search: line(100).nullish(),
      status: z.enum(courseStatuses).nullish(),
      reg_status: z.enum(registrationStates).nullish(),
      sort: sortBy(courseSorts),
      page: maybePage,
      pageSize: maybePageSize,
    }),
    /** `total_count` comes with a page. */
    answer({ data: z.tuple([z.array(courseRow)]), total_count: wireCount.optional() }),
  ),
  get_all_courses_for_courseadmin: call(
    'GET /courses/get_all_courses_for_courseadmin/{uid}',
    { summary: 'The courses of a course admin', action: 'colleagues.courseAdmin', subject: 'uid' },
    z.object({ uid: id }),
    answer({ data: z.tuple([z.array(courseRow)]) }),
  ),
  get_all_courses_for_teacher: call(
    'GET /courses/get_all_courses_for_teacher/{user_id}/{course_id}/{class_id}',
    {
      summary: 'The courses of a teacher',
      action: 'colleagues.teacher',
      subject: 'user_id',
    },
    z.object({ user_id: id, course_id: idOrAll, class_id: idOrAll }),
    answer({
      data: z.array(taughtCourseRow),
      courses: z.array(courseOption),
      classes: z.array(classOption),
    }),
  ),
  edit_course_type: call(
    'POST /courses/edit_course_type',
    {
      summary: 'Rename a course type, or delete an unused one',
      ...sharedTypes,
      changes: true,
      undo: 'changed',
    },
    z.object({ type: line(100).default(''), id, state: z.enum(['EDIT', 'DELETE']) }),
    typeList,
  ),
  add_course_type: call(
    'POST /courses/add_course_type',
    {
      summary: 'Add a course type, shared by all courses',
      ...sharedTypes,
      changes: true,
    },
    // The id of the course whose form is open. It has no effect, because types belong to all courses.
    z.object({ id: idOrNone, type: requiredLine(100) }),
    typeList,
  ),
  get_coverage: call(
    'POST /courses/get_coverage',
    {
      summary: 'Where the classes of a course stand against its curriculum, in meetings',
      action: 'teaching.see',
      additive: true,
    },
    z.object({ course_id: id }),
    // Empty for a course without topics, and without classes.
    answer({ data: z.array(standing) }),
  ),
  course_publish: call(
    'POST /courses/course_publish',
    {
      summary: 'Publish or unpublish a course, or announce it as coming soon',
      action: 'courses.edit',
      actor: ['user_id'],
      changes: true,
      undo: 'changed',
    },
    z.object({
      course_id: id,
      user_id: actorId,
      flag: z.enum(courseStatuses),
      /**
       * The status that the person saw. If it has changed, the answer is a conflict. Absent: changed without a check.
       */
      expected: z.enum(courseStatuses).optional(),
    }),
    ownCourses,
  ),
  course_reg_status: call(
    'POST /courses/course_reg_status',
    {
      summary: 'Open or close the registration of a course',
      action: 'courses.edit',
      actor: ['user_id'],
      changes: true,
      undo: 'changed',
    },
    z.object({
      course_id: id,
      user_id: actorId,
      /**
       * The state that the person saw. If it has changed, the answer is a conflict. Absent: toggled without a check.
       */
      expected: z.enum(registrationStates).optional(),
    }),
    ownCourses,
  ),
};
