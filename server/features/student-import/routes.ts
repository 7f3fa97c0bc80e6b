import type { StudentPreview, studentImport } from '@gurukul/contract/student-import';
import { takeTurn } from '#server/db/turns.ts';
import { checked, digestOf } from '#server/http/requests/checked.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { mapInSlices } from '#server/slices.ts';
import { today } from '#server/time/today.ts';
import { planStudents, saveStudentPlan } from './plan-students.ts';
import type { FilePlan } from './plan-students.ts';
import { countOutcomes, previewOf } from './rules.ts';

async function previewFile({ rows: planned, dates }: FilePlan): Promise<StudentPreview> {
  const rows = await mapInSlices(planned, previewOf);
  const meant = planned.map(({ person, addedBy, course, class: klass }) => [
    person?.id,
    addedBy,
    course?.id,
    klass?.id,
  ]);
  const { order, decided_by, example } = dates;
  return {
    rows,
    totals: countOutcomes(planned),
    dates: { order, decided_by, example },
    digest: await digestOf([...rows, ...meant]),
  };
}

export const studentImportHandlers: Handlers<typeof studentImport> = {
  async students_preview(sheet, ctx) {
    const data = await previewFile(await planStudents(ctx, sheet, await today(ctx.db)));
    return { status: 200, message: 'success', data };
  },

  async students({ digest, ...sheet }, ctx) {
    const { db } = ctx;
    return checked({
      turn: () => takeTurn(db, 'import of students'),
      async plan() {
        const onDay = await today(db);
        return { onDay, plan: await planStudents(ctx, sheet, onDay) };
      },
      preview: ({ plan }) => previewFile(plan),
      seen: digest,
      needsNone({ plan: { rows } }) {
        const totals = countOutcomes(rows);
        return totals.new + totals.enrol + totals.ask === 0;
      },
      async carryOut({ onDay, plan }) {
        const { importId: import_id, waiting } = await saveStudentPlan(ctx, sheet, onDay, plan);
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
    });
  },
};
