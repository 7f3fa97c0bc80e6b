import { createHash } from 'node:crypto';
import type { imports, StudentImportRow } from '@gurukul/contract/imports';
import type { Db } from '#server/db/pool.ts';
import type { Handlers, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { emailKey, tidyRow } from './cells.ts';
import {
  findPeople,
  insertEnrolments,
  insertImport,
  insertStudents,
  listClasses,
  listCourses,
  today,
  waitForTurn,
} from './queries.ts';
import type { FoundPerson } from './queries.ts';
import { countOutcomes, namedCourses, planImport, previewOf } from './rules.ts';
import type { KnownPerson, PlannedRow } from './rules.ts';

/** Gathers each person's current courses from the flat rows. */
function gatherPeople(found: readonly FoundPerson[]): Map<string, KnownPerson> {
  const people = new Map<string, KnownPerson & { stays: Map<number, number | null> }>();
  for (const { email, fullname, is_student, course_id, class_id } of found) {
    const person = people.get(email) ?? { fullname, is_student, stays: new Map<number, number | null>() };
    if (course_id !== null) person.stays.set(course_id, class_id);
    people.set(email, person);
  }
  return people;
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
  const emails = [...new Set(rows.filter((row) => row.email !== '').map((row) => emailKey(row.email)))];
  const classes = await listClasses(db, courseIds);
  const people = gatherPeople(await findPeople(db, emails, courseIds));
  return planImport(rows, { courses, classes, people });
}

const contentHash = (rows: readonly StudentImportRow[]) =>
  createHash('sha256').update(JSON.stringify(rows)).digest();

async function carryOut(
  tx: Db,
  person: Person,
  sheet: { readonly file_name: string; readonly rows: readonly StudentImportRow[] },
  day: string,
  plan: readonly PlannedRow[],
): Promise<number | null> {
  const students = plan.filter(({ outcome }) => outcome === 'new').map(({ tidy }) => tidy);
  const stays = plan
    .filter(({ outcome }) => outcome === 'new' || outcome === 'enrol')
    .map((row) => ({ email: row.tidy.email, courseId: row.course!.id, classId: row.class?.id ?? null }));
  if (stays.length === 0) return null;

  const importId = await insertImport(tx, {
    file_name: sheet.file_name,
    content_hash: contentHash(sheet.rows),
    row_count: sheet.rows.length,
    created_by: person.id,
  });
  const added = await insertStudents(tx, importId, students);
  const enrolled = await insertEnrolments(tx, person, importId, day, stays);
  // Somebody else took an address, deleted a class, ... between plan and writing: nothing of this is kept.
  if (added !== students.length || enrolled !== stays.length) throw fail('conflict');
  return importId;
}

export const importsHandlers: Handlers<typeof imports> = {
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
