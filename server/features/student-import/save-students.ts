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

/** What an import and an intake of students share: who is known, and how a plan is carried out. */

export const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const present = <T>(items: readonly (T | null | undefined)[]): T[] =>
  items.filter((item) => item !== null && item !== undefined);

/** By `emailKey`, with where they are now among these courses. */
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
  /** null: whoever has this address by then. */
  readonly personId: number | null;
  /** null: known already, or added by another row. */
  readonly student: NewStudent | null;
}

/** What a plan begins; `taken` are the addresses, out of reach, that somebody has. */
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

/** What a plan can only ask for, since somebody out of reach has the address. */
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

/** What is kept of a row. */
const studentOf = ({
  row: _row,
  typedEmail: _typedEmail,
  courseName: _courseName,
  className: _className,
  problems: _problems,
  ...student
}: TidyRow): NewStudent => student;

/** Saves what begins, or fails with `conflict` when what it was made from has changed; answers who came in. */
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
  // Somebody took an address or a place between plan and writing: nothing of this is kept.
  if (added.length !== students.length || enrolled !== begins.length) throw fail('conflict');
  return idOf;
}
