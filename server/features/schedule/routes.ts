import type { schedule } from '@gurukul/contract/schedule';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/answers/problem.ts';
import { scope } from '../../http/identity/scope.ts';
import { listHeldBy } from '../meetings/queries.ts';
import { listCourseOptions, listScheduledSlots, scheduleRows, shownDays } from './queries.ts';

export const scheduleHandlers: Handlers<typeof schedule> = {
  async teacher_schedule({ uid, courseId }, { db, person }) {
    await scope(db, person).teacher(uid);
    const courses = await listCourseOptions(db, person, uid);
    if (courseId !== 0 && !courses.some(({ course_id }) => course_id === courseId)) throw fail('not_found');
    const now = new Date();
    const slots = await listScheduledSlots(db, person, uid, courseId);
    const data = scheduleRows(slots, await listHeldBy(db, uid, shownDays(now)), now);
    return { status: 200, message: 'success', data, courses };
  },
};
