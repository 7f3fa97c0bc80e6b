import type { Db } from '#server/db/pool.ts';
import { mapInSlices } from '#server/slices.ts';
import { phoneKey } from '../likeness/contacts.ts';
import { nameOf } from '../likeness/names.ts';
import type { TidyPayment } from './cells.ts';
import {
  findStudentsByEmail,
  findStudentsById,
  findStudentsByPhone,
  listCoursesOfStudents,
} from './queries.ts';
import type { FoundStudent } from './queries.ts';
import { indexStudents } from './students-index.ts';
import type { Student, Students } from './students-index.ts';

interface Asked {
  readonly rows: readonly TidyPayment[];
  /** Courses whose students the person may see; null: all students. */
  readonly visible: readonly number[] | null;
  /** Courses in which names are searched. */
  readonly named: readonly number[];
  /** Ids of further students: of known payments, and of the person's choices. */
  readonly others: readonly number[];
}

export interface StudentsAtHand {
  readonly students: Students;
  readonly studentById: ReadonlyMap<number, Student>;
}

/** Finds every student that the file may mean, in four statements for any size of file. */
export async function findStudents(db: Db, { rows, visible, named, others }: Asked): Promise<StudentsAtHand> {
  const coursesOf = new Map<number, number[]>();
  const wanted = new Set(others);
  const isNamed = new Set(named);
  for (const { student_id, course_id } of await listCoursesOfStudents(db, visible ?? named)) {
    const courses = coursesOf.get(student_id);
    if (courses === undefined) coursesOf.set(student_id, [course_id]);
    else courses.push(course_id);
    if (isNamed.has(course_id)) wanted.add(student_id);
  }
  const emails = new Set(rows.flatMap(({ email }) => email || []));
  const numbers = new Set(rows.flatMap(({ phones }) => phones.map(phoneKey)));
  const called = await findStudentsByPhone(db, [...numbers]);
  const found = [
    ...called,
    ...(await findStudentsByEmail(db, [...emails])),
    ...(await findStudentsById(db, [...wanted])),
  ];

  const studentById = new Map<number, Student>();
  await mapInSlices(found, (student) => {
    const courses = coursesOf.get(student.id);
    const isVisible = visible === null || courses !== undefined;
    if (isVisible && !studentById.has(student.id)) studentById.set(student.id, asStudent(student, courses));
  });
  const students = await indexStudents(
    [...studentById.values()],
    called.flatMap(({ id }) => studentById.get(id) ?? []),
  );
  return { students, studentById };
}

const asStudent = (student: FoundStudent, courses: readonly number[] = []): Student => ({
  ...student,
  name: nameOf(student.fullname),
  email: student.email_id.toLowerCase(),
  courses,
});
