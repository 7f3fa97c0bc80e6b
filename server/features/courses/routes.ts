import { said } from '@gurukul/contract/shared/words/messages';
import type { courses, TopicRow } from '@gurukul/contract/courses';
import sql from 'sql-template-tag';
import { windowOf } from '../../db/page.ts';
import { exceptFromLevel } from '../../db/levels.ts';
import { listTeaching, standingOf } from '../../db/teaching.ts';
import type { Handlers } from '../../http/handlers.ts';
import { fail, refuseUnexpected } from '../../http/answers/problem.ts';
import { sanitizeRichText } from '../../http/answers/richtext.ts';
import { ownClasses, scope } from '../../http/identity/scope.ts';
import { signFileUrl } from '../../storage/signed-url.ts';
import { beginTerm } from '../continuations/begin-term.ts';
import { readTerms } from '../continuations/queries.ts';
import { assertKnownFile } from '../files/known-file.ts';
import { listInstructors, requireStaff } from '../staff/queries.ts';
import { findCourse, listCoursePage, listCourses, listCoursesOf } from './course-rows.ts';
import {
  courseAdminAfter,
  datesAfter,
  emailAfter,
  imageAfter,
  openCourse,
  typeAfter,
  updateCourse,
} from './edit-course.ts';
import { findCourseParts, insertCourse, lockCourse, setStatus, toggleRegistration } from './queries.ts';
import { setLevel } from './level.ts';
import { isPast, publishCodes } from './rules.ts';
import { saveGlimpses, savePrices, saveTopics } from './save-parts.ts';
import { chooseTaught, listTaught } from './taught.ts';
import { deleteType, insertType, listTypes, renameType } from './types.ts';

