import type { PaymentColumn } from '../../payment-upload.ts';
import { findColumns, listed, plainHeading } from '../files/find-columns.ts';
import type { Field, FoundColumns } from '../files/find-columns.ts';
import { headingsOf } from '../files/people-headings.ts';
import { currenciesOf } from './currency-signs.ts';
import { readWrittenAmount } from './written-amount.ts';

/*
 * The columns of payment spreadsheets, as offices and payment services write them: Razorpay, Stripe, PayPal, Cashfree,
 * PayU, Instamojo, Wise, Square, GoCardless. Of a service's own numbers, that of the payment counts: settlements and the
 * intake know it, while an order, an invoice or a customer has several payments.
 */

/** What a file may have beside the columns of an upload, and what makes one of them. */
type PaymentPart = 'time' | 'zone' | 'first_name' | 'last_name' | 'direction';

/** Numbers of payments: of Stripe, Razorpay and the like, of PayPal, of UPI (12 digits) and of a bank transfer (UTR). */
const serviceNumber = /^(?:pay|ch|py|pi|txn)_\w+$/u;
const paymentNumber =
  /^(?:(?:pay|ch|py|pi|txn)_\w+|(?=.*\d)[A-Z0-9]{16,22}|\d{12}|TRANSFER-\d+|PM[0-9A-Z]{8,}|MOJO\w{8,})$/u;
/** Numbers of customers, invoices, payouts, refunds and other things. */
const otherNumber = /^(?:cus|cust|inv|in|plink|setl|po|rfnd|re|sub|card|ba|acct)_\w+$/u;

const digitsIn = (cell: string) => cell.replaceAll(/\D/gu, '').length;
export const isAmountLike = (cell: string) => readWrittenAmount(cell).fault === null;
export const isDateLike = (cell: string) =>
  /^['"(]?(?:[\p{L}\p{M}]+,?\s+)?\d{1,4}(?:st|nd|rd|th)?(?:[-/. ,]+\d{1,2}|[-/. ,]*[\p{L}\p{M}]{2,12})\.?[-/. ,]+\d{2,4}|^[\p{L}\p{M}]{2,12}\.?[-/ ]+\d{1,2}(?:st|nd|rd|th)?,?[-/ ]+\d{4}|^[2-7]\d{4}(?:\.\d+)?$|^20\d{6}|^1\d{9}$|^\d{4} ?[年년]/u.test(
    cell,
  );
export const hasNoDigit = (cell: string) => digitsIn(cell) === 0;

/** Words for money that came in, and for money that went out, in lower case. */
const inwards = new Set(
  listed('in, credit, cr, c, credited, deposit, received, incoming, money in, paid in, +'),
);
const outwards = new Set(
  listed('out, debit, dr, d, debited, withdrawal, sent, outgoing, money out, paid out, -'),
);

/** Which way money went, as a cell of a column for it says; null: its words are no directions. */
export function directionOf(cell: string): 'in' | 'out' | null {
  const word = cell
    .toLowerCase()
    .replaceAll(/[\s._]+/gu, ' ')
    .trim();
  if (inwards.has(word)) return 'in';
  return outwards.has(word) ? 'out' : null;
}

const isDirection = (cell: string) => directionOf(cell) !== null;
export const directionField = {
  name: 'direction',
  headings: listed('dr/cr, cr/dr, debit/credit, credit/debit, direction, dr cr indicator, dc'),
  looksLike: isDirection,
  tells: isDirection,
} as const satisfies Field;

