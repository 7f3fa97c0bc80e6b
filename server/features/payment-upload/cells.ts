import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { SheetRow } from '@gurukul/contract/payment-upload';
import { mapInSlices } from '#server/slices.ts';
import { minutesAheadOf } from '#server/time/ahead-of.ts';
import { zoneNamed } from '#server/time/zone-of-place.ts';
import { paidStatus } from '@gurukul/contract/payments';
import { currenciesOf, currenciesSaid } from '@gurukul/contract/shared/money/currency-signs';
import { momentIn, readDate, withClock } from '@gurukul/contract/shared/written/date';
import type { ColumnOrder, DateRead, Moment } from '@gurukul/contract/shared/written/date';
import { readWrittenAmount } from '@gurukul/contract/shared/money/written-amount';
import { tidyText } from '@gurukul/contract/shared/written/text';
import { faultOf } from '../imports/cell.ts';
import { readAmount } from './amounts.ts';
import type { WrittenAmount } from './amounts.ts';
import { readEmail } from '../likeness/contacts.ts';
import { readPhones } from '../likeness/written-phone.ts';
import { nameOf } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';

/** A tidied row. '' or null where the row says nothing. */
export interface TidyPayment {
  readonly row: number;
  readonly paymentId: string;
  readonly fullName: string;
  readonly name: Name;
  readonly courseName: string;
  readonly emailText: string;
  readonly email: string;
  readonly phoneText: string;
  readonly phones: readonly string[];
  readonly amount: WrittenAmount | null;
  /** The currencies that column and sign can stand for; none: the row says none; null: it says something wrong. */
  readonly currencies: readonly string[] | null;
  readonly status: string;
  readonly paidAt: Moment | null;
  /** What went back of the amount; null: nothing. */
  readonly refund: { readonly amount: WrittenAmount; readonly at: Moment | null } | null;
  readonly problems: readonly Sentence[];
  readonly notes: readonly Sentence[];
}

export type PaymentCell = Exclude<keyof SheetRow, 'row'>;

const longest: Readonly<Record<PaymentCell, number>> = {
  full_name: 200,
  course_name: 200,
  payment_id: 100,
  created_at: 120,
  amount: 40,
  currency: 20,
  status: 50,
  phone_number: 60,
  email_id: 254,
  amount_refunded: 40,
  refunded_at: 120,
};

/** What is wrong in these prevents nothing. */
const optional: ReadonlySet<PaymentCell> = new Set(['email_id', 'phone_number']);

// The words of payment services and offices, in lower case and without `_` and `-`. Those for a payment that succeeded:
const goodNews = new Set([
  'success',
  'successful',
  'succeeded',
  'paid',
  'paid out',
  'captured',
  'complete',
  'completed',
  'confirmed',
  'credit',
  'payment successful',
]);

/** For one that succeeded and went back, as a whole or in part. */
const backNews = new Set(['refund', 'refunded', 'fully refunded', 'partial refund', 'partially refunded']);

/** Others. A word that is nowhere here is mostly a typo, or from another column. */
const otherNews = new Set([
  'failed',
  'failure',
  'declined',
  'denied',
  'rejected',
  'error',
  'blocked',
  'bounced',
  'dropped',
  'user dropped',
  'expired',
  'pending',
  'pending submission',
  'submitted',
  'processing',
  'in process',
  'in progress',
  'initiated',
  'created',
  'attempted',
  'not attempted',
  'incomplete',
  'requires action',
  'requires payment method',
  'uncaptured',
  'authorized',
  'authorised',
  'auth',
  'on hold',
  'held',
  'due',
  'unpaid',
  'not paid',
  'partially paid',
  'canceled',
  'cancelled',
  'user cancelled',
  'customer approval denied',
  'unclaimed',
  'void',
  'voided',
  'reversed',
  'disputed',
  'chargeback',
  'charged back',
  'settled',
]);

const plainStatus = (text: string) => text.toLowerCase().replaceAll(/[\s_-]+/gu, ' ');

const totalWords = /^(?:grand |sub ?)?totals?\b|^(?:sum|कुल|योग|మొత్తం)(?:$|[\s:])/iu;

/** True for the sum below a list of payments: an amount with nothing beside it, or with a word for "total". */
function isTotal(raw: SheetRow): boolean {
  const { row: _row, currency: _currency, amount = '', amount_refunded: _refunded, ...others } = raw;
  const texts = Object.values(others).map((text) => tidyText(text ?? ''));
  const said = texts.filter((text) => text !== '');
  return tidyText(amount ?? '') !== '' && said.every((text) => totalWords.test(text));
}

