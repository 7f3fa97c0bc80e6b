import type { figures, MarkFigure, MeetingFigure } from '@gurukul/contract/figures';
import { markFigures, meetingFigures } from '@gurukul/contract/figures';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { scope } from '#server/http/identity/scope.ts';
import { cohortOf, lastDayOf, monthOf, readCohorts } from './cohorts.ts';
import { readMoneyFigures } from './money.ts';
import { listMarks, listMeetings, listStudents } from './lists.ts';
import type { About } from './reach.ts';
import { readTrends } from './trends.ts';
import { joinedIn, leftIn, readWeek, todayIn, weekOf, weeksUntil } from './week.ts';

interface FigureFilter {
  readonly week?: string | undefined;
  readonly course_id: number | null;
  readonly class_id: number | null;
}

/** Throws 404 for a course or class out of reach. */
async function readAsked({ db, person, provider }: Ctx, { week, course_id, class_id }: FigureFilter) {
  if (class_id !== null) await scope(db, person).class(course_id, class_id);
  else if (course_id !== null) await scope(db, person).course(course_id);
  const about: About = { caller: person, courseId: course_id, classId: class_id };
  const { time_zone: zone } = await provider.read();
  const now = new Date();
  return { about, week: weekOf(week, zone, now), today: todayIn(zone, now) };
}

const isOfMeetings = (figure: string): figure is MeetingFigure =>
  meetingFigures.some((one) => one === figure);
const isOfMarks = (figure: string): figure is MarkFigure => markFigures.some((one) => one === figure);

const success = { status: 200, message: 'success' } as const;

export const figuresHandlers: Handlers<typeof figures> = {
  async get_figures({ part, ...asked }, ctx) {
    const { about, week, today } = await readAsked(ctx, asked);
    if (part === 'trends') return { ...success, trends: await readTrends(ctx.db, about, week) };
    if (part === 'cohorts') return { ...success, cohorts: await readCohorts(ctx.db, about, today) };
    if (part === 'money') return { ...success, money: await readMoneyFigures(ctx.db, about, today) };
    return { ...success, week: await readWeek(ctx.db, about, week) };
  },

  async get_figure_list({ figure, month, after, page, pageSize, ...asked }, ctx) {
    const { db } = ctx;
    const { about, week, today } = await readAsked(ctx, asked);
    const window = { page, pageSize };
    const { from, to } = week;
    if (isOfMeetings(figure)) {
      return { ...success, from, to, ...(await listMeetings(db, about, week, figure, window)) };
    }
    if (isOfMarks(figure)) {
      const isBefore = figure.endsWith('_before');
      const days = isBefore ? weeksUntil(week) : { from, to };
      return { ...success, ...days, ...(await listMarks(db, about, days, figure, window)) };
    }
    if (figure === 'cohort') {
      const first = monthOf(month ?? today);
      const list = await listStudents(db, about, cohortOf(about, first, after), window);
      return { ...success, from: first, to: lastDayOf(first), ...list };
    }
    const chosen = figure === 'joined' ? joinedIn(about, week) : leftIn(about, week);
    return { ...success, from, to, ...(await listStudents(db, about, chosen, window)) };
  },
};
