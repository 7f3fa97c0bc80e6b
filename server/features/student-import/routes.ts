import type { AnsweredRow, studentImport, StudentImportRow } from '@gurukul/contract/student-import';
import { takeTurn } from '#server/db/turns.ts';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { hashInSlices } from '#server/http/long-lists.ts';
import { askFor, countWishes } from '../access-requests/ask.ts';
import { mapInSlices } from '#server/slices.ts';
import { findAlike } from './alike.ts';
import { emailKey, tidyRow } from './cells.ts';
import { today } from '#server/time/today.ts';
import { listCourses } from '../spreadsheets/known-courses.ts';
import { insertImport, listClasses } from './queries.ts';
import { planWithProposals } from './proposals.ts';
import { countAddresses, within } from './reach.ts';
import type { Within } from './reach.ts';
import { namedCourses } from '../spreadsheets/known-courses.ts';
import { placesOf } from '../staff/places.ts';
import { countOutcomes, planImport, previewOf, withWaiting } from './rules.ts';
import type { PlannedRow } from './rules.ts';
import {
  beginnings,
  distinct,
  knownPeople,
  rememberAddresses,
  rememberDifferent,
  rememberNames,
  saveStudents,
  wishes,
} from './save-students.ts';

/** A file, with the answers to the questions of its preview. */
interface Sheet {
  readonly file_name: string;
  readonly rows: readonly StudentImportRow[];
  readonly answers?: readonly AnsweredRow[] | undefined;
  readonly even_if_full?: boolean | undefined;
}

interface Plan {
  readonly rows: readonly PlannedRow[];
  readonly taken: Within['taken'];
}

async function planFor(ctx: Ctx, { rows: raw, answers }: Sheet, onDay: string): Promise<Plan> {
  const { db, person } = ctx;
  const rows = await mapInSlices(raw, (row) => tidyRow(row, onDay));
  const emails = distinct(rows.filter((row) => row.email !== '').map((row) => emailKey(row.email)));
  const isLimited = person.role !== 'admin';
  if (isLimited) await countAddresses(ctx, emails.length);
  const own = await listCourses(db, person);
  const courses = namedCourses(rows, own);
  const courseIds = courses.map(({ id }) => id);
  const classes = await listClasses(db, courseIds);
  const everybody = await knownPeople(db, emails, courseIds);
  const { people, taken } = isLimited
    ? await within(db, everybody, own)
    : { people: everybody, taken: new Set<string>() };
  const visible = isLimited ? own.map(({ id }) => id) : null;
  const answered = new Set(answers?.map(({ row }) => row));
  // Other rows mean somebody behind their address, or are a question first.
  const mayAdd = rows.filter(({ row, email }) => !people.has(emailKey(email)) || answered.has(row));
  const alike = await findAlike(db, mayAdd, { courseIds, visible });
  const plan = await planWithProposals(
    db,
    await planImport(
      rows,
      { courses, classes, people, alike, isLimited, isLikenessAsked: answers !== undefined },
      answers,
    ),
  );
  const places = await placesOf(db, distinct(plan.flatMap((row) => row.class?.id ?? [])));
  return { rows: withWaiting(plan, places), taken };
}

async function carryOut(
  ctx: Ctx,
  sheet: Sheet,
  onDay: string,
  { rows, taken }: Plan,
): Promise<{ readonly importId: number | null; readonly waiting: number }> {
  const { db: tx, person } = ctx;
  const begins = beginnings(rows, taken);
  const wished = wishes(rows, taken);
  if (begins.length + wished.length === 0) return { importId: null, waiting: 0 };
  // Addresses of nobody count too, because the limit must not tell them from the others.
  await countWishes(ctx, rows.filter(({ outcome }) => outcome === 'ask').length);
  const importId = await insertImport(tx, {
    file_name: sheet.file_name,
    content_hash: await hashInSlices(sheet.rows),
    row_count: sheet.rows.length,
    created_by: person.id,
  });
  const { ids, waiting } = await saveStudents(tx, person, importId, onDay, begins, {
    evenIfFull: sheet.even_if_full === true,
  });
  await rememberNames(tx, rows);
  await rememberAddresses(tx, rows);
  await rememberDifferent(tx, rows, ids);
  await askFor(tx, { personId: person.id }, wished);
  return { importId, waiting: waiting.length };
}

export const studentImportHandlers: Handlers<typeof studentImport> = {
  async students_preview(sheet, ctx) {
    const { rows } = await planFor(ctx, sheet, await today(ctx.db));
    return {
      status: 200,
      message: 'success',
      data: { rows: await mapInSlices(rows, previewOf), totals: countOutcomes(rows) },
    };
  },

  async students(sheet, ctx) {
    const { db } = ctx;
    await takeTurn(db, 'import of students');
    const onDay = await today(db);
    const plan = await planFor(ctx, sheet, onDay);
    const { importId: import_id, waiting } = await carryOut(ctx, sheet, onDay, plan);
    const totals = countOutcomes(plan.rows);
    return {
      status: 200,
      message: 'success',
      data: {
        import_id,
        created: totals.new,
        enrolled: totals.enrol,
        asked: totals.ask,
        unchanged: totals.unchanged,
        questions: totals.question,
        skipped: totals.problem,
        waiting,
      },
    };
  },
};