const paymentFields: readonly Field<PaymentColumn | PaymentPart>[] = [
  {
    name: 'payment_id',
    headings: listed(`
      payment id, razorpay payment id, cf payment id, payu id, mihpayid, transaction id, txn id, charge id,
      payment reference, payment ref, payment no, payment number, transaction no, transaction number,
      transaction ref, transaction reference, transferwise id, txn no, txn ref, utr, utr no, utr number,
      transaction utr, upi ref no, upi transaction id, rrn, bank reference no, reference id, reference no,
      reference number, ref no, reference, receipt no, receipt number, id, order id`),
    looksLike: (cell) => paymentNumber.test(cell),
    neverLike: (cell) => otherNumber.test(cell) || hasNoDigit(cell),
    tells: (cell) => serviceNumber.test(cell),
  },
  {
    // The gross amount: the payer has paid the fee of the service, too.
    name: 'amount',
    headings: listed(`
      gross, gross amount, total collected, amount, amount paid, paid amount, payment amount,
      transaction amount, txn amount, order amount, total amount, total transaction amount, target amount,
      amt, paid amt, amt paid, amount received, amt received, received amount, total, gross sales, fee, fees,
      fees paid, fee paid`),
    looksLike: isAmountLike,
    neverLike: hasNoDigit,
  },
  {
    name: 'amount_refunded',
    headings: listed(`
      amount refunded, refunded amount, refund amount, refunded, partial refunds, amount returned`),
    looksLike: isAmountLike,
    neverLike: hasNoDigit,
  },
  {
    name: 'refunded_at',
    headings: listed('refunded date, refund date, refunded at, refunded on, date of refund'),
    looksLike: isDateLike,
    neverLike: hasNoDigit,
  },
  {
    name: 'created_at',
    headings: listed(`
      created at, created date, payment date, date of payment, paid on, paid at, paid date, transaction date,
      date of transaction, txn date, txn date time, payment time, transaction time, transaction date time,
      payment date time, date and time, date time, date, created on, created, charge date, timestamp, added on`),
    looksLike: isDateLike,
    neverLike: hasNoDigit,
  },
  {
    name: 'time',
    headings: ['time', 'payment time', 'transaction time'],
    looksLike: (cell) => /^\d{1,2}[:.]\d{2}/u.test(cell),
    neverLike: isDateLike,
  },
  { name: 'zone', headings: ['time zone', 'tz'], neverLike: isDateLike },
  {
    name: 'status',
    headings: listed('status, payment status, transaction status, txn status, order status'),
  },
  {
    name: 'full_name',
    headings: [
      ...listed('full name, student name, students name, payer name, customer name, buyer name, source name'),
      ...headingsOf('full_name'),
      ...listed('payer, paid by, customer, customer description'),
    ],
    neverLike: (cell) => /^[a-z]+_\w+$|^\d+$|@/u.test(cell),
  },
  {
    name: 'first_name',
    headings: [...headingsOf('first_name'), ...listed('customer first name, customer given name')],
  },
  {
    name: 'last_name',
    headings: [...headingsOf('last_name'), ...listed('customer last name, customer family name')],
  },
  {
    name: 'email_id',
    headings: [
      ...headingsOf('email_id'),
      ...listed('customer email, payer email, buyer email, buyer email address, from email address'),
    ],
    looksLike: (cell) => cell.includes('@'),
  },
  {
    name: 'phone_number',
    headings: [
      ...headingsOf('phone_number'),
      ...listed('customer phone, customer contact, buyer phone, buyer phone number, contact phone number'),
    ],
    neverLike: (cell) => digitsIn(cell) < 6,
  },
  {
    name: 'course_name',
    headings: headingsOf('course_name'),
  },
  {
    name: 'currency',
    headings: listed(`
      currency, currency code, transaction currency, txn currency, payment currency, amount currency,
      order currency, target currency, curr, ccy`),
    looksLike: (cell) => currenciesOf(cell) !== null,
    neverLike: isAmountLike,
  },
  directionField,
];

/** Where a file has one of these, `Fee` is what the service took, and no amount. */
const besideFees = new Set(['gross', 'grossamount', 'net', 'netamount', 'tax', 'gst', 'settlementamount']);

/** The columns of a payment file. `courses`: names by which a column with another heading is that of the course. */
export function findPaymentColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[] = [],
  courses: readonly string[] = [],
): FoundColumns<PaymentColumn | PaymentPart> {
  const isOfService = header.some((heading) => besideFees.has(plainHeading(heading)));
  const named = new Set(courses.map(plainHeading));
  const fields = paymentFields.map((field) => {
    if (field.name === 'course_name')
      return { ...field, tells: (cell: string) => named.has(plainHeading(cell)) };
    if (field.name !== 'amount' || !isOfService) return field;
    return { ...field, headings: field.headings.filter((heading) => !heading.startsWith('fee')) };
  });
  const found = findColumns(fields, header, rows);
  // A list of refunds names payments that it is not a list of.
  const isOfRefunds = rows.some((cells) => cells.some((cell) => /^(?:re|pyr|rfnd)_\w+$/u.test(cell.trim())));
  if (!isOfRefunds || found.places.payment_id === undefined) return found;
  return { ...found, unsure: { ...found.unsure, payment_id: [found.places.payment_id] } };
}
