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

import { isCurrency } from '../money/money.ts';
import { directionField, hasNoDigit, isAmountLike, isDateLike } from '../money/payment-headings.ts';
import {
  findColumns,
  listed,
  plainHeading,
  readings,
  type Field,
  type FoundColumns,
} from './find-columns.ts';

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
  /** Of two for one field, the first is preferred. */
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
    date: listed(`
      date, transactiondate, trandate, txndate, postingdate, posteddate, completeddate, bookingdate,
      valuedate, valuedt, buchungstag, buchungsdatum, datum, fecha, fecha operación, date opération, दिनांक,
      तारीख, తేదీ`),
    description: listed(`
      narration, narrative, description, transactiondescription, particulars, transactionremarks, remarks,
      transactiondetails, payee, memo, verwendungszweck, buchungstext, libellé, concepto, विवरण, వివరాలు`),
    reference: listed(`
      reference, chqrefno, chqrefnumber, refnochequeno, refno, referenceno, referencenumber, utr, utrno,
      chqno, chequeno, chequenumber, checkorslip, checknumber, tranid, transactionid`),
    debit: listed(`
      debit, debitamount, debits, dr, dramount, withdrawal, withdrawals, withdrawalamt, withdrawalamount,
      moneyout, paidout, débit, soll, belastung, cargo, नामे, निकासी`),
    credit: listed(`
      credit, creditamount, credits, cr, cramount, deposit, deposits, depositamt, depositamount, moneyin,
      paidin, crédit, haben, gutschrift, abono, जमा, జమ`),
    amount: listed('amount, transactionamount, amt, betrag, umsatz, montant, importe, राशि, మొత్తం'),
    direction: directionField.headings,
    fee: ['fee'],
    balance: listed(
      'balance, closingbalance, runningbal, runningbalance, bal, availablebalance, saldo, kontostand, solde, शेष',
    ),
    currency: listed('currency, währung, devise, moneda'),
  },
};

export const settlementLayouts = [razorpay, stripeReport, stripeHistory, bank] as const;

/** What the values below the headings of a statement look like. A file of a service has the headings of its service. */
const ofStatement: Readonly<Partial<Record<SettlementField, Omit<Field, 'name' | 'headings'>>>> = {
  date: { looksLike: isDateLike, neverLike: hasNoDigit },
  debit: { looksLike: isAmountLike, neverLike: hasNoDigit },
  credit: { looksLike: isAmountLike, neverLike: hasNoDigit },
  amount: { looksLike: isAmountLike, neverLike: hasNoDigit },
  balance: { looksLike: isAmountLike, neverLike: hasNoDigit },
  direction: { looksLike: directionField.looksLike, tells: directionField.tells },
};

const fieldsOf = ({ service, headings }: SettlementLayout): readonly Field<SettlementField>[] =>
  settlementFields.flatMap((name) => {
    const some = headings[name];
    const values = service === 'bank' ? ofStatement[name] : {};
    return some === undefined ? [] : [{ name, headings: some, ...values }];
  });

/** Where each field stands: the index of its column. */
export type SettlementColumns = Readonly<Partial<Record<SettlementField, number>>>;

type Rows = readonly (readonly string[])[];

export const columnsOf = (
  layout: SettlementLayout,
  header: readonly string[],
  rows: Rows = [],
): FoundColumns<SettlementField> => findColumns(fieldsOf(layout), header, rows);

/** True for a file with enough columns for the layout. */
export const fits = (
  { needs, service }: SettlementLayout,
  has: (field: SettlementField) => boolean,
): boolean => needs.every(has) && (service !== 'bank' || (['amount', 'debit', 'credit'] as const).some(has));

/** The layout of a file with this header; null when none fits. */
export function layoutOf(
  header: readonly string[],
  rows: Rows = [],
): { readonly layout: SettlementLayout; readonly columns: SettlementColumns } | null {
  for (const layout of settlementLayouts) {
    const { places: columns } = columnsOf(layout, header, rows);
    if (fits(layout, (field) => columns[field] !== undefined)) return { layout, columns };
  }
  return null;
}

/** The number of columns that some layout knows: of the first lines of a file, the header has the most. */
export const countKnownColumns = (header: readonly string[]): number =>
  Math.max(...settlementLayouts.map((layout) => Object.keys(columnsOf(layout, header).places).length));

/** The currency that stands in brackets in a heading, as ICICI writes it. */
export function currencyInHeadings(header: readonly string[]): string | null {
  for (const heading of header) {
    const code = /\(\s*([A-Z]{3})\s*\)/.exec(heading)?.[1];
    if (code !== undefined && isCurrency(code)) return code;
    if (/\(\s*(?:₹|Rs\.?)\s*\)/.test(heading)) return 'INR';
  }
  return null;
}

/** Headings under which some statements say the direction of an amount, and others something else. */
const perhapsDirections = ['transactiontype', 'type', 'details'];

const known: ReadonlySet<string> = new Set(
  [...perhapsDirections, ...settlementLayouts.flatMap(({ headings }) => Object.values(headings).flat())].map(
    plainHeading,
  ),
);

/** True for a heading that some layout knows. */
export const isKnownHeading = (heading: string): boolean => readings(heading).some((said) => known.has(said));
