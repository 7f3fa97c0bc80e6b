/*
 * The headings of settlement files. A column is found by its heading, in any order, because services add columns.
 *
 * - Razorpay: the report "Settlement Recon" of the dashboard (amounts in rupees, `fee (exclusive tax)`), and the items of
 *   the API's settlement recon (amounts in paise, `fee` includes `tax`): https://razorpay.com/docs/api/settlements/
 * - Stripe: the itemized payout reconciliation report and the itemized balance change from activity, which have the same
 *   columns: https://docs.stripe.com/reports/report-types/payout-reconciliation and
 *   https://docs.stripe.com/reports/balance. Also the export of all balance transactions (`id, Type, Source, ...`), and
 *   that of payments, which has no `Type` and no `Net`.
 * - Banks: statements of HDFC, ICICI, SBI, Axis and Kotak, and of Chase, Bank of America and Wells Fargo.
 */

export const settlementServices = ['razorpay', 'stripe', 'bank'] as const;
export type SettlementService = (typeof settlementServices)[number];

/** What a column says. Razorpay and Stripe call the same things by other names. */
export const settlementFields = [
  'kind',
  'line',
  'source',
  'payment',
  'intent',
  'order',
  'dispute',
  'amount',
  'fee',
  'fee_only',
  'tax',
  'debit',
  'credit',
  'net',
  'balance',
  'currency',
  'refunded',
  'shown_amount',
  'shown_currency',
  'payout',
  'utr',
  'paid_on',
  'date',
  'reference',
  'description',
  'direction',
  'status',
] as const;
export type SettlementField = (typeof settlementFields)[number];

type Headings = Readonly<Partial<Record<SettlementField, readonly string[]>>>;

export interface SettlementLayout {
  readonly name: 'razorpay' | 'stripe_report' | 'stripe_history' | 'bank';
  readonly service: SettlementService;
  /** Lower case, letters and digits only; of two for one field, the first is preferred. */
  readonly headings: Headings;
  /** A file has the layout when it has a column of each of these. */
  readonly needs: readonly SettlementField[];
}

const razorpay: SettlementLayout = {
  name: 'razorpay',
  service: 'razorpay',
  needs: ['kind', 'line', 'amount', 'debit', 'credit', 'payout'],
  headings: {
    kind: ['transactionentity', 'type'],
    line: ['entityid'],
    payment: ['paymentid'],
    order: ['orderid'],
    dispute: ['disputeid'],
    amount: ['amount'],
    fee_only: ['feeexclusivetax'],
    fee: ['fee', 'fees'],
    tax: ['tax'],
    debit: ['debit'],
    credit: ['credit'],
    currency: ['currency'],
    payout: ['settlementid'],
    utr: ['settlementutr'],
    paid_on: ['settledat'],
    description: ['entitydescription', 'description'],
  },
};

const stripeReport: SettlementLayout = {
  name: 'stripe_report',
  service: 'stripe',
  needs: ['kind', 'line', 'amount', 'fee', 'net', 'currency', 'payout'],
  headings: {
    kind: ['reportingcategory'],
    line: ['balancetransactionid'],
    source: ['sourceid'],
    payment: ['chargeid'],
    intent: ['paymentintentid'],
    amount: ['gross'],
    fee: ['fee'],
    net: ['net'],
    currency: ['currency'],
    shown_amount: ['customerfacingamount'],
    shown_currency: ['customerfacingcurrency'],
    payout: ['automaticpayoutid'],
    utr: ['traceid'],
    paid_on: ['automaticpayouteffectiveat', 'automaticpayouteffectiveatutc'],
    description: ['description'],
  },
};

const stripeHistory: SettlementLayout = {
  name: 'stripe_history',
  service: 'stripe',
  needs: ['line', 'amount', 'fee', 'currency', 'payout'],
  headings: {
    kind: ['type'],
    line: ['id'],
    source: ['source'],
    intent: ['paymentintentid'],
    amount: ['amount'],
    fee: ['fee'],
    tax: ['taxesonfee'],
    net: ['net'],
    refunded: ['amountrefunded'],
    currency: ['currency'],
    shown_amount: ['customerfacingamount'],
    shown_currency: ['customerfacingcurrency'],
    payout: ['transfer'],
    paid_on: ['transferdateutc', 'transferdate'],
    description: ['description'],
    status: ['status'],
  },
};

