import type { Db } from '#server/db/pool.ts';
import { fail } from '#server/http/problem.ts';
import type { Caller } from '#server/http/scope.ts';
import { emailKey } from './cells.ts';
import { findPeople, findStays, hold, insertEnrolments, insertStudents } from './queries.ts';
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
  const staysOf = Map.groupBy(
    await findStays(
      db,
      found.map(({ id }) => id),
      courseIds,
    ),
    (stay) => stay.student_id,
  );
  return new Map(
    found.map(({ email, ...person }) => {
      const stays = staysOf.get(person.id) ?? [];
      return [email, { ...person, stays: new Map(stays.map((stay) => [stay.course_id, stay.class_id])) }];
    }),
  );
}

/** The rows of a plan that begin something. */
export const beginnings = (plan: readonly PlannedRow[]): PlannedRow[] =>
  plan.filter(({ outcome }) => outcome === 'new' || outcome === 'enrol');

/** Saves what the plan begins, or fails with `conflict` when what it was made from has changed; answers who came in. */
export async function saveStudents(
  tx: Db,
  caller: Caller,
  importId: number | null,
  day: string,
  plan: readonly PlannedRow[],
): Promise<ReadonlyMap<string, number>> {
  const begins = beginnings(plan);
  const isUnchanged = await hold(tx, caller, {
    courses: distinct(present(begins.map((row) => row.course?.id))),
    classes: distinct(present(begins.map((row) => row.class?.id))),
    students: distinct(present(begins.map((row) => row.person?.id))),
  });
  if (!isUnchanged) throw fail('conflict');

  const students = begins.filter(({ outcome }) => outcome === 'new').map(({ tidy }) => tidy);
  const added = await insertStudents(tx, importId, students);
  const idOf = new Map(added.map(({ email, id }) => [emailKey(email), id]));
  const stays = begins.flatMap(({ tidy, course, class: klass, person: known }) => {
    const studentId = known?.id ?? idOf.get(emailKey(tidy.email));
    if (studentId === undefined || course === null) return [];
    return [{ studentId, courseId: course.id, classId: klass?.id ?? null }];
  });
  const enrolled = await insertEnrolments(tx, importId, day, stays);
  // Somebody took an address or a place between plan and writing: nothing of this is kept.
  if (added.length !== students.length || enrolled !== begins.length) throw fail('conflict');
  return idOf;
}
