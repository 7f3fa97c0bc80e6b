import type { Db } from '#server/db/pool.ts';
import { inBatches } from '#server/db/batches.ts';
import { fail } from '#server/http/problem.ts';
import type { Caller } from '#server/http/scope.ts';
import type { Wish } from '../access-requests/ask.ts';
import { emailKey } from './cells.ts';
import type { TidyRow } from './cells.ts';
import { hold } from '../spreadsheets/hold.ts';
import { findEnrolments, findPeople, insertEnrolments, insertStudents } from './queries.ts';
import type { NewStudent } from './queries.ts';
import type { KnownPerson, PlannedRow } from './rules.ts';

/** Shared by the import and the intake of students: who is known, and how to carry out a plan. */

export const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const present = <T>(items: readonly (T | null | undefined)[]): T[] =>
  items.filter((item) => item !== null && item !== undefined);

/** By `emailKey`, with their present enrolments in these courses. */
export async function knownPeople(
  db: Db,
  emails: readonly string[],
  courseIds: readonly number[],
): Promise<Map<string, KnownPerson>> {
  const found = await findPeople(db, emails);
  const enrolmentsOf = Map.groupBy(
    await findEnrolments(
      db,
      found.map(({ id }) => id),
      courseIds,
    ),
    (enrolment) => enrolment.student_id,
  );
  return new Map(
    found.map(({ email, ...person }) => {
      const enrolments = enrolmentsOf.get(person.id) ?? [];
      return [
        email,
        {
          ...person,
          enrolments: new Map(enrolments.map((enrolment) => [enrolment.course_id, enrolment.class_id])),
        },
      ];
    }),
  );
}

/** An enrolment that begins, and the student who is added for it. */
export interface Beginning {
  readonly email: string;
  readonly courseId: number;
  readonly classId: number | null;
  /** Null: the person with this address at that time. */
  readonly personId: number | null;
  /** Null: known already, or added by another row. */
  readonly student: NewStudent | null;
}

/** The enrolments that a plan begins. `taken` are addresses of people out of reach. */
export function beginnings(plan: readonly PlannedRow[], taken: ReadonlySet<string> = new Set()): Beginning[] {
  const added = new Set<string>();
  return plan.flatMap(({ tidy, course, class: klass, person, outcome }): Beginning[] => {
    const key = emailKey(tidy.email);
    const isFree = outcome === 'ask' && !taken.has(key);
    if (course === null || (outcome !== 'new' && outcome !== 'enrol' && !isFree)) return [];
    const isNew = outcome === 'new' || (isFree && !added.has(key));
    if (isNew) added.add(key);
    return [
      {
        email: tidy.email,
        courseId: course.id,
        classId: klass?.id ?? null,
        personId: person?.id ?? null,
        student: isNew ? studentOf(tidy) : null,
      },
    ];
  });
}

/** The requests to account admins, for addresses of people out of reach. */
export const wishes = (plan: readonly PlannedRow[], taken: ReadonlySet<string>): Wish[] =>
  plan.flatMap(({ tidy, course, class: klass, outcome }): Wish[] => {
    if (course === null || outcome !== 'ask' || !taken.has(emailKey(tidy.email))) return [];
    return [
      {
        courseId: course.id,
        classId: klass?.id ?? null,
        eventId: null,
        email: tidy.email,
        fullname: `${tidy.firstName} ${tidy.lastName}`.trim(),
        details: studentOf(tidy),
      },
    ];
  });

/** The stored fields of a row. */
const studentOf = ({
  row: _row,
  typedEmail: _typedEmail,
  courseName: _courseName,
  className: _className,
  problems: _problems,
  ...student
}: TidyRow): NewStudent => student;

/**
 * Saves the new students and enrolments, and returns them. Throws `conflict` when the data behind the plan has changed.
 */
export async function saveStudents(
  tx: Db,
  caller: Caller,
  importId: number | null,
  day: string,
  begins: readonly Beginning[],
): Promise<ReadonlyMap<string, number>> {
  const isUnchanged = await hold(tx, caller, {
    courses: distinct(begins.map(({ courseId }) => courseId)),
    classes: distinct(present(begins.map(({ classId }) => classId))),
    students: distinct(present(begins.map(({ personId }) => personId))),
  });
  if (!isUnchanged) throw fail('conflict');

  const students = present(begins.map(({ student }) => student));
  const added: { id: number; email: string }[] = [];
  await inBatches(students, async (some) => {
    const these = await insertStudents(tx, importId, some);
    added.push(...these);
    return these.length;
  });
  const idOf = new Map(added.map(({ email, id }) => [emailKey(email), id]));
  const enrolments = begins.flatMap(({ email, courseId, classId, personId }) => {
    const studentId = personId ?? idOf.get(emailKey(email));
    return studentId === undefined ? [] : [{ studentId, courseId, classId }];
  });
  const enrolled = await inBatches(enrolments, (some) => insertEnrolments(tx, importId, day, some));
  // Somebody took an address or an enrolment between plan and save, so nothing is saved.
  if (added.length !== students.length || enrolled !== begins.length) throw fail('conflict');
  return idOf;
}
