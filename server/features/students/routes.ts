import { said } from '@gurukul/contract/shared/words/messages';
import { noCourse } from '@gurukul/contract/students';
import type { students, StudentRow } from '@gurukul/contract/students';
import type { PersonBehind } from '@gurukul/contract/shared/person/person-behind';
import type { Ctx, Handlers, Person } from '#server/http/handlers.ts';
import { survivorOf } from './survivor.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import type { Db } from '#server/db/pool.ts';
import { readAbout } from './about.ts';
import { addStudent } from './add-student.ts';
import { deleteStudent, leaveCourse, setPaymentStatus, setRegion, setRegistrationStatus } from './changes.ts';
import {
  courseFor,
  courseForOffice,
  figuresOf,
  findProfile,
  listCoursesOf,
  listMarksOf,
  profileFor,
} from './detail.ts';
import { exportOf } from './export.ts';
import { allRowsOf, listingOf, showList } from './lists.ts';
import type { ListRequest } from './lists.ts';
import { keysOfStudent } from './lookup.ts';
import { moveStudent } from './move.ts';
import { deleteNote, readNotes, saveNote } from './notes.ts';
import { proposeClock } from './propose-clock.ts';
import { isCourseAdmin } from './queries.ts';
import { readRoster } from './roster.ts';
import { updateStudent } from './update-student.ts';

const success = { status: 200, message: 'success' } as const;

/** The course admin whose courses the list is about. Null means every course, which only an account admin gets. */
async function courseAdminMeant(db: Db, person: Person, userId: number | undefined): Promise<number | null> {
  if (person.role !== 'admin') return person.id;
  if (userId === undefined || userId === person.id) return null;
  if (!(await isCourseAdmin(db, userId))) throw fail('not_found');
  return userId;
}

const courseAdminOf = ({ id, role }: Person) => (role === 'admin' ? null : id);

/** The caller's present list. */
const listFor = ({ db, person }: Ctx, asked: ListRequest) =>
  showList(db, person.role, listingOf(courseAdminOf(person), asked), asked);

/** The rows of everybody behind the address, or of the chosen one. */
async function rowsBehind(
  db: Db,
  person: Person,
  email: string,
  chosen: number | undefined,
): Promise<StudentRow[]> {
  const isNamedByNumber = email === '' && chosen !== undefined;
  const keys = await keysOfStudent(db, person, isNamedByNumber ? { id: chosen } : { email });
  const meant = keys.filter((key) => chosen === undefined || key.student_id === chosen);
  return allRowsOf(db, meant, person.role);
}

const peopleIn = (rows: readonly StudentRow[]): PersonBehind[] => [
  ...new Map(rows.map(({ user_id, fullname, dob }) => [user_id, { user_id, fullname, dob }])).values(),
];

