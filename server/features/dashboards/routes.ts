import type { dashboards } from '@gurukul/contract/dashboards';
import type { Db } from '#server/db/pool.ts';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { compositionOf, seriesOf } from './figures.ts';
import { periodsAt } from './periods.ts';
import type { Periods } from './periods.ts';
import { countForAdmin, countForCourseAdmin, countForTeacher } from './queries.ts';
import type { Figures } from './queries.ts';
import { listToday, listTodayOf } from './today.ts';
import { countWithoutConsent, lookAround } from './today-queries.ts';

type Count<F extends Figures> = (db: Db, id: number, periods: Periods) => Promise<F | null>;

async function figuresOf<F extends Figures>(count: Count<F>, { db, provider }: Ctx, id: number) {
  const periods = periodsAt(new Date(), (await provider.read()).time_zone);
  const figures = await count(db, id, periods);
  if (figures === null) throw fail('not_found');
  const { total_courses, total_teachers, associated_from, groups, enrolments, courses } = figures;
  return {
    figures,
    /** The numbers for every role. */
    common: { total_courses, total_teachers, associated_from, ...compositionOf(groups) },
    months: seriesOf(periods.months, enrolments, courses),
  };
}

export const dashboardsHandlers: Handlers<typeof dashboards> = {
  async admin_dashboard({ uid }, ctx) {
    const { figures, common, months } = await figuresOf(countForAdmin, ctx, uid);
    const { total_course_admin, total_course_coordinates } = figures;
    const data = { ...common, total_course_admin, total_course_coordinates };
    return { status: 200, message: 'success', data, months };
  },

  async course_admin_dashboard({ uid }, ctx) {
    const { common, months } = await figuresOf(countForCourseAdmin, ctx, uid);
    return { status: 200, message: 'success', data: common, months };
  },

  async teacher_dashboard({ user_id }, ctx) {
    const { common, months } = await figuresOf(countForTeacher, ctx, user_id);
    return { status: 200, message: 'success', data: common, months };
  },

  async get_today_list({ kind, page, pageSize }, { db, person }) {
    const data = await listTodayOf(db, person, kind, { page, pageSize }, new Date());
    return { status: 200, message: 'success', data };
  },

  async get_today_kind({ kind, page, pageSize, filter }, { db, person }) {
    const { items: data, count } = await listTodayOf(
      db,
      person,
      kind,
      { page, pageSize },
      new Date(),
      filter,
    );
    // An empty page far behind the last one says nothing about the number of all.
    const total =
      data.length > 0 || page === 1
        ? count
        : (await listTodayOf(db, person, kind, { page: 1, pageSize: 1 }, new Date(), filter)).count;
    return { status: 200, message: 'success', data, total };
  },

  async get_today(_input, { db, person }) {
    const { data, older } = await listToday(db, person, new Date());
    const has = data.length === 0 ? await lookAround(db, person) : undefined;
    const without = await countWithoutConsent(db, person);
    const more = without > 0 ? { without_consent: without } : {};
    return { status: 200, message: 'success', data, older, ...more, has };
  },
};
