import type { payments } from '@gurukul/contract/payments';
import type { MoneyOfStatus } from '@gurukul/contract/shared/money/payment-preview';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import { isCourseAdmin } from '#server/features/students/queries.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import {
  listCourseTypes,
  listPayments,
  listTickets,
  sumLedgers,
  sumPayments,
  sumTickets,
} from './queries.ts';
import type { PaymentFilter } from './queries.ts';
import { exportPayments, exportTickets } from './export.ts';
import { listCampaigns, proposePayment } from './propose.ts';
import { refundPayment, reverseRefund } from './refund.ts';
import { countOf, totalsOf } from './rules.ts';
import { previewCurrency, setCurrency } from './set-currency.ts';
import { singlePayment } from './single-payment.ts';
import { correctPayment, recordPayment, voidPayment } from './write-down.ts';

const defaultPageSize = 50;

interface PageInput {
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

/** Null when everything was requested, as older clients do. */
const windowOf = ({ page, pageSize = defaultPageSize }: PageInput): Window | null =>
  page === undefined ? null : { page, pageSize };

async function paymentList(db: Db, asked: PageInput, filter: PaymentFilter) {
  const window = windowOf(asked);
  const [data, by_status, ledgers] = await Promise.all([
    listPayments(db, filter, window),
    window === null ? null : sumPayments(db, filter),
    window === null ? null : sumLedgers(db, filter),
  ]);
  const answer = { status: 200, message: 'success', data } as const;
  if (by_status === null || ledgers === null) return answer;
  const totals = totalsOf(by_status, ledgers);
  const total_count = countOf(by_status, filter.status);
  const { courseadminId, student_id, search } = filter;
  const unfiltered = await hidden(total_count, filter, () =>
    sumPayments(db, { courseadminId, student_id, search }),
  );
  return { ...answer, total_count, totals, by_status, ...unfiltered };
}

/** Where the filters leave nothing: the number of rows that the same search finds without them. */
async function hidden(
  count: number,
  {
    status,
    from,
    to,
    currency,
    kind,
    course_id,
    course_type,
    region,
    campaign,
  }: Omit<Partial<PaymentFilter>, 'sort'>,
  sum: () => Promise<readonly MoneyOfStatus[]>,
) {
  const isFiltered = [status, from, to, currency, kind, course_id, course_type, region, campaign].some(
    Boolean,
  );
  return count > 0 || !isFiltered ? {} : { unfiltered_count: countOf(await sum()) };
}

export const paymentsHandlers: Handlers<typeof payments> = {
  async get_payment_details(asked, { db }) {
    const list = await paymentList(db, asked, { ...asked, courseadminId: null });
    return asked.page === undefined ? list : { ...list, campaigns: await listCampaigns(db) };
  },

  async get_payment_details_course_admin({ uid, ...asked }, { db }) {
    if (!(await isCourseAdmin(db, uid))) throw fail('not_found');
    return paymentList(db, asked, { ...asked, courseadminId: uid });
  },

  async get_ticket_payment_details(asked, { db }) {
    const window = windowOf(asked);
    const [data, by_status, course_types] = await Promise.all([
      listTickets(db, asked, window),
      window === null ? null : sumTickets(db, asked),
      window === null ? null : listCourseTypes(db),
    ]);
    const answer = { status: 200, message: 'success', data: { data } } as const;
    if (by_status === null || course_types === null) return answer;
    const totals = totalsOf(by_status);
    const total_count = countOf(by_status, asked.status);
    const unfiltered = await hidden(total_count, asked, () => sumTickets(db, { search: asked.search }));
    return { ...answer, total_count, totals, by_status, course_types, ...unfiltered };
  },

  async get_single_payment({ id }, { db, person }) {
    const payment = await singlePayment(db, person, id);
    if (payment === null) throw fail('not_found');
    return { status: 200, message: 'success', data: payment };
  },

  async propose_payment({ student_id }, ctx) {
    return { status: 200, message: 'success', data: await proposePayment(ctx, student_id) };
  },

  async record_payment(written, ctx) {
    return { status: 200, message: 'success', data: await recordPayment(ctx, written) };
  },

  async correct_payment(correction, ctx) {
    return { status: 200, message: 'success', data: await correctPayment(ctx, correction) };
  },

  async void_payment(given, ctx) {
    return { status: 200, message: 'success', data: await voidPayment(ctx, given) };
  },

  async refund_payment(given, ctx) {
    return { status: 200, message: 'success', data: await refundPayment(ctx, given) };
  },

  async reverse_refund({ refund_id }, ctx) {
    return { status: 200, message: 'success', data: await reverseRefund(ctx, refund_id) };
  },

  async preview_currency(asked, ctx) {
    return { status: 200, message: 'success', data: await previewCurrency(ctx, asked) };
  },

  async set_currency({ digest, ...asked }, ctx) {
    return { status: 200, message: 'success', data: { changed: await setCurrency(ctx, asked, digest) } };
  },

  async export_payments({ format, ...filter }, { db, person }) {
    const courseadminId = person.role === 'admin' ? null : person.id;
    return exportPayments(db, { ...filter, courseadminId }, format);
  },

  async export_tickets({ format, ...filter }, { db }) {
    return exportTickets(db, filter, format);
  },
};
