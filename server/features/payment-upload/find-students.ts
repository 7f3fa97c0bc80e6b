import type { Db } from '#server/db/pool.ts';
import { mapInSlices } from '#server/slices.ts';
import { findBehindPhones } from '../likeness/behind-phones.ts';
import { phoneKey } from '../likeness/contacts.ts';
import { nameOf } from '../likeness/names.ts';
import type { TidyPayment } from './cells.ts';
import { findBehindEmails, findStudentsById, listCoursesOfStudents, listGuardians } from './queries.ts';
import type { FoundStudent } from './queries.ts';
import { indexStudents, noFamily } from './students-index.ts';
import type { Family, Student, Students } from './students-index.ts';

interface StudentSearch {
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

/** Finds every student that the file may mean, in five statements for any size of file. */
export async function findStudents(
  db: Db,
  { rows, visible, named, others }: StudentSearch,
): Promise<StudentsAtHand> {
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
  const written = await findBehindEmails(db, [...emails]);
  const called = await findBehindPhones(db, [...numbers]);
  const reached = [...new Set([...written, ...called].map(({ student_id }) => student_id))];
  const familyOf = await familiesOf(db, reached, { written, called });
  const found = await findStudentsById(db, [...new Set([...wanted, ...reached])]);

  const studentById = new Map<number, Student>();
  await mapInSlices(found, (student) => {
    const courses = coursesOf.get(student.id);
    const isVisible = visible === null || courses !== undefined;
    if (isVisible) studentById.set(student.id, asStudent(student, familyOf.get(student.id), courses));
  });
  const students = await indexStudents(
    [...studentById.values()],
    [...new Set(called.map(({ student_id }) => student_id))].flatMap((id) => studentById.get(id) ?? []),
  );
  return { students, studentById };
}

type Behind = readonly { readonly student_id: number; readonly value: string }[];

/** How the file reaches these students, and their guardians. */
async function familiesOf(
  db: Db,
  students: readonly number[],
  { written, called }: { readonly written: Behind; readonly called: Behind },
): Promise<ReadonlyMap<number, Family>> {
  const emails = Map.groupBy(written, ({ student_id }) => student_id);
  const phones = Map.groupBy(called, ({ student_id }) => student_id);
  const guardians = Map.groupBy(await listGuardians(db, students), ({ student_id }) => student_id);
  return new Map(
    students.map((id) => [
      id,
      {
        emails: (emails.get(id) ?? []).map(({ value }) => value),
        phones: (phones.get(id) ?? []).map(({ value }) => value),
        guardians: (guardians.get(id) ?? []).flatMap(namesOf),
      },
    ]),
  );
}

const namesOf = ({ fullname, other_names: others }: Pick<FoundStudent, 'fullname' | 'other_names'>) =>
  others.length === 0 ? [nameOf(fullname)] : [fullname, ...others].map(nameOf);

const asStudent = (
  student: FoundStudent,
  family: Family = noFamily,
  courses: readonly number[] = [],
): Student => ({
  ...student,
  names: namesOf(student),
  email: student.email_id.toLowerCase(),
  family,
  courses,
});
