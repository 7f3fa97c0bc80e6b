import * as z from 'zod';
import { heldLines, lineFields } from './cases.ts';
import { answerKinds } from './my-page.ts';
import { call } from './shared/calls/call.ts';
import { roles } from './shared/calls/roles.ts';
import { answer, id, line, page, pageSize } from './shared/fields.ts';
import { wireCount, wireDate, wireId, wireInstant, wireMoney } from './shared/wire.ts';

/** Months in the two series, this one included. */
export const dashboardMonths = 6;

/** Totals that a role does not need are left out. */
export const dashboardData = z.object({
  total_courses: wireCount,
  total_students: wireCount,
  total_course_admin: wireCount.optional(),
  /** For a teacher: the free places in their classes. */
  total_teachers: wireCount,
  total_course_coordinates: wireCount.optional(),
  /** Whole years since joining. */
  associated_from: z.number(),
  male_count: wireCount,
  female_count: wireCount,
  not_selected: wireCount,
  age_01to15: wireCount,
  age_16to30: wireCount,
  age_31to45: wireCount,
  /** Everybody of 46 and older. */
  age_46to100: wireCount,
  not_selected_age: wireCount,
  India: wireCount,
  Others: wireCount,
  UK: wireCount,
  USA: wireCount,
});
export type DashboardData = z.infer<typeof dashboardData>;

/** Oldest month first. Labels look like `Jun 2026`. Months are those of Kolkata. */
export const monthlySeries = z.object({ labels: z.array(z.string()), counts: z.array(wireCount) });
export type MonthlySeries = z.infer<typeof monthlySeries>;

/** Enrolments and new courses by month. */
export const dashboardSeries = z.object({ students: monthlySeries, courses: monthlySeries });
export type DashboardSeries = z.infer<typeof dashboardSeries>;

/** Kinds of open tasks about a course. */
export const courseKinds = [
  'unmarked_class',
  'class_without_teacher',
  'paid_not_placed',
  'attending_unpaid',
  'three_absences',
] as const;
export type CourseKind = (typeof courseKinds)[number];
/** In the order in which they are read: classes, students, money, mails and events. */
export const todayKinds = [
  'unmarked_class',
  'open_cover',
  'class_without_teacher',
  'homework_to_check',
  'family_answer',
  'three_absences',
  'paid_not_placed',
  'registered_not_placed',
  'correction',
  'attending_unpaid',
  'check_ends',
  'failed_mail',
  'event_without_link',
] as const;
export type TodayKind = (typeof todayKinds)[number];

/** Items shown of each kind: the most pressing ones, with the ids for a link. */
export const todayShown = 8;

const named = z.object({ user_id: wireId, fullname: z.string() });

/** What is open of a student's fees in the course. */
const owed = z.object({
  currency: z.string(),
  amount: wireMoney,
  /** The day of the oldest fee that is not paid. */
  since: z.nullable(wireDate),
});

/** Null: this kind has no such field. */
export const courseItem = z.object({
  course_id: wireId,
  course_name: z.string(),
  class_id: z.nullable(wireId),
  class_name: z.nullable(z.string()),
  student_id: z.nullable(wireId),
  student_name: z.nullable(z.string()),
  payment: z.nullable(wireId),
  /** For `paid_not_placed`: the student is in the course already, without a class. */
  is_enrolled: z.boolean().optional(),
  /** The class day without marks, or the last absence. */
  attendance_date: z.nullable(wireDate),
  /** The time of that meeting or, for a slot without a teacher, of the next one; the time of a payment. */
  at: z.nullable(wireInstant),
  /**
   * For `unmarked_class`: who takes that meeting, else the present teacher of the slot; null for none. Somebody
   * suspended calls no roll.
   */
  teacher: z.nullable(named.extend({ suspended: z.boolean() })).optional(),
  /**
   * For `unmarked_class`: the marks that a roll lacks which somebody has begun, without the caller's own. Absent: it has
   * no mark.
   */
  missing: wireCount.optional(),
  /** The present teachers of the class, for kinds about a student in a class. */
  teachers: z.array(named).optional(),
  /** The first day of it: of the absences, of the debt, without a teacher. */
  since: wireDate.optional(),
  /** For `three_absences`: each absence of the row, the first one first. */
  days: z.nullable(z.array(wireDate)).optional(),
  /** For `attending_unpaid`: as far as fees are charged in the portal. */
  owes: z.array(owed).optional(),
  ...lineFields,
});
export type CourseItem = z.infer<typeof courseItem>;

