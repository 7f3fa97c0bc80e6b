import type { MoveOutcome } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row } from '#server/db/columns.ts';
import { many, run, exists } from '#server/db/rows.ts';
import { withoutLevel } from '#server/db/levels.ts';
import { isStudent } from '#server/db/student.ts';
import { placesOf } from '#server/features/staff/places.ts';
import { lockCourse } from '#server/features/courses/queries.ts';
import { cancelChargesToCome } from '#server/features/ledger/leave.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses, scope } from '#server/http/identity/scope.ts';
import { moveEnrolments } from './changes.ts';

/**
 * A move ends one enrolment and starts another on the same day. Attendance, payments and reports of the past stay with
 * the old class. The statuses are copied, because they are about the student and not about the class. Of the charges of
 * a course that is left, those that are not due yet are canceled.
 */

export interface Move {
  readonly studentId: number;
  readonly courseId: number;
  /** Null: no class yet; within the same course: the class stays. */
  readonly classId: number | null;
  /** The course to leave. Null: the only one. */
  readonly fromCourseId: number | null;
  readonly evenIfFull: boolean;
}

const currentEnrolment = row({ id: int, course_id: int, class_id: int.nullable() });
type CurrentEnrolment = RowOf<typeof currentEnrolment>;

/** The enrolment that the move ends; null when there is none yet. Throws a refusal when several are possible. */
export function enrolmentToLeave(
  enrolments: readonly CurrentEnrolment[],
  { courseId, fromCourseId }: Pick<Move, 'courseId' | 'fromCourseId'>,
): CurrentEnrolment | 'several' | 'missing' | null {
  const inCourse = (wanted: number) => enrolments.find((enrolment) => enrolment.course_id === wanted);
  if (fromCourseId !== null) return inCourse(fromCourseId) ?? 'missing';
  const here = inCourse(courseId);
  if (here !== undefined) return here;
  return enrolments.length > 1 ? 'several' : (enrolments[0] ?? null);
}

/** Moves the student, or returns the reason why nothing was changed. */
export async function moveStudent(db: Db, person: Person, move: Move): Promise<MoveOutcome> {
  const before = enrolmentToLeave(await listEnrolments(db, person, move.studentId), move);
  const left = typeof before === 'object' && before !== null ? before.course_id : move.courseId;
  // Courses by id, then the student: the order in which all code locks them.
  for (const courseId of [...new Set([left, move.courseId])].toSorted((a, b) => a - b)) {
    await lockCourse(db, person, courseId);
  }
  await lockStudent(db, move.studentId);
  if (move.classId !== null) await scope(db, person).class(move.courseId, move.classId);

  const enrolments = await listEnrolments(db, person, move.studentId);
  const enrolment = enrolmentToLeave(enrolments, move);
  if (enrolment === 'missing') throw fail('not_found');
  if (enrolment === 'several') return 'student_in_several';
  // Somebody moved the student elsewhere, or ended the enrolment, while this waited.
  const isElsewhere =
    enrolment !== null && enrolment.course_id !== left && enrolment.course_id !== move.courseId;
  const wasTakenOut = enrolment === null && (before !== null || person.role !== 'admin');
  if (isElsewhere || wasTakenOut) throw fail('conflict');

  const staysInCourse = enrolment?.course_id === move.courseId;
  if (staysInCourse && (move.classId === null || move.classId === enrolment.class_id))
    return 'student_not_moved';
  if (!staysInCourse && enrolments.some(({ course_id }) => course_id === move.courseId))
    return 'student_in_course';
  // Who is in a class of the course stays in it, also when they lack the level by now.
  const isIn = staysInCourse && enrolment.class_id !== null;
  if (!isIn && move.classId !== null && (await withoutLevel(db, [move]))(move)) return 'level_missing';
  if (!move.evenIfFull && move.classId !== null && (await isFull(db, move.studentId, move.classId)))
    return 'class_full';

  if (enrolment !== null && !staysInCourse) await cancelChargesToCome(db, [enrolment.id]);
  const { studentId, courseId, classId } = move;
  if (enrolment !== null) {
    const anew = { enrolmentId: enrolment.id, courseId, classId };
    if ((await moveEnrolments(db, [anew])) === 0) throw fail('conflict');
  } else {
    await run(
      db,
      sql`
        insert into enrolments (student_id, course_id, class_id, started_on)
        values (${studentId}, ${courseId}, ${classId}, (now() at time zone 'Asia/Kolkata')::date)
      `,
    );
  }
  return 'student_moved';
}

const listEnrolments = (db: Db, person: Person, studentId: number) =>
  many(
    db,
    currentEnrolment,
    sql`
      select e.id, e.course_id, e.class_id
      from enrolments e
      join courses c on c.id = e.course_id and c.deleted_at is null
      where e.student_id = ${studentId}
        and e.ended_on is null
        and ${ownCourses(person)}
      order by e.id desc
    `,
  );

async function lockStudent(db: Db, studentId: number): Promise<void> {
  const isThere = await exists(
    db,
    sql`
      select p.id
      from people p
      where p.id = ${studentId} and ${isStudent}
      for no key update
    `,
  );
  if (!isThere) throw fail('not_found');
}

/** True when the class has no place for the student. */
const isFull = async (db: Db, studentId: number, classId: number) =>
  !(await placesOf(db, [classId])).take(classId, studentId);