/** The cell's text; '' with a problem when it is not acceptable. */
function read(raw: SheetRow, column: PaymentCell, problems: Sentence[]): string {
  const text = tidyText(raw[column] ?? '');
  // "@" begins a formula in old spreadsheets. A number with its country code starts with a plus and is none.
  const isOldFormula = text.startsWith('@') && column !== 'email_id';
  const problem = isOldFormula ? said('column_formula', { column }) : faultOf(text, column, longest[column]);
  if (problem === null) return text;
  problems.push(problem);
  return '';
}

export interface Clock {
  /** yyyy-mm-dd on the provider's clock. */
  readonly today: string;
  /** The zone of that clock. */
  readonly zone: string;
  /** ISO, UTC. */
  readonly now: string;
}

export interface Reading {
  readonly dates: ColumnOrder;
  readonly clock: Clock;
  /** For older clients, which cannot ask their user: a status stays as it is, and future dates are accepted. */
  readonly asItIs: boolean;
}

/** "5 Nov 2026 10:30 Asia/Kolkata", "… (GMT+05:30) Chennai, Kolkata": a zone behind a date or its time. */
const zoned = /^(.*\d(?:\s*[ap]\.?\s?m\.?)?)\s+[([]?(?=[\p{L}(+-])(.+)$/iu;

const ofCell = new Map<string, string | null>();
/** The zone that is named so; the name counts more than the hours beside it, which are those of winter. */
function zoneSaid(text: string): string | null {
  const known = ofCell.get(text);
  if (known !== undefined) return known;
  const [, offset = '', name = text] =
    /^[([]?((?:UTC|GMT) ?[+-] ?\d{1,2}:?\d{0,2})[)\]] *(.*)$/iu.exec(text) ?? [];
  const zone = zoneNamed(name.replace(/(?<!\([^)]*)\)$/u, '')) ?? (offset === '' ? null : offset);
  if (ofCell.size < 100) ofCell.set(text, zone);
  return zone;
}

const kolkata = 'Asia/Kolkata';
const kolkataMs = 330 * 60_000;

/** The instant at which a wall clock in this zone shows what one in UTC shows at `at`. */
function instantIn(zone: string, at: number): string {
  const guess = at - minutesAheadOf(zone, at) * 60_000;
  return new Date(at - minutesAheadOf(zone, guess) * 60_000).toISOString();
}

/** A date, with the zone that stands behind it. */
function readZoned(cell: string, today: string): DateRead | null {
  const plain = readDate(cell, today);
  const [, text = '', said = ''] = plain === null ? (zoned.exec(tidyText(cell)) ?? []) : [];
  const zone = said === '' ? null : zoneSaid(said);
  if (zone === null) return plain;
  if (!zone.includes('/')) return readDate(`${text} ${zone}`, today);
  const read = readDate(withClock(text, 'UTC'), today);
  const there = (moment: Moment | null): Moment | null => {
    if (moment === null || moment.time === '') return moment;
    return { ...moment, at: instantIn(zone, Date.parse(moment.at)) };
  };
  return (
    read && {
      ...read,
      dayFirst: there(read.dayFirst),
      monthFirst: there(read.monthFirst),
      ...(read.swapped ? { swapped: there(read.swapped) } : {}),
    }
  );
}

/** Reads the date cells of a file, to find out its date format. */
export async function dateReads(rows: readonly SheetRow[], { today }: Clock): Promise<DateRead[]> {
  const reads = await mapInSlices(rows, (row) =>
    [row.created_at, row.refunded_at].map((cell = '') => readZoned(cell, today)),
  );
  return reads.flat().filter((read) => read !== null);
}

/** On the provider's clock, where the cell says no other: then it was read on that of Kolkata. */
function atOffice(moment: Moment, text: string, { today, zone }: Clock): Moment {
  if (zone === kolkata) return moment;
  const read = readDate(withClock(text, 'UTC'), today);
  const inUtc = [read?.dayFirst, read?.monthFirst, read?.swapped];
  const isSaid = readDate(text, today) === null || inUtc.some((one) => one?.at === moment.at);
  const saysClock = moment.time !== '' && isSaid;
  return saysClock ? moment : { ...moment, at: instantIn(zone, Date.parse(moment.at) + kolkataMs) };
}

// A day of tolerance, because payment services use other zones.
const dayMs = 86_400_000;

function readMoment(text: string, { dates, clock, asItIs }: Reading): Moment | Sentence {
  const cell = readZoned(text, clock.today);
  if (cell === null) return said('created_at_unreadable');
  const moment = momentIn(cell, dates);
  if (moment === 'open') {
    return said('created_at_ambiguous');
  }
  const placed = atOffice(moment, text, clock);
  const isAhead = Date.parse(placed.at) > Date.parse(clock.now) + dayMs;
  return isAhead && !asItIs ? said('created_at_ahead') : placed;
}

/** What went back, by the columns for it and by the status. A part of unknown size is a problem. */
function readRefund(
  {
    amount: text,
    at,
    status,
  }: { readonly amount: string; readonly at: Moment | null; readonly status: string },
  problems: Sentence[],
): TidyPayment['refund'] {
  const written = text === '' ? null : readWrittenAmount(text);
  if (written !== null && written.fault !== null) {
    problems.push(said('refunded_unreadable'));
    return null;
  }
  if (written === null || /^[0.]+$/u.test(written.digits)) {
    if (plainStatus(status).startsWith('partial') && backNews.has(plainStatus(status))) {
      problems.push(said('refunded_open', { status }));
    }
    return null;
  }
  return { amount: written, at };
}

const isProblem = (read: Moment | Sentence | null): read is Sentence => read !== null && 'code' in read;

/** What the row says about its currency. Two that differ are a problem. */
function readCurrencies(
  text: string,
  ofAmount: readonly string[],
  problems: Sentence[],
): readonly string[] | null {
  if (text === '') return ofAmount;
  const ofColumn = currenciesOf(text);
  const all =
    ofColumn === null ? [] : currenciesSaid(ofAmount.length === 0 ? [ofColumn] : [ofColumn, ofAmount]);
  if (all.length > 0) return all;
  problems.push(said(ofColumn === null ? 'currency_unknown' : 'currency_differs'));
  return null;
}

export function tidyPayment(raw: SheetRow, reading: Reading): TidyPayment {
  const problems: Sentence[] = [];
  const notes: Sentence[] = [];
  const cell = (name: PaymentCell) => read(raw, name, optional.has(name) ? notes : problems);

  const paymentId = cell('payment_id');
  if (/^\d(?:[.,]\d+)?E\+?\d+$/iu.test(paymentId)) {
    problems.push(said('payment_id_shortened'));
  }
  const fullName = cell('full_name');
  const courseName = cell('course_name');

  const amountText = cell('amount');
  const money = amountText === '' ? null : readAmount(amountText);
  if (money?.problem) problems.push(money.problem);
  const written = money === null || money.problem !== null ? null : money;
  const isSum = written !== null && isTotal(raw);
  if (isSum) problems.push(said('total'));
  const currencies = readCurrencies(cell('currency'), written?.currencies ?? [], problems);

  const momentOf = (name: 'created_at' | 'refunded_at') => {
    const text = cell(name);
    const moment = text === '' ? null : readMoment(text, reading);
    if (!isProblem(moment)) return moment;
    problems.push(moment);
    return null;
  };
  const paidAt = momentOf('created_at');

  // Programs write times in seconds, and beside them amounts in the smallest unit.
  if (
    written !== null &&
    !written.digits.includes('.') &&
    /^1\d{9}(?:\d{3})?$/u.test(raw.created_at?.trim() ?? '')
  ) {
    problems.push(said('amount_of_program'));
  }

  const statusText = cell('status');
  const status = plainStatus(statusText);
  const refund = reading.asItIs
    ? null
    : readRefund(
        { amount: cell('amount_refunded'), at: momentOf('refunded_at'), status: statusText },
        problems,
      );
  const isPaid = !reading.asItIs && (goodNews.has(status) || (refund !== null && backNews.has(status)));
  if (isPaid && statusText.toLowerCase() !== paidStatus)
    notes.push(said('status_counts_as', { status: statusText, counted: paidStatus }));
  const isNone = refund !== null && !isPaid && statusText !== '';
  if (isNone) problems.push(said('refunded_of_none', { status: statusText }));

  const isKnown = goodNews.has(status) || backNews.has(status) || otherNews.has(status);
  const isOdd = statusText !== '' && !isSum && !reading.asItIs && !isKnown;
  if (isOdd) {
    problems.push(said('status_unknown', { status: statusText }));
  }

  const emailText = cell('email_id');
  const email = readEmail(emailText);
  if (emailText !== '' && email === '') notes.push(said('email_wrong'));
  const phoneText = cell('phone_number');
  const phones = readPhones(phoneText);
  if (phones === null) notes.push(said('phone_wrong'));

  return {
    row: raw.row,
    paymentId,
    fullName,
    name: nameOf(fullName),
    courseName,
    emailText: email || emailText,
    email,
    phoneText,
    phones: phones ?? [],
    amount: isSum ? null : written,
    currencies,
    status: isPaid ? paidStatus : statusText,
    paidAt,
    refund: isNone ? null : refund,
    problems,
    notes,
  };
}