export const failedMail = z.object({
  /** Null: the mail is about no event. */
  course_id: z.nullable(wireId),
  course_name: z.nullable(z.string()),
  event_id: z.nullable(wireId),
  event_name: z.nullable(z.string()),
  mail_id: wireId,
  /** Whose address mails came back from. Null: this mail alone failed. */
  person: z.nullable(named.extend({ role: z.enum(roles) })).optional(),
  /** When it failed, or came back. */
  at: wireInstant,
  ...lineFields,
});

export const eventWithoutLink = z.object({
  course_id: wireId,
  course_name: z.string(),
  event_id: wireId,
  event_name: z.string(),
  /** When it begins. */
  at: wireInstant,
  ...lineFields,
});

/** A meeting that waits for another teacher. */
export const openCover = z.object({
  cover_id: wireId,
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId.optional(),
  class_name: z.string(),
  teacher_name: z.string(),
  /** When it begins. */
  at: wireInstant,
  ...lineFields,
});

/** Homework that waits for a teacher. */
export const homeworkToCheck = z.object({
  homework_id: wireId,
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId,
  class_name: z.string(),
  student_id: wireId,
  student_name: z.string(),
  week_name: z.string(),
  /** The present teachers of the class. */
  teachers: z.array(named),
  /** When it was handed in. */
  at: wireInstant,
  ...lineFields,
});

/** What a family wrote on its page, and nobody has seen. */
export const familyAnswer = z.object({
  answer_id: wireId,
  course_id: wireId,
  course_name: z.string(),
  class_id: wireId,
  class_name: z.string(),
  student_id: wireId,
  student_name: z.string(),
  answer: z.enum(answerKinds),
  body: z.string(),
  /** The day of the meeting to which they cannot come. */
  held_on: z.nullable(wireDate),
  /** The present teachers of the class. */
  teachers: z.array(named),
  /** When they wrote it. */
  at: wireInstant,
  ...lineFields,
});

/** What a family proposes to correct, and nobody has decided. It is of no course. */
export const proposedCorrection = z.object({
  correction_id: wireId,
  course_id: z.null(),
  course_name: z.null(),
  student_id: wireId,
  student_name: z.string(),
  at: wireInstant,
  ...lineFields,
});

/** A learner whom a family registered on the public page, and who has no place. */
export const openRegistration = z.object({
  registration_id: wireId,
  course_id: wireId,
  course_name: z.string(),
  /** Null: whether they are a student already is the question. */
  student_id: z.nullable(wireId),
  student_name: z.string(),
  at: wireInstant,
  ...lineFields,
});

/** A check of somebody who teaches, or wants to, that ends soon or has ended. */
export const checkEnds = z.object({
  check_id: wireId,
  course_id: z.null(),
  course_name: z.null(),
  user_id: wireId,
  fullname: z.string(),
  is_teacher: z.boolean(),
  /** Its kind, in the provider's own word. */
  check: z.string(),
  valid_until: wireDate,
  ...lineFields,
});

/** The item of each kind. */
export type TodayItems = Readonly<Record<CourseKind, CourseItem>> & {
  readonly open_cover: z.infer<typeof openCover>;
  readonly family_answer: z.infer<typeof familyAnswer>;
  readonly correction: z.infer<typeof proposedCorrection>;
  readonly registered_not_placed: z.infer<typeof openRegistration>;
  readonly check_ends: z.infer<typeof checkEnds>;
  readonly homework_to_check: z.infer<typeof homeworkToCheck>;
  readonly failed_mail: z.infer<typeof failedMail>;
  readonly event_without_link: z.infer<typeof eventWithoutLink>;
};

/** Items on a page of the complete list. */
export const todayPageSize = 100;

const groupOf = <K extends z.ZodType, I extends z.ZodType>(kind: K, item: I, most: number) =>
  z.object({ kind, count: wireCount, items: z.array(item).max(most) });

const groupsOf = (most: number) =>
  z.discriminatedUnion('kind', [
    groupOf(z.enum(courseKinds), courseItem, most),
    groupOf(z.literal('open_cover'), openCover, most),
    groupOf(z.literal('family_answer'), familyAnswer, most),
    groupOf(z.literal('homework_to_check'), homeworkToCheck, most),
    groupOf(z.literal('correction'), proposedCorrection, most),
    groupOf(z.literal('registered_not_placed'), openRegistration, most),
    groupOf(z.literal('check_ends'), checkEnds, most),
    groupOf(z.literal('failed_mail'), failedMail, most),
    groupOf(z.literal('event_without_link'), eventWithoutLink, most),
  ]);

