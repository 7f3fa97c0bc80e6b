import * as z from 'zod';
import { call } from './shared/call.ts';
import { answer, id } from './shared/fields.ts';
import { maybe, wireCount } from './shared/wire.ts';

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

/** Oldest month first. */
export const monthlySeries = z.object({ labels: z.array(z.string()), counts: z.array(wireCount) });
export type MonthlySeries = z.infer<typeof monthlySeries>;

/** Enrolments and new courses by month. */
export const dashboardSeries = z.object({ students: monthlySeries, courses: monthlySeries });
export type DashboardSeries = z.infer<typeof dashboardSeries>;

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
};
