import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, id } from './shared/fields.ts';
import { maybe, wireCount, wireDate, wireId, wireInstant } from './shared/wire.ts';

/** Months that the two series cover, this one included. */
export const dashboardMonths = 6;

/** Totals that a role has no use for are left out. */
export const dashboardData = z.object({
  total_courses: wireCount,
  total_students: wireCount,
  total_course_admin: wireCount.optional(),
  /** For a teacher: the free places in his classes. */
  total_teachers: wireCount,
  total_course_coordinates: wireCount.optional(),
  /** Whole years since joining. */
  associated_from: maybe(z.number()),
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

/** Oldest month first; labels read as `Jun 2026`. Months are those of Kolkata. */
export const monthlySeries = z.object({ labels: z.array(z.string()), counts: z.array(wireCount) });
export type MonthlySeries = z.infer<typeof monthlySeries>;

/** Enrolments and new courses by month. */
export const dashboardSeries = z.object({ students: monthlySeries, courses: monthlySeries });
export type DashboardSeries = z.infer<typeof dashboardSeries>;

/** What may need a person now. */
export const todayKinds = [
  'unmarked_class',
  'class_without_teacher',
  'paid_not_placed',
  'attending_unpaid',
  'three_absences',
  'failed_mail',
  'event_without_link',
] as const;
export type TodayKind = (typeof todayKinds)[number];

/** Of each kind the most pressing ones, with what a link to the fix needs. */
export const todayShown = 5;

export const todayItem = z.object({
  course_id: maybe(wireId),
  course_name: maybe(z.string()),
  class_id: maybe(wireId),
  class_name: maybe(z.string()),
  student_id: maybe(wireId),
  student_name: maybe(z.string()),
  event_id: maybe(wireId),
  event_name: maybe(z.string()),
  /** Row of a payment or of a mail. */
  payment: maybe(wireId),
  mail_id: maybe(wireId),
  /** Whoever paid is in the course already, without a class; else he is still to come into it. */
  is_enrolled: z.boolean().optional(),
  /** Class day that is not marked, or the last of the absences. */
  attendance_date: maybe(wireDate),
  /** When the class met or, without a teacher, meets next; the event begins; the payment or the failure came. */
  at: maybe(wireInstant),
});
export type TodayItem = z.infer<typeof todayItem>;

/** Only kinds that have something; the most pressing first. */
export const todayGroup = z.object({
  kind: z.enum(todayKinds),
  count: wireCount,
  items: z.array(todayItem).max(todayShown),
});
export type TodayGroup = z.infer<typeof todayGroup>;

/**
 * What there is within the caller's reach, told where nothing is due: nobody is told that a roll is called where no class
 * meets. `classes`: one with a weekly time; `students`: one who is in a course, of a teacher in a class of theirs.
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
    { summary: 'Dashboard of the account admin', who: { admin: 'any' } },
    z.object({ uid: id }),
    dashboard,
  ),
  course_admin_dashboard: call(
    'GET /dashboard/course_admin_dashboard/{uid}',
    {
      summary: 'Dashboard of a course admin; students are counted once',
      who: { admin: 'any', courseadmin: 'self' },
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
      additive: true,
    },
    z.object({}),
    answer({ data: z.array(todayGroup), has: todayHas.optional() }),
  ),
};
