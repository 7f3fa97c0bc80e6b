import type { studentImport } from '@gurukul/contract/student-import';
import { takeTurn } from '#server/db/turns.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { mapInSlices } from '#server/slices.ts';
import { today } from '#server/time/today.ts';
import { planStudents, saveStudentPlan } from './plan-students.ts';
import { countOutcomes, previewOf } from './rules.ts';

export const studentImportHandlers: Handlers<typeof studentImport> = {
  async students_preview(sheet, ctx) {
    const { rows } = await planStudents(ctx, sheet, await today(ctx.db));
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
    const plan = await planStudents(ctx, sheet, onDay);
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
};
