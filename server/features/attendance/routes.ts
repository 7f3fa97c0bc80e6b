import { said } from '@gurukul/contract/shared/words/messages';
import type { attendance, AttendanceSheet, MarkingRow } from '@gurukul/contract/attendance';
import { withoutLevel } from '#server/db/levels.ts';
import { listTestsOfDay } from '#server/db/tests.ts';
import { recordDenial } from '#server/http/identity/actors.ts';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { scope } from '#server/http/identity/scope.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import { StreamedJson } from '#server/http/answers/streamed.ts';
import { chooseRoll, isHalfNamed, openRegister } from './day-rolls.ts';
import type { RollAsked } from './day-rolls.ts';
import { exportHistory } from './export-history.ts';
import { listHistory, readHistoryPage } from './history-queries.ts';
import { listMarkChanges } from './mark-changes.ts';
import { readMeetings } from './meetings.ts';
import { learnNames, matchParticipants } from './participants.ts';
import {
  areMarkedBy,
  countAllowed,
  hasMarks,
  listClasses,
  listCourses,
  listForMarking,
  listTaught,
  upsertMarks,
} from './queries.ts';
import type { ClassOnDate, Mark } from './queries.ts';
import { reportHeaders, reportJson, reportLines } from './report-forms.ts';
import { listExcused, readMarks } from './report-queries.ts';
import type { Period } from './report-queries.ts';
import { sheetOf } from './report-sheet.ts';
import { contradicts } from './roll-rules.ts';
import { dueRolls, rollOf, rollStudents, taughtRollOf, withMeetingDays, withWritten } from './rolls.ts';
import { writeTaught } from './teaching.ts';
import { daysBetween, namesSomebodyTwice, reportDaysMax } from './rules.ts';

const defaultPageSize = 10;

const success = { status: 200, message: 'success' } as const;

/** Opens and locks the register for writing. Throws as `chooseRoll` does. */
async function openRegisterOf(ctx: Ctx, asked: RollAsked): Promise<number> {
  return openRegister(ctx.db, ctx.person, asked, await chooseRoll(ctx, asked));
}

/** Nobody marks themselves. Who lacks the level of the course is marked as such. */
async function others(
  { db, person }: Ctx,
  { course_id: courseId }: ClassOnDate,
  all: readonly MarkingRow[],
): Promise<MarkingRow[]> {
  const rows = all.filter(({ student_id }) => student_id !== person.id);
  const entering = rows.map(({ student_id: studentId }) => ({ studentId, courseId }));
  const lacksLevel = await withoutLevel(db, entering);
  return rows.map((row, at) => (lacksLevel(entering[at]!) ? { ...row, level_missing: true } : row));
}

const recordedIn = (students: Awaited<ReturnType<typeof rollStudents>>) =>
  new Map(students.map((row) => [row.student_id, row.attendance_status]));

const namedTwice = (field: string) => fail('bad_input', { details: { [field]: said('student_twice') } });

/** Saves all marks or none: one student who was not in the class that day refuses the batch. */
async function saveMarks({ db, person }: Ctx, day: ClassOnDate, registerId: number, marks: readonly Mark[]) {
  if (namesSomebodyTwice(marks)) throw namedTwice('students');
  const allowed = await countAllowed(db, person, day, registerId, marks);
  if (allowed !== marks.length) throw fail('not_found');
  await upsertMarks(db, person, day, registerId, marks);
}

interface HistoryFilter {
  readonly user_id: number;
  /** 0 for all. */
  readonly course: number;
  readonly class: number;
}

/** The classes of a history. Throws 404 for a course or class that the teacher does not teach. */
export async function chooseTaught(
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  { user_id, course, class: classId }: HistoryFilter,
) {
  await scope(db, person).teacher(user_id);
  const taught = await listTaught(db, person, user_id);
  const ofCourse = course === 0 ? taught : taught.filter((row) => row.course_id === course);
  const classes = classId === 0 ? ofCourse : ofCourse.filter((row) => row.class_id === classId);
  const asksForMore = (course !== 0 && ofCourse.length === 0) || (classId !== 0 && classes.length === 0);
  if (asksForMore) throw fail('not_found');
  return { taught, ofCourse, classes };
}

