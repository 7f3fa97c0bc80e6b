import type { courses } from '@gurukul/contract/courses';
import { defaultCourseImage } from '@gurukul/contract/courses';
import type { Handlers } from '../../http/handlers.ts';
import { fail } from '../../http/problem.ts';
import { sanitizeRichText } from '../../http/richtext.ts';
import { assertKnownFile } from '../files/known-file.ts';
import { listInstructors, requireStaff } from '../people/queries.ts';
import {
  findCourse,
  findCourseParts,
  insertCourse,
  listCourses,
  setStatus,
  toggleRegistration,
} from './queries.ts';
import { isPast, publishTexts, registrationTexts } from './rules.ts';

export const coursesHandlers: Handlers<typeof courses> = {
  async add_course(input, { db, person }) {
    if (isPast(input.start_date, new Date())) throw fail('wrong_date');
    const image = await assertKnownFile(db, person, input.course_image, 'course_image', {
      field: 'course_image',
    });
    const course = await insertCourse(
      db,
      {
        ...input,
        course_image: image || defaultCourseImage,
        course_description: sanitizeRichText(input.course_description),
        what_we_learn: sanitizeRichText(input.what_we_learn),
        note: sanitizeRichText(input.note),
      },
      person.id,
    );
    if (course === null) throw fail('not_found');
    return { status: 200, message: 'success', course_id: course.id };
  },

  async get_all_courses(_input, { db, person }) {
    return { status: 200, message: 'success', data: [await listCourses(db, person)] };
  },

  async get_all_courses_for_courseadmin({ uid }, { db, person }) {
    await requireStaff(db, uid);
    return { status: 200, message: 'success', data: [await listCourses(db, person, uid)] };
  },

  async get_single_course({ course_id }, { db, person }) {
    const { version, ...course } = await findCourse(db, person, course_id);
    const [{ types, ...parts }, teachers] = await Promise.all([
      findCourseParts(db, course_id),
      listInstructors(db, course_id, new Date()),
    ]);
    return {
      status: 200,
      message: 'success',
      data: { course, ...parts, teachers },
      types,
      type: course.type ?? null,
      flag: course.flag,
      version,
    };
  },

  async course_publish({ course_id, flag }, { db, person }) {
    if (!(await setStatus(db, person, course_id, flag))) throw fail('not_found');
    return { status: 200, message: publishTexts[flag], data: await listCourses(db, person) };
  },

  async course_reg_status({ course_id }, { db, person }) {
    const course = await toggleRegistration(db, person, course_id);
    if (course === null) throw fail('not_found');
    return {
      status: 200,
      message: registrationTexts[course.reg_status],
      data: await listCourses(db, person),
    };
  },
};
