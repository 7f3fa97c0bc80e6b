import { defaultCourseImage } from '@gurukul/contract/courses';
import type { BringInput } from '@gurukul/contract/bring';
import sql from 'sql-template-tag';
import { inBatches } from '#server/db/batches.ts';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { refuseWrongTeacher } from '../assignments/double-booking.ts';
import { lockTeachers } from '../staff/lock-teachers.ts';
import { insertAssignment, toggleAssociation } from '../assignments/queries.ts';
import { ensureClass, insertSlot } from '../classes/queries.ts';
import { insertCourse, lockCourse } from '../courses/queries.ts';
import { saveStudentPlan } from '../student-import/plan-students.ts';
import type { Plan } from './plan.ts';
import { fileNames } from './plan.ts';
import { rollFor } from './plan-marks.ts';
import type { PlannedMark, Roll } from './plan-marks.ts';
import { listRolls } from './queries.ts';

/** Numbers below zero stand for what this request makes; `real` says which row it became. */
type Real = (id: number) => number;

const realOf =
  (ids: ReadonlyMap<number, number>): Real =>
  (id) => {
    const real = id > 0 ? id : ids.get(id);
    if (real === undefined) throw fail('conflict');
    return real;
  };

/** Courses by id first, then people, then the rows below them: the house's order of locks. */
async function savePlaces({ db, person }: Ctx, { places }: Plan): Promise<Real> {
  const ids = new Map<number, number>();
  const real = realOf(ids);
  const touched = [...places.newClasses, ...places.newSlots].map(({ course_id: id }) => id);
  const assigned = [...places.associations, ...places.assignments].map(({ courseId }) => courseId);
  for (const id of [...new Set([...touched, ...assigned])]
    .filter((each) => each > 0)
    .toSorted((a, b) => a - b)) {
    await lockCourse(db, person, id);
  }
  for (const { id, name, adminId, duration, startDate } of places.newCourses) {
    const course = await insertCourse(
      db,
      {
        course_name: name,
        course_image: defaultCourseImage,
        courseadmin_id: adminId,
        course_duration: duration,
        start_date: startDate,
        course_description: '',
        what_we_learn: '',
        note: '',
        price: null,
      },
      person.id,
    );
    if (course === null) throw fail('conflict');
    ids.set(id, course.id);
  }
  for (const { id, course_id: courseId, name } of places.newClasses) {
    ids.set(id, await ensureClass(db, person, real(courseId), name));
  }
  for (const { id, class_id: classId, course_id: courseId, ...slot } of places.newSlots) {
    const { id: slotId } = await insertSlot(db, person, {
      ...slot,
      classId: real(classId),
      courseId: real(courseId),
      join_link: '',
    });
    ids.set(id, slotId);
  }
  const teachers = await lockTeachers(db, [
    ...new Set([...places.associations, ...places.assignments].map(({ teacherId }) => teacherId)),
  ]);
  for (const { courseId, teacherId } of places.associations) {
    const { associated } = await toggleAssociation(db, person, real(courseId), teacherId);
    if (!associated) throw fail('conflict');
  }
  for (const { courseId, slotId, teacherId } of places.assignments) {
    const teacher = teachers.find((one) => one.id === teacherId)!;
    await insertAssignment(db, person, real(courseId), real(slotId), teacherId);
    await refuseWrongTeacher(db, person, {
      courseId: real(courseId),
      slotId: real(slotId),
      teacher,
      // The rows named them.
      insists: { allow_unchecked: true },
    });
  }
  return real;
}

interface RealMark extends Omit<PlannedMark, 'student'> {
  readonly studentId: number;
}

const rollKey = ({ slot_id, on_date, extra }: Roll) => `${slot_id} ${on_date} ${extra}`;