const bank: SettlementLayout = {
  name: 'bank',
  service: 'bank',
  needs: ['date', 'description'],
  headings: {
    date: [
      'date',
      'transactiondate',
      'trandate',
      'txndate',
      'postingdate',
      'posteddate',
      'valuedate',
      'valuedt',
    ],
    description: [
      'narration',
      'description',
      'particulars',
      'transactionremarks',
      'remarks',
      'transactiondetails',
      'payee',
      'memo',
    ],
    reference: [
      'reference',
      'chqrefno',
      'chqrefnumber',
      'refnochequeno',
      'refno',
      'referenceno',
      'referencenumber',
      'utr',
      'utrno',
      'chqno',
      'chequeno',
      'chequenumber',
      'checkorslip',
      'checknumber',
      'tranid',
      'transactionid',
    ],
    debit: ['debit', 'debitamount', 'dr', 'withdrawal', 'withdrawals', 'withdrawalamt', 'withdrawalamount'],
    credit: ['credit', 'creditamount', 'cr', 'deposit', 'deposits', 'depositamt', 'depositamount'],
    amount: ['amount', 'transactionamount', 'amt'],
    direction: ['drcr', 'crdr', 'debitcredit', 'creditdebit', 'transactiontype'],
    balance: ['balance', 'closingbalance', 'runningbal', 'runningbalance', 'bal', 'availablebalance'],
    currency: ['currency'],
  },
};

export const settlementLayouts = [razorpay, stripeReport, stripeHistory, bank] as const;

/** A heading in lower case, with its letters and digits only. */
export const plainHeading = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** `Withdrawal Amount (INR )` says the same as `Withdrawal Amount`; `fee (exclusive tax)` is not `fee`. */
const readings = (heading: string): readonly string[] => [
  plainHeading(heading),
  plainHeading(heading.replaceAll(/\((?:\s*[A-Z]{3}|₹|Rs\.?)\s*\)/g, '')),
];

/** Where each field stands: the index of its column. */
export type SettlementColumns = Readonly<Partial<Record<SettlementField, number>>>;

export function columnsOf(layout: SettlementLayout, header: readonly string[]): SettlementColumns {
  const plain = header.map(readings);
  const found = settlementFields.flatMap((field) => {
    const at = (layout.headings[field] ?? [])
      .map((word) => plain.findIndex((said) => said.includes(word)))
      .find((index) => index !== -1);
    return at === undefined ? [] : [[field, at] as const];
  });
  return Object.fromEntries(found);
}

const fits = (layout: SettlementLayout, columns: SettlementColumns): boolean =>
  layout.needs.every((field) => columns[field] !== undefined) &&
  (layout.service !== 'bank' ||
    columns.amount !== undefined ||
    columns.debit !== undefined ||
    columns.credit !== undefined);

/** The layout of a file with this header; null when none fits. */
export function layoutOf(
  header: readonly string[],
): { readonly layout: SettlementLayout; readonly columns: SettlementColumns } | null {
  for (const layout of settlementLayouts) {
    const columns = columnsOf(layout, header);
    if (fits(layout, columns)) return { layout, columns };
  }
  return null;
}

/** The number of columns that some layout knows: of the first lines of a file, the header has the most. */
export const countKnownColumns = (header: readonly string[]): number =>
  Math.max(...settlementLayouts.map((layout) => Object.keys(columnsOf(layout, header)).length));

/** The currency that stands in brackets in a heading, as ICICI writes it. */
export function currencyInHeadings(header: readonly string[]): string | null {
  for (const heading of header) {
    const code = /\(\s*([A-Z]{3})\s*\)/.exec(heading)?.[1];
    if (code !== undefined) return code;
    if (/\(\s*(?:₹|Rs\.?)\s*\)/.test(heading)) return 'INR';
  }
  return null;
}

const known: ReadonlySet<string> = new Set(
  settlementLayouts.flatMap(({ headings }) => Object.values(headings).flat()),
);

/** True for a heading that some layout knows. */
export const isKnownHeading = (heading: string): boolean => readings(heading).some((said) => known.has(said));
