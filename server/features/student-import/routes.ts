import type { StudentPreview, studentImport } from '@gurukul/contract/student-import';
import { digestOf } from '#server/http/requests/checked.ts';
import type { Ctx, Handlers } from '#server/http/handlers.ts';
import { mapInSlices } from '#server/slices.ts';
import { today } from '#server/time/today.ts';
import { importDoor } from '../imports/door.ts';
import { planStudents, saveStudentPlan } from './plan-students.ts';
import type { FilePlan, Sheet } from './plan-students.ts';
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

const door = importDoor({
  turn: 'import of students',
  async plan(ctx: Ctx, sheet: Sheet) {
    const onDay = await today(ctx.db);
    return { onDay, ...(await planStudents(ctx, sheet, onDay)) };
  },
  preview: previewFile,
  isNothing({ rows }) {
    const totals = countOutcomes(rows);
    return totals.new + totals.enrol + totals.ask === 0;
  },
  async save({ onDay, ...plan }, ctx, sheet) {
    const { importId, waiting } = await saveStudentPlan(ctx, sheet, onDay, plan);
    const { new: created, enrol: enrolled, ask: asked, unchanged, ...left } = countOutcomes(plan.rows);
    return {
      import_id: importId,
      created,
      enrolled,
      asked,
      unchanged,
      questions: left.question,
      skipped: left.problem,
      waiting,
    };
  },
});

export const studentImportHandlers: Handlers<typeof studentImport> = {
  students_preview: door.preview,
  students: door.save,
};