/** Only kinds with items, in the order of `todayKinds`. */
export const todayGroup = groupsOf(todayShown);
export type TodayGroup = z.infer<typeof todayGroup>;

/** How many lines of a kind are older than those that are counted. */
const todayOlder = z.array(z.object({ kind: z.enum(todayKinds), count: wireCount }));
export type TodayOlder = z.infer<typeof todayOlder>;

/** An item of any kind. The first of these that fits is it. */
const todayItem = z.union([
  courseItem,
  openCover,
  familyAnswer,
  homeworkToCheck,
  proposedCorrection,
  openRegistration,
  checkEnds,
  failedMail,
  eventWithoutLink,
]);

/** What narrows a list of Today. What a kind does not have, no item of it passes. */
const todayFilter = z.object({
  course_id: id.optional(),
  class_id: id.optional(),
  /** Who should have called the roll, who teaches the class, who asks for a substitute. */
  teacher_id: id.optional(),
  /** Who took the line in hand. */
  owner_id: id.optional(),
  /** A part of a name. */
  search: line(100).optional(),
  /** By what became of its case; absent: lines that wait. */
  held: z.enum(heldLines).optional(),
  /** Those that `get_today` counts, or the older ones, which it counts apart; absent: both. */
  age: z.enum(['recent', 'older']).optional(),
});
export type TodayFilter = z.output<typeof todayFilter>;

/**
 * The things that exist within the caller's reach, for the text when nothing is due. `classes`: one with a weekly slot.
 * `students`: one in a course, or for a teacher in a class of theirs.
 */
export const todayHas = z.object({
  course_admins: z.boolean(),
  courses: z.boolean(),
  classes: z.boolean(),
  students: z.boolean(),
});
export type TodayHas = z.infer<typeof todayHas>;

const dashboard = answer({ data: dashboardData, months: dashboardSeries });

export const dashboards = {
  admin_dashboard: call(
    'GET /dashboard/admin_dashboard/{uid}',
    {
      summary: 'Dashboard of the account admin',
      who: { admin: 'any' },
      noAction: 'counts what the lists show',
    },
    z.object({ uid: id }),
    dashboard,
  ),
  course_admin_dashboard: call(
    'GET /dashboard/course_admin_dashboard/{uid}',
    {
      summary: 'Dashboard of a course admin; students are counted once',
      action: 'colleagues.courseAdmin',
      subject: 'uid',
    },
    z.object({ uid: id }),
    dashboard,
  ),
  teacher_dashboard: call(
    'GET /dashboard/teacher_dashboard/{user_id}',
    {
      summary: 'Dashboard of a teacher',
      who: { admin: 'any', teacher: 'self' },
      noAction: 'counts what the lists show',
      subject: 'user_id',
    },
    z.object({ user_id: id }),
    dashboard,
  ),
  get_today: call(
    'GET /dashboard/get_today',
    {
      summary: "Open tasks of today within the caller's reach",
      who: { admin: 'any', courseadmin: 'own', teacher: 'own' },
      noAction: 'counts what the lists show',
      additive: true,
    },
    z.object({}),
    answer({
      data: z.array(todayGroup),
      /**
       * What waits longer than anybody solves today: rolls of more than two weeks ago, absences and homework of more
       * than four, debts of more than three months. No line of `data` is one of these.
       */
      older: todayOlder,
      /** Children without a guardian's consent to their data, for the office where it asks for one. */
      without_consent: wireCount.optional(),
      has: todayHas.optional(),
    }),
  ),
  get_today_list: call(
    'GET /dashboard/get_today_list/{kind}',
    {
      summary: 'All open tasks of one kind, the most pressing first, one page at a time',
      who: { admin: 'any', courseadmin: 'own', teacher: 'own' },
      noAction: 'names what the lists show',
      additive: true,
    },
    z.object({ kind: z.enum(todayKinds), page, pageSize }),
    /** A kind that the role does not have is empty. */
    answer({ data: groupsOf(todayPageSize) }),
  ),
  get_today_kind: call(
    'POST /dashboard/get_today_kind',
    {
      summary: 'Open tasks of one kind that a filter finds, the most pressing first, one page at a time',
      who: { admin: 'any', courseadmin: 'own', teacher: 'own' },
      noAction: 'names what the lists show',
      additive: true,
    },
    z.object({ kind: z.enum(todayKinds), page, pageSize, filter: todayFilter.default({}) }),
    answer({ data: z.array(todayItem).max(todayPageSize), total: wireCount }),
  ),
};