/** Opens the registers that are not there yet and writes the marks. Throws `conflict` when somebody was quicker. */
async function saveMarks(db: Db, personId: number, marks: readonly RealMark[]): Promise<void> {
  if (marks.length === 0) return;
  const classIds = [...new Set(marks.map(({ classId }) => classId))];
  const days = [...new Set(marks.map(({ date }) => date))];
  const registers = new Map<string, number>();
  const opened = new Map<string, RealMark>();
  for (const mark of marks) {
    const key = `${mark.classId} ${mark.date} ${rollKey(mark.roll)}`;
    if (mark.roll.register_id !== null) registers.set(key, mark.roll.register_id);
    else opened.set(key, mark);
  }
  const count = await inBatches([...opened.values()], (some) =>
    run(
      db,
      sql`
        insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date, is_extra, taken_by)
        select n.course_id, n.class_id, n.day, n.slot_id, n.on_date, n.is_extra, ${personId}
        from unnest(
          ${some.map(({ courseId }) => courseId)}::bigint[], ${some.map(({ classId }) => classId)}::bigint[],
          ${some.map(({ date }) => date)}::date[], ${some.map(({ roll }) => roll.slot_id)}::bigint[],
          ${some.map(({ roll }) => roll.on_date)}::date[], ${some.map(({ roll }) => roll.extra)}::boolean[]
        ) n (course_id, class_id, day, slot_id, on_date, is_extra)
        order by n.class_id, n.day, n.slot_id
        on conflict on constraint attendance_registers_one_each do nothing
      `,
    ),
  );
  if (count !== opened.size) throw fail('conflict');
  for (const roll of await listRolls(db, classIds, days)) {
    const key = `${roll.class_id} ${roll.held_on} ${rollKey(roll)}`;
    if (roll.register_id !== null && opened.has(key)) registers.set(key, roll.register_id);
  }
  const written = await inBatches(marks, (some) =>
    run(
      db,
      sql`
        insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_by)
        select n.day, n.student_id, n.course_id, n.class_id, n.register_id, n.status, ${personId}
        from unnest(
          ${some.map(({ date }) => date)}::date[], ${some.map(({ studentId }) => studentId)}::bigint[],
          ${some.map(({ courseId }) => courseId)}::bigint[], ${some.map(({ classId }) => classId)}::bigint[],
          ${some.map((mark) => registers.get(`${mark.classId} ${mark.date} ${rollKey(mark.roll)}`) ?? null)}::bigint[],
          ${some.map(({ status }) => status)}::text[]
        ) n (day, student_id, course_id, class_id, register_id, status)
        on conflict (class_id, attendance_date, student_id, register_id) do nothing
      `,
    ),
  );
  if (written !== marks.length) throw fail('conflict');
}

/** The marks with the rolls that the meetings of the new slots gave. */
async function realMarks(
  db: Db,
  marks: readonly PlannedMark[],
  real: Real,
  studentOf: (key: string) => number,
): Promise<RealMark[]> {
  const classIds = [...new Set(marks.map(({ classId }) => real(classId)))];
  const days = [...new Set(marks.map(({ date }) => date))];
  const rolls = Map.groupBy(
    await listRolls(db, classIds, days),
    (roll) => `${roll.class_id} ${roll.held_on}`,
  );
  return marks.map(({ student, classId: planned, courseId, date, roll, status }) => {
    const classId = real(planned);
    const isNew = roll.slot_id !== null && roll.slot_id < 0;
    const slotId = isNew ? real(roll.slot_id) : roll.slot_id;
    const found = (rolls.get(`${classId} ${date}`) ?? []).filter((each) => !isNew || each.slot_id === slotId);
    // Before its course began a new slot has no meeting: the mark belongs to the day.
    const chosen = isNew ? rollFor(found, '') : roll;
    if (chosen === null) throw fail('conflict');
    return { studentId: studentOf(student), classId, courseId: real(courseId), date, roll: chosen, status };
  });
}

/** Saves a plan as a whole. The change can be undone from the trail. */
export async function savePlan(ctx: Ctx, input: BringInput, plan: Plan): Promise<void> {
  const { db, person } = ctx;
  const real = await savePlaces(ctx, plan);
  const { rows, taken } = plan.students;
  const students = {
    taken,
    rows: rows.map((row) => ({
      ...row,
      course: row.course === null ? null : { ...row.course, id: real(row.course.id) },
      class: row.class === null ? null : { ...row.class, id: real(row.class.id) },
    })),
  };
  const sheet = {
    file_name: fileNames(input),
    rows: rows.map(({ tidy }) => ({
      row: tidy.row,
      first_name: tidy.first_name,
      last_name: tidy.last_name,
      email_id: tidy.email_id,
      phone_number: tidy.phone_number ?? '',
      course_name: tidy.courseName,
      class_name: tidy.className,
    })),
    even_if_full: input.even_if_full,
  };
  const { ids } = await saveStudentPlan(ctx, sheet, plan.onDay, students, plan.marks.since);
  const studentOf = (key: string): number => {
    const number = Number(key.slice(1));
    const id = key.startsWith('p') ? number : ids.get(number);
    if (id === undefined) throw fail('conflict');
    return id;
  };
  if (plan.marks.marks.length > 0) {
    await saveMarks(db, person.id, await realMarks(db, plan.marks.marks, real, studentOf));
  }
}
