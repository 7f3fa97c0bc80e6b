import type { SheetRow, PaymentResolution } from '@gurukul/contract/payment-upload';
import type { PaymentPreview } from '@gurukul/contract/shared/money/payment-preview';
import { orderOf } from '@gurukul/contract/shared/written/date';
import type { ColumnOrder, DateOrder } from '@gurukul/contract/shared/written/date';
import type { Db } from '#server/db/pool.ts';
import { inBatches } from '#server/db/batches.ts';
import { cancelRefunded, refundsOfUpload } from '#server/features/ledger/refunded.ts';
import { voidWrongReceipts } from '#server/features/receipts/queries.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { hashInSlices } from '#server/http/requests/long-lists.ts';
import { fail } from '#server/http/answers/problem.ts';
import { mapInSlices } from '#server/slices.ts';
import { findStudents } from './find-students.ts';
import { dateReads, tidyPayment } from './cells.ts';
import type { Clock } from './cells.ts';
import { currencyQuestion } from './currencies.ts';
import type { CurrencyRules } from './currencies.ts';
import { countPayments, countRefunds, digestOfPlan, moneyInFile, moneySaved, previewOf } from './preview.ts';
import {
  findPayments,
  findReportingCurrency,
  findSameFile,
  insertPayments,
  insertRefunds,
  listCurrenciesOfPrices,
  listRefundsOf,
  updatePayments,
} from './queries.ts';
import type { RowToSave } from './queries.ts';
import { planPayments } from './plan.ts';
import type { KnownMoney, KnownPayment, PlannedPayment } from './plan.ts';
import { readSettings } from '#server/provider/settings.ts';
import { officeDay } from '#server/time/office-clock.ts';
import { hold } from '../imports/hold.ts';
import { listCourses, namedCourses } from '../imports/known-courses.ts';
import { tellRefunded } from '../payments/tell-refunded.ts';
import { recordImport } from '../imports/record.ts';

/** An uploaded file of payments. */
export interface PaymentFile {
  readonly file_name: string;
  readonly rows: readonly SheetRow[];
  readonly course_id?: number | undefined;
  readonly date_order?: DateOrder | undefined;
  readonly currency?: string | undefined;
  readonly resolutions?: readonly PaymentResolution[] | undefined;
}

/** The plan of an upload, with the data it was made from. */
export interface PaymentPlan {
  readonly money: KnownMoney;
  readonly dates: ColumnOrder;
  /** From the file and the data alone. The preview's digest is computed from it. */
  readonly base: readonly PlannedPayment[];
  /** With the person's choices. */
  readonly rows: readonly PlannedPayment[];
}

const distinct = <T>(items: readonly T[]): T[] => [...new Set(items)];
const present = <T>(items: readonly (T | null | undefined)[]): T[] =>
  items.filter((item) => item !== null && item !== undefined);

/**
 * Plans a file. `toSave` locks the existing payments, so that the plan is what is written. `asItIs` is for clients that
 * cannot ask their user.
 */
export async function planFile(
  db: Db,
  person: Person,
  file: PaymentFile,
  { toSave = false, asItIs = false } = {},
): Promise<PaymentPlan> {
  const { time_zone: zone } = await readSettings(db);
  const clock: Clock = { today: await officeDay(db), now: new Date().toISOString(), zone };
  const dates = orderOf(await dateReads(file.rows, clock), file.date_order, clock.now);
  const rows = await mapInSlices(file.rows, (row) => tidyPayment(row, { dates, clock, asItIs }));

  const courses = await listCourses(db, person);
  const usualCourse = courses.find(({ id }) => id === file.course_id) ?? null;
  if (file.course_id !== undefined && usualCourse === null) throw fail('not_found');
  const paymentIds = present(distinct(rows.map(({ paymentId }) => paymentId || null)));
  const known = await findPayments(db, paymentIds, toSave);
  const mine = new Set(courses.map(({ id }) => id));
  const isMine = (payment: KnownPayment) =>
    payment.course_id !== null && (person.role === 'admin' || mine.has(payment.course_id));

  const named = namedCourses(rows, courses).map(({ id }) => id);
  const resolutions = new Map(file.resolutions?.map((said) => [said.row, said]));
  const knownMine = known.filter(isMine);
  const ofCourses = distinct([
    ...named,
    ...present([usualCourse?.id]),
    ...present(knownMine.map(({ course_id }) => course_id)),
  ]);
  const currencies: CurrencyRules = {
    choice: file.currency ?? null,
    provider: await findReportingCurrency(db),
    prices: await listCurrenciesOfPrices(db, ofCourses),
    asItIs,
  };
  const atHand = await findStudents(db, {
    rows,
    visible: person.role === 'admin' ? null : [...mine],
    named: ofCourses,
    others: present([
      ...knownMine.map(({ student_id }) => student_id),
      ...[...resolutions.values()].map((said) => ('student_id' in said ? said.student_id : null)),
    ]),
  });
  const money: KnownMoney = {
    ...atHand,
    courses,
    usualCourse,
    payments: new Map(known.map((payment) => [payment.payment_id, payment])),
    isMine,
    currencies,
  };
  const base = await planPayments(rows, money);
  const chosen = resolutions.size === 0 ? base : await planPayments(rows, money, resolutions);
  return { money, dates, base, rows: chosen };
}