export const studentsHandlers: Handlers<typeof students> = {
  async get_roster({ course_id, class_id, payment, search, sort, page, pageSize }, { db, person }) {
    if (person.role === 'teacher' && payment) throw fail('not_allowed');
    await (class_id === null
      ? scope(db, person).course(course_id)
      : scope(db, person).class(course_id, class_id));
    const roster = await readRoster(db, person, {
      courseId: course_id,
      classId: class_id,
      payment: payment ?? null,
      search: search ?? '',
      sort,
      window: { page, pageSize },
    });
    return { status: 200, message: 'success', ...roster };
  },

  async get_all_students(asked, ctx) {
    const { rows, ...count } = await listFor(ctx, asked);
    return { ...success, data: rows, ...count };
  },

  async getallstudents_under_courseadmin({ user_id, ...asked }, { db, person }) {
    const courseadminId = await courseAdminMeant(db, person, user_id);
    // Here an admin too gets only students with a course.
    const listing = { ...listingOf(courseadminId, asked), withAlone: false };
    const { rows, total_count = 0, ...unfiltered } = await showList(db, person.role, listing, asked);
    return { ...success, data: [rows], total_count, ...unfiltered };
  },

  async export_students(asked, { db, person }) {
    return exportOf(db, person.role, listingOf(courseAdminOf(person), asked), asked);
  },

  async get_single_student({ id }, { db, person }) {
    const profile = await findProfile(db, person, id);
    if (profile === null) {
      const survivor = await survivorOf(db, id);
      const isSeen = survivor !== null && (await findProfile(db, person, survivor)) !== null;
      throw isSeen ? fail('person_merged', { merged_into: survivor }) : fail('not_found');
    }
    const [courses, marks] = await Promise.all([listCoursesOf(db, person, id), listMarksOf(db, person, id)]);
    const shown = profileFor(person, profile, figuresOf(profile, courses, marks));
    return { ...success, data: [shown, courses.map((row) => courseFor(person, row)), marks] };
  },

  async add_student(written, ctx) {
    return { ...success, data: await addStudent(ctx, written) };
  },

  async propose_clock(typed, { db, person }) {
    return { ...success, data: await proposeClock(db, person, typed) };
  },

  async get_about({ id }, { db, person }) {
    return { ...success, data: await readAbout(db, person, id) };
  },

  async update_student(changes, ctx) {
    const asked = await updateStudent(ctx, changes);
    return asked.length === 0 ? success : { ...success, asked };
  },

  async get_notes({ id, page, pageSize }, { db, person }) {
    return { ...success, ...(await readNotes(db, person, id, { page, pageSize })) };
  },

  async save_note(note, ctx) {
    return { ...success, data: { note_id: await saveNote(ctx, note) } };
  },

  async delete_note({ note_id }, ctx) {
    await deleteNote(ctx, note_id);
    return success;
  },

  async update_payment_status({ user_id, course_id, payment_status }, { db, person }) {
    await setPaymentStatus(db, person, { studentId: user_id, courseId: course_id }, payment_status);
    return success;
  },

  async update_registration_status({ user_id, course_id, registration_status }, { db, person }) {
    await setRegistrationStatus(db, person, { studentId: user_id, courseId: course_id }, registration_status);
    return success;
  },

  async update_region({ user_id, course_id, region }, { db, person }) {
    const courseId = typeof course_id === 'number' && course_id > 0 ? course_id : null;
    await setRegion(db, person, { studentId: user_id, courseId }, region);
    return success;
  },

  async delete_student({ student_id, ...asked }, ctx) {
    await deleteStudent(ctx.db, ctx.person, student_id);
    const { rows, ...count } = await listFor(ctx, asked);
    return { ...success, data: rows, ...count };
  },

  async remove_student_association({ student_id, course_id, ...asked }, ctx) {
    if (course_id === noCourse) {
      // Only the row of a student without a course has this sign.
      const keys = await keysOfStudent(ctx.db, ctx.person, { id: student_id });
      if (!keys.some(({ enrolment_id }) => enrolment_id === null)) throw fail('not_found');
    } else {
      await leaveCourse(ctx.db, ctx.person, { studentId: student_id, courseId: course_id });
    }
    const { rows, ...count } = await listFor(ctx, asked);
    const told = course_id === noCourse ? said('student_in_no_course') : {};
    return { ...success, ...told, result: rows, ...count };
  },

  async get_student_details_by_email({ email_id, user_id: chosen }, { db, person }) {
    const data = await rowsBehind(db, person, email_id, chosen);
    const people = peopleIn(data);
    const courses = people.length === 1 ? await listCoursesOf(db, person, people[0]!.user_id) : [];
    return { ...success, data, course_details: courses.map(courseForOffice), people };
  },

  async get_single_student_details_by_email({ email_id, user_id: chosen }, { db, person }) {
    const rows = await rowsBehind(db, person, email_id, chosen);
    // The language belongs to the student and not to the course, so one row of each is enough.
    const data = [...new Map(rows.toReversed().map((row) => [row.user_id, row])).values()].toReversed();
    return { ...success, data, people: peopleIn(data) };
  },

  async update_course_to_student(input, { db, person }) {
    const { user_id: studentId, course_id: courseId, courseadmin_id } = input;
    const student = await scope(db, person).student(studentId);
    if (student.email_id.toLowerCase() !== input.email_id.toLowerCase()) throw fail('not_found');
    const course = await scope(db, person).course(courseId);
    // An admin may name a course admin. The course must then be one of theirs.
    const isSomebodyElses = courseadmin_id !== undefined && courseadmin_id !== course.courseadmin_id;
    if (isSomebodyElses && courseadmin_id !== person.id) throw fail('not_found');

    const outcome = await moveStudent(db, person, {
      studentId,
      courseId,
      classId: input.class_id,
      fromCourseId: input.from_course_id,
      evenIfFull: input.even_if_full === true,
    });
    const keys = await keysOfStudent(db, person, { id: studentId });
    const data = await allRowsOf(db, keys, person.role);
    const type = outcome === 'student_moved' ? 'success' : 'warning';
    return { status: 200, type, ...said(outcome), data };
  },
};