export const coursesHandlers: Handlers<typeof courses> = {
  async add_course(input, { db, person }) {
    if (isPast(input.start_date, new Date())) throw fail('wrong_date');
    const course_image = await assertKnownFile(db, person, input.course_image, 'course_image', {
      field: 'course_image',
    });
    const course = await insertCourse(
      db,
      {
        ...input,
        course_image,
        course_description: sanitizeRichText(input.course_description),
        what_we_learn: sanitizeRichText(input.what_we_learn),
        note: sanitizeRichText(input.note),
      },
      person.id,
    );
    if (course === null) throw fail('not_found');
    return { status: 200, message: 'success', course_id: course.id };
  },

  async next_term(input, ctx) {
    if (isPast(input.start_date, new Date())) throw fail('wrong_date');
    const { plan, courseId } = await beginTerm(ctx, input);
    return { status: 200, message: 'success', data: plan, ...(courseId !== null && { course_id: courseId }) };
  },

  async set_level({ course_id, level_after }, { db, person }) {
    await lockCourse(db, person, course_id);
    if (level_after !== null) await scope(db, person).course(level_after);
    await setLevel(db, course_id, level_after);
    return { status: 200, message: 'success' };
  },

  async except_from_level(input, { db, person }) {
    await lockCourse(db, person, input.course_id);
    await scope(db, person).student(input.student_id);
    await exceptFromLevel(db, person.id, input);
    return { status: 200, message: 'success' };
  },

  async edit_course_by_admin(input, { db, person }) {
    const course = await openCourse(db, person, input.course_id, input.version);
    await updateCourse(db, person, {
      ...course,
      ...datesAfter(course, input, new Date()),
      course_name: input.course_name,
      course_image: await imageAfter(db, person, course, input.course_image),
      courseadmin_id: await courseAdminAfter(db, course, input.courseadmin_id),
      course_description: sanitizeRichText(input.course_description),
    });
    return { status: 200, message: 'success', version: course.version + 1 };
  },

  async edit_course_by_courseadmin(input, { db, person }) {
    // Before the course: deleting a type locks it first and its courses then.
    const type_id = await typeAfter(db, input.type);
    const course = await openCourse(db, person, input.course_id, input.version);
    await updateCourse(db, person, {
      ...course,
      ...datesAfter(course, input, new Date()),
      course_name: course.locked ? course.course_name : input.course_name,
      course_image: await imageAfter(db, person, course, input.course_image),
      course_description: sanitizeRichText(input.description),
      what_we_learn: sanitizeRichText(input.what_we_learn),
      note: sanitizeRichText(input.note),
      type_id,
      email_id: emailAfter(course, input.email_id),
    });
    await savePrices(db, course.id, input.prices);
    await saveGlimpses(db, person, course.id, input.glimpse);
    await saveTopics(db, person, course.id, input.total_topics);
    return { status: 200, message: 'success', version: course.version + 1 };
  },

  async get_all_courses({ page, pageSize, ...filter }, { db, person }) {
    const window = windowOf(page, pageSize);
    if (window === null) {
      return { status: 200, message: 'success', data: [await listCourses(db, person, filter)] };
    }
    const { courses: rows, total } = await listCoursePage(db, person, filter, window);
    return { status: 200, message: 'success', data: [rows], total_count: total };
  },

  async get_all_courses_for_courseadmin({ uid }, { db, person }) {
    await requireStaff(db, uid);
    return { status: 200, message: 'success', data: [await listCoursesOf(db, person, uid)] };
  },

  async get_all_courses_for_teacher({ user_id, course_id, class_id }, { db, person }) {
    await scope(db, person).teacher(user_id);
    const rows = await listTaught(db, person, user_id);
    return {
      status: 200,
      message: 'success',
      ...chooseTaught(rows, { course_id, class_id }, new Date()),
    };
  },

  async get_single_course({ course_id }, { db, person, config }) {
    const { version, ...course } = await findCourse(db, person, course_id);
    const [{ types, weeks, ...parts }, teachers] = await Promise.all([
      findCourseParts(db, course_id),
      listInstructors(db, course_id, new Date()),
    ]);
    const signed = (topic: TopicRow) => ({ ...topic, pdf: signFileUrl(config, topic.pdf) });
    return {
      status: 200,
      message: 'success',
      data: {
        course,
        ...parts,
        weeks: weeks.map(({ week, topics }) => ({ week, topics: topics.map(signed) })),
        teachers,
        ...(person.role !== 'teacher' && { terms: await readTerms(db, course_id) }),
      },
      types,
      type: course.type,
      flag: course.flag,
      version,
    };
  },

  async add_course_type({ type }, { db }) {
    await insertType(db, type);
    return { status: 200, ...said('course_type_added'), data: await listTypes(db) };
  },

  async edit_course_type({ id, type, state }, { db }) {
    if (state === 'EDIT' && type === '') throw fail('bad_input', { details: { type: said('type_missing') } });
    const touched = await (state === 'EDIT' ? renameType(db, id, type) : deleteType(db, id));
    if (touched === null) throw fail('course_type_in_use');
    if (touched === 0) throw fail('not_found');
    return {
      status: 200,
      ...said(state === 'EDIT' ? 'course_type_renamed' : 'course_type_deleted'),
      data: await listTypes(db),
    };
  },

  async get_coverage({ course_id }, { db, person }) {
    await scope(db, person).course(course_id);
    const classes = await listTeaching(db, sql`c.id = ${course_id} and ${ownClasses(person)}`);
    return { status: 200, message: 'success', data: classes.map(standingOf) };
  },

  async course_publish({ course_id, flag, expected }, { db, person }) {
    const course = await lockCourse(db, person, course_id);
    refuseUnexpected(expected, course.status);
    await setStatus(db, person, course_id, flag);
    return { status: 200, ...said(publishCodes[flag]), data: await listCourses(db, person) };
  },

  async course_reg_status({ course_id, expected }, { db, person }) {
    const course = await lockCourse(db, person, course_id);
    refuseUnexpected(expected, course.reg_status);
    const { reg_status } = await toggleRegistration(db, person, course_id);
    return {
      status: 200,
      ...said(`registration_${reg_status}`),
      data: await listCourses(db, person),
    };
  },
};
