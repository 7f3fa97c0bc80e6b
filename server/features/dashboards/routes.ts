import type { dashboards } from '@gurukul/contract/dashboards';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { compositionOf, seriesOf } from './figures.ts';
import { countForAdmin, countForCourseAdmin, countForTeacher } from './queries.ts';
import type { Figures } from './queries.ts';

function found(figures: Figures | null): Figures {
  if (figures === null) throw fail('not_found');
  return figures;
}

/** What every role is told. */
const common = ({ total_courses, total_teachers, associated_from, groups }: Figures) => ({
  total_courses,
  total_teachers,
  associated_from,
  ...compositionOf(groups),
});

export const dashboardsHandlers: Handlers<typeof dashboards> = {
  async admin_dashboard({ uid }, { db }) {
    const figures = found(await countForAdmin(db, uid));
    const { total_course_admin, total_course_coordinates, months } = figures;
    const data = { ...common(figures), total_course_admin, total_course_coordinates };
    return { status: 200, message: 'success', data, months: seriesOf(months) };
  },

  async course_admin_dashboard({ uid }, { db }) {
    const figures = found(await countForCourseAdmin(db, uid));
    return { status: 200, message: 'success', data: common(figures), months: seriesOf(figures.months) };
  },

  async teacher_dashboard({ user_id }, { db }) {
    const figures = found(await countForTeacher(db, user_id));
    return { status: 200, message: 'success', data: common(figures), months: seriesOf(figures.months) };
  },
};