export async function readSheet(
  { db, person }: Pick<Ctx, 'db' | 'person'>,
  period: Period,
): Promise<AttendanceSheet> {
  if (daysBetween(period.start_date, period.end_date) > reportDaysMax) {
    throw fail('wrong_date', { details: { end_date: said('many_days', { days: reportDaysMax }) } });
  }
  const packed = await readMarks(db, person, period);
  if (packed === null) throw fail('not_found');
  const sheet = sheetOf(period.start_date, period.end_date, packed.students, packed.twice);
  const excused = new Map((await listExcused(db, period)).map((one) => [one.student_id, one.excused]));
  if (excused.size === 0) return sheet;
  const students = sheet.students.map((one) => {
    const count = excused.get(one.student_id);
    return count === undefined ? one : { ...one, excused: count };
  });
  return { ...sheet, students };
}

export const attendanceHandlers: Handlers<typeof attendance> = {
  async get_courses_students({ course_id }, { db, person }) {
    if (course_id === null) return { ...success, courses: await listCourses(db, person) };
    const classes = await listClasses(db, person, course_id);
    if (classes === null) throw fail('not_found');
    return { ...success, classes: await withMeetingDays(db, person, course_id, classes, new Date()) };
  },

  async get_students_attendence(day, ctx) {
    const { db, person } = ctx;
    if (day.slot_id === null && !isHalfNamed(day)) {
      const marking = await listForMarking(db, person, day);
      if (marking === null) throw fail('not_found');
      if (marking.is_future) throw fail('wrong_date');
      if (!marking.may_be_several) return { ...success, data: await others(ctx, day, marking.students) };
    }
    const { register_id } = await chooseRoll(ctx, day);
    const marking = await listForMarking(db, person, day, register_id);
    return { ...success, data: await others(ctx, day, marking?.students ?? []) };
  },

  async update_students_attendance({ students, ...day }, ctx) {
    const chosen = await chooseRoll(ctx, day);
    const registerId = await openRegister(ctx.db, ctx.person, day, chosen);
    const recorded = recordedIn(await rollStudents(ctx.db, day, chosen));
    const isOther = students.some(
      ({ seen, ...mark }) =>
        seen !== undefined && recorded.has(mark.student_id) && contradicts({ ...mark, seen }, recorded),
    );
    if (isOther) throw fail('conflict');
    const marks = students.map(({ attendance_status, seen: _seen, ...ids }) => ({
      ...ids,
      status: attendance_status,
    }));
    await saveMarks(ctx, day, registerId, marks);
    return success;
  },

  async get_rolls(_, ctx) {
    return {
      ...success,
      data: await dueRolls(ctx, new Date()),
      tests: await listTestsOfDay(ctx.db, ctx.person.id),
    };
  },

  async get_roll(day, ctx) {
    const chosen = await chooseRoll(ctx, day);
    return {
      ...success,
      data: await taughtRollOf(ctx, day, chosen, await rollStudents(ctx.db, day, chosen)),
    };
  },

  async match_participants({ participants, ...day }, ctx) {
    await chooseRoll(ctx, day);
    return { ...success, data: await matchParticipants(ctx.db, day, participants, ctx.person.id) };
  },

  async save_roll({ marks, display_names: names, taught, ...day }, ctx) {
    const chosen = await chooseRoll(ctx, day);
    const registerId = await openRegister(ctx.db, ctx.person, day, chosen);
    if (namesSomebodyTwice(marks)) throw namedTwice('marks');
    const students = await rollStudents(ctx.db, day, chosen);
    const recorded = recordedIn(students);
    // One student who was not in the class that day refuses the roll. A caller without a network may have seen a
    // student who has moved since, so the refusal lists the students who are left.
    if (![...marks, ...names].every(({ student_id }) => recorded.has(student_id))) {
      throw fail('roll_students_changed', { roll: rollOf(day, chosen, students, ctx.person.id) });
    }
    const refused = marks.filter((mark) => contradicts(mark, recorded));
    if (refused.length > 0) {
      const roll = rollOf(day, chosen, students, ctx.person.id);
      const isReaders = await areMarkedBy(ctx, registerId, refused);
      throw fail('roll_changed', { roll: isReaders ? { ...roll, is_readers: true } : roll });
    }
    const wanted = marks.map((mark) => ({ student_id: mark.student_id, status: mark.attendance_status }));
    const written = await upsertMarks(ctx.db, ctx.person, day, registerId, wanted);
    if (names.length > 0) await learnNames(ctx.db, day, names, ctx.person.id);
    if (taught) await writeTaught(ctx.db, registerId, taught);
    // The register's lock keeps other marks away, so the marks read and the marks written are the roll.
    return { ...success, data: await taughtRollOf(ctx, day, chosen, withWritten(students, written)) };
  },

  async save_taught({ taught, ...day }, ctx) {
    const chosen = await chooseRoll(ctx, day);
    if (chosen.register_id === null) throw fail('roll_not_called');
    await writeTaught(ctx.db, await openRegister(ctx.db, ctx.person, day, chosen), taught);
    return success;
  },

  async get_meetings({ class_id, teacher_id }, { db, person }) {
    if (teacher_id !== null) {
      await scope(db, person).teacher(teacher_id);
      return { ...success, data: await readMeetings(db, person, { teacherId: teacher_id }) };
    }
    const classId = class_id!;
    await scope(db, person).class(null, classId);
    return { ...success, data: await readMeetings(db, person, { classId }) };
  },

  async get_mark_changes({ student_attendance_id }, { db, person }) {
    const changes = await listMarkChanges(db, person, student_attendance_id);
    if (changes.length === 0) throw fail('not_found');
    return { ...success, data: changes };
  },

  async attendance_report(period, ctx) {
    const sheet = await readSheet(ctx, period);
    return new StreamedJson(reportJson(success, sheet), sheet.students.length);
  },

  async get_report_sheet(period, ctx) {
    return { ...success, data: await readSheet(ctx, period) };
  },

  async export_report({ format, ...period }, ctx) {
    const sheet = await readSheet(ctx, period);
    const file = { name: 'attendance-report', title: 'Attendance', headers: reportHeaders(sheet), format };
    return spreadsheet(file, reportLines(sheet));
  },

  async student_attendence({ attendence, ...which }, ctx) {
    const { person } = ctx;
    const isForged = attendence.some(
      ({ teacher_id }) => teacher_id !== undefined && teacher_id !== person.id,
    );
    if (isForged && person.role !== 'admin') {
      await recordDenial(ctx.pool, 'attendance.student_attendence', person, ctx.request, 'teacher_id');
      throw fail('not_allowed');
    }
    const { course_id, class_id, date: attendance_date } = attendence[0]!;
    const isOneRegister = attendence.every(
      (row) => row.course_id === course_id && row.class_id === class_id && row.date === attendance_date,
    );
    if (!isOneRegister) {
      throw fail('bad_input', { details: { attendence: said('mixed_register') } });
    }
    const day = { course_id, class_id, attendance_date };
    const registerId = await openRegisterOf(ctx, { ...which, ...day });
    if (await hasMarks(ctx.db, registerId, day)) {
      return { status: 400, ...said('attendance_submitted') };
    }
    const marks = attendence.map((row) => ({ student_id: row.student_id, status: row.attendence }));
    await saveMarks(ctx, day, registerId, marks);
    return success;
  },

  async get_attendence_for_teacher({ page, pageSize = defaultPageSize, ...asked }, ctx) {
    const { taught, ofCourse, classes } = await chooseTaught(ctx, asked);
    const history = { ...asked, classes };
    const courses = new Map(taught.map(({ course_id, course_name }) => [course_id, course_name]));
    return {
      ...success,
      ...(page === undefined
        ? { data: await listHistory(ctx.db, history) }
        : await readHistoryPage(ctx.db, history, { page, pageSize })),
      courses: [...courses].map(([course_id, course_name]) => ({ course_id, course_name })),
      classes: ofCourse.map(({ class_id, class_name }) => ({ class_id, class_name })),
    };
  },

  async export_history({ format, ...asked }, ctx) {
    const { classes } = await chooseTaught(ctx, asked);
    return exportHistory(ctx.db, { ...asked, classes }, format);
  },
};
