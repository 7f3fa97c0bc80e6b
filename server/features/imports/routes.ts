import { createHash } from 'node:crypto';
import type { imports, StudentImportRow } from '@gurukul/contract/imports';
import type { Db } from '#server/db/pool.ts';
import type { Handlers, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { emailKey, tidyRow } from './cells.ts';
import { paymentImportHandlers } from './payment-handlers.ts';
import {
  findPeople,
  findStays,
  hold,
  insertEnrolments,
  insertImport,
  insertStudents,
  listClasses,
  listCourses,
  today,
  waitForTurn,
} from './queries.ts';
import { countOutcomes, namedCourses, planImport, previewOf } from './rules.ts';
import type { KnownPerson, PlannedRow } from './rules.ts';

async function knownPeople(
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

async function planFor(
  db: Db,
  person: Person,
  raw: readonly StudentImportRow[],
  day: string,
): Promise<PlannedRow[]> {
  const rows = raw.map((row) => tidyRow(row, day));
  const courses = namedCourses(rows, await listCourses(db, person));
  const courseIds = courses.map(({ id }) => id);
  const emails = distinct(rows.filter((row) => row.email !== '').map((row) => emailKey(row.email)));
  const classes = await listClasses(db, courseIds);
  const people = await knownPeople(db, emails, courseIds);
  return planImport(rows, { courses, classes, people });
}

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const present = <T>(items: readonly (T | null | undefined)[]): T[] =>
  items.filter((item) => item !== null && item !== undefined);

const contentHash = (rows: readonly StudentImportRow[]) =>
  createHash('sha256').update(JSON.stringify(rows)).digest();

async function carryOut(
  tx: Db,
  person: Person,
  sheet: { readonly file_name: string; readonly rows: readonly StudentImportRow[] },
  day: string,
  plan: readonly PlannedRow[],
): Promise<number | null> {
  const begins = plan.filter(({ outcome }) => outcome === 'new' || outcome === 'enrol');
  if (begins.length === 0) return null;

  const isUnchanged = await hold(tx, person, {
    courses: distinct(present(begins.map((row) => row.course?.id))),
    classes: distinct(present(begins.map((row) => row.class?.id))),
    students: distinct(present(begins.map((row) => row.person?.id))),
  });
  if (!isUnchanged) throw fail('conflict');

  const importId = await insertImport(tx, {
    file_name: sheet.file_name,
    content_hash: contentHash(sheet.rows),
    row_count: sheet.rows.length,
    created_by: person.id,
  });
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
  return importId;
}

export const importsHandlers: Handlers<typeof imports> = {
  ...paymentImportHandlers,

  async students_preview({ rows }, { db, person }) {
    const plan = await planFor(db, person, rows, await today(db));
    return {
      status: 200,
      message: 'success',
      data: { rows: plan.map(previewOf), totals: countOutcomes(plan) },
    };
  },

  async students(sheet, { db, person }) {
    await waitForTurn(db);
    const day = await today(db);
    const plan = await planFor(db, person, sheet.rows, day);
    const import_id = await carryOut(db, person, sheet, day, plan);
    const totals = countOutcomes(plan);
    return {
      status: 200,
      message: 'success',
      data: {
        import_id,
        created: totals.new,
        enrolled: totals.enrol,
        unchanged: totals.unchanged,
        skipped: totals.problem,
      },
    };
  },
};
