import type { schedule } from '@gurukul/contract/schedule';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';
import { scope } from '../../http/scope.ts';
import { listCourseOptions, listScheduledSlots, scheduleRows } from './queries.ts';

export const scheduleHandlers: Handlers<typeof schedule> = {
  async teacher_schedule({ uid, courseId }, { db, person }) {
    await scope(db, person).teacher(uid);
    const courses = await listCourseOptions(db, person, uid);
    if (courseId !== 0 && !courses.some(({ course_id }) => course_id === courseId)) throw fail('not_found');
    const data = scheduleRows(await listScheduledSlots(db, person, uid, courseId), new Date());
    return { status: 200, message: 'success', data, courses };
  },
};