export async function previewFile(
  db: Db,
  person: Person,
  file: PaymentFile,
  { money, dates, base, rows }: PaymentPlan,
): Promise<PaymentPreview> {
  const { order, decided_by, example } = dates;
  return {
    rows: await mapInSlices(rows, previewOf(money)),
    totals: countPayments(rows),
    refunds: countRefunds(rows, new Date()),
    money: { file: await moneyInFile(rows), saved: await moneySaved(rows) },
    dates: { order, decided_by, example },
    currency: currencyQuestion(
      rows.filter(({ outcome }) => outcome !== 'skip').map(({ currency }) => currency),
      money.currencies,
    ),
    digest: await digestOfPlan(base),
    same_file: await findSameFile(
      db,
      await hashInSlices(file.rows),
      person.role === 'admin' ? null : person.id,
    ),
  };
}

const rowToSave = ({ tidy, match, known, values, refund, changes }: PlannedPayment): RowToSave[] =>
  values === null
    ? []
    : [
        {
          row: tidy.row,
          payment_id: tidy.paymentId,
          matched_by: match.ground,
          id: known?.id ?? null,
          values,
          refund,
          moves: known === null || changes.some(({ field }) => field === 'paid_at'),
        },
      ];

/** Saves the plan. Null when there is nothing to save. Throws `conflict` when the data has changed. */
export async function savePlan(
  { db: tx, person, mail }: Ctx,
  file: PaymentFile,
  plan: readonly PlannedPayment[],
): Promise<number | null> {
  const rows = plan.flatMap(rowToSave);
  if (rows.length === 0) return null;
  const isUnchanged = await hold(tx, person, {
    courses: distinct(
      plan.flatMap(({ values, course }) => (values === null || course === null ? [] : course.id)),
    ),
    classes: [],
    students: distinct(
      plan.flatMap(({ values, match }) =>
        values === null || match.student === null ? [] : match.student.id,
      ),
    ),
  });
  if (!isUnchanged) throw fail('conflict');

  const importId = await recordImport(tx, person, 'payments', file);
  const added = rows.filter(({ id }) => id === null);
  const changed = rows.filter(({ id }) => id !== null);
  // Somebody took a payment id between plan and save, so nothing is saved.
  if ((await inBatches(added, (some) => insertPayments(tx, importId, some))) !== added.length)
    throw fail('conflict');
  if ((await inBatches(changed, (some) => updatePayments(tx, importId, some))) !== changed.length)
    throw fail('conflict');
  const refunded = rows.filter(({ refund }) => refund !== null);
  const by = { person: person.id, file_name: file.file_name };
  await inBatches(refunded, (some) => insertRefunds(tx, importId, by, some));
  await cancelRefunded(tx, refundsOfUpload(importId));
  const dated = refunded.flatMap(({ row, refund }) => (refund?.at ? [row] : []));
  await tellRefunded(tx, mail, await listRefundsOf(tx, importId, dated));
  await voidWrongReceipts(
    tx,
    changed.flatMap(({ id }) => id ?? []),
    'An upload changed the payment',
  );
  return importId;
}
