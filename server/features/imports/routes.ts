import { createHash } from 'node:crypto';
import type { imports, StudentImportRow } from '@gurukul/contract/imports';
import type { Db } from '#server/db/pool.ts';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers, Person } from '#server/http/handlers.ts';
import { mapInSlices } from '#server/slices.ts';
import { emailKey, tidyRow } from './cells.ts';
import { paymentImportHandlers } from './payment-handlers.ts';
import { insertImport, listClasses, listCourses, today } from './queries.ts';
import { countOutcomes, namedCourses, planImport, previewOf } from './rules.ts';
import type { PlannedRow } from './rules.ts';
import { beginnings, distinct, knownPeople, saveStudents } from './save-students.ts';

async function planFor(
  db: Db,
  person: Person,
  raw: readonly StudentImportRow[],
  day: string,
): Promise<PlannedRow[]> {
  const rows = await mapInSlices(raw, (row) => tidyRow(row, day));
  const courses = namedCourses(rows, await listCourses(db, person));
  const courseIds = courses.map(({ id }) => id);
  const emails = distinct(rows.filter((row) => row.email !== '').map((row) => emailKey(row.email)));
  const classes = await listClasses(db, courseIds);
  const people = await knownPeople(db, emails, courseIds);
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
  const begins = beginnings(plan);
  if (begins.length === 0) return null;
  const importId = await insertImport(tx, {
    file_name: sheet.file_name,
    content_hash: contentHash(sheet.rows),
    row_count: sheet.rows.length,
    created_by: person.id,
  });
  await saveStudents(tx, person, importId, day, begins);
  return importId;
}

export const importsHandlers: Handlers<typeof imports> = {
  ...paymentImportHandlers,

  async students_preview({ rows }, { db, person }) {
    const plan = await planFor(db, person, rows, await today(db));
    return {
      status: 200,
      message: 'success',
      data: { rows: await mapInSlices(plan, previewOf), totals: countOutcomes(plan) },
    };
  },

  async students(sheet, { db, person }) {
    await takeTurn(db, 'import of students');
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
