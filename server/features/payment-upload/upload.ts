import type { PaymentResolution } from '@gurukul/contract/payment-upload';
import type { PaymentUploadRow } from '@gurukul/contract/payment-upload';
import { takeTurn } from '#server/db/turns.ts';
import { planFile, savePlan } from '#server/features/payment-upload/files.ts';
import { countPayments } from '#server/features/payment-upload/preview.ts';
import { planPayments } from '#server/features/payment-upload/plan.ts';
import type { PlannedPayment } from '#server/features/payment-upload/plan.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';

/** Clients of this call send rows without a file name. */
const fileName = 'Payment details';

/**
 * Settles questions that this client cannot ask: an unknown payer stays empty, and a row that came twice is one
 * payment.
 */
function settle({ tidy, match, problems }: PlannedPayment): PaymentResolution[] {
  if (problems.some(({ code }) => code === 'same_as_row')) return [{ row: tidy.row, skip: true }];
  return match.choose ? [{ row: tidy.row, student_id: null }] : [];
}

const mostNamed = 10;

/** Throws a refusal that names the bad rows; nothing is saved. A course out of reach reads like a missing one. */
function refuse(bad: readonly PlannedPayment[]): never {
  const rows = bad.map(({ tidy }) => tidy.row);
  const named = rows.slice(0, mostNamed).join(', ') + (rows.length > mostNamed ? ' …' : '');
  const isOutOfReach = bad.every(({ problems }) => problems.every(({ code }) => code === 'unknown_course'));
  const problem = bad[0]?.problems[0];
  throw fail(isOutOfReach ? 'rows_not_found' : 'rows_refused', {
    facts: { ...problem?.facts, problem: problem?.code ?? '', rows: named },
    details: Object.fromEntries(bad.slice(0, 50).map(({ tidy, problems }) => [`row ${tidy.row}`, problems])),
  });
}

/** Saves the payments of a spreadsheet that another client has read. The first row had the column names. */
export async function uploadPayments(
  ctx: Ctx,
  given: readonly PaymentUploadRow[],
): Promise<{ created: number; updated: number }> {
  const { db: tx, person } = ctx;
  await takeTurn(tx, 'import of payments');
  const file = { file_name: fileName, rows: given.map((cells, index) => ({ row: index + 2, ...cells })) };
  const { base, money } = await planFile(tx, person, file, { toSave: true, asItIs: true });
  const settled = new Map(base.flatMap(settle).map((said) => [said.row, said]));
  const plan =
    settled.size === 0
      ? base
      : await planPayments(
          base.map(({ tidy }) => tidy),
          money,
          settled,
        );
  const bad = plan.filter(({ outcome }) => outcome === 'problem');
  if (bad.length > 0) refuse(bad);
  await savePlan(ctx, file, plan);
  const { created, updated } = countPayments(plan);
  return { created, updated };
}
