import type { LineKind } from '@gurukul/contract/settlements';
import { said } from '@gurukul/contract/shared/words/messages';
import { fromMils, isCurrency } from '@gurukul/contract/shared/money/money';
import {
  clockOfHeading,
  momentIn,
  orderOf,
  readDate,
  withClock,
} from '@gurukul/contract/shared/written/date';
import type { ColumnOrder, DateOrder } from '@gurukul/contract/shared/written/date';
import { plainDigits, tidyText } from '@gurukul/contract/shared/written/text';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { directionOf } from '@gurukul/contract/shared/money/payment-headings';
import { currencyInHeadings, layoutOf } from '@gurukul/contract/shared/files/settlement-layouts';
import type {
  SettlementColumns,
  SettlementField,
  SettlementLayout,
  SettlementService,
} from '@gurukul/contract/shared/files/settlement-layouts';
import { fail } from '#server/http/answers/problem.ts';
import { mapInSlices } from '#server/slices.ts';
import { kolkataDay } from '#server/time/kolkata-day.ts';
import { readSigned } from './amounts.ts';
import type { Unit } from './amounts.ts';

/** A settlement file as it was sent: cells by heading. */
export interface SettlementFile {
  readonly rows: readonly Readonly<Record<string, string>>[];
  readonly service?: SettlementService | undefined;
  readonly currency?: string | undefined;
  readonly unit?: Unit | undefined;
  readonly date_order?: DateOrder | undefined;
}

/** A row of the file. Amounts are thousandths of its currency, with the sign that they have for the payout. */
export interface FileLine {
  readonly row: number;
  readonly kind: LineKind;
  /** The service's own number; of a statement, the text of the whole row. */
  readonly id: string;
  /** The numbers under which the payment may be known, the likeliest first. */
  readonly refs: readonly string[];
  /** Of Razorpay: refunds name the order, not the payment. */
  readonly order: string;
  readonly payoutId: string;
  readonly utr: string;
  /** yyyy-mm-dd: when the payout was made; of a statement, the day of the row. */
  readonly day: string | null;
  readonly currency: string | null;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly tax: bigint;
  readonly net: bigint;
  readonly balance: bigint | null;
  /** As the payer saw it, where that is another currency. */
  readonly shown: { readonly mils: bigint; readonly currency: string } | null;
  readonly description: string;
  /** Why a cell of it cannot be read; its amounts are 0 then. */
  readonly unreadable: Sentence | null;
  /** Why the row contradicts itself. */
  readonly contradiction: Sentence | null;
}

export interface ReadFile {
  readonly layout: SettlementLayout;
  readonly unit: Unit;
  readonly dates: ColumnOrder;
  readonly lines: readonly FileLine[];
  /** Rows that are no lines of money. */
  readonly notTaken: readonly { readonly row: number; readonly text: string }[];
}

type Cells = (field: SettlementField) => string;

// Stripe's reporting categories (https://docs.stripe.com/reports/reporting-categories), and the types of its export of
// all balance transactions.
const stripeKinds: Readonly<Record<string, LineKind>> = {
  '': 'payment',
  charge: 'payment',
  payment: 'payment',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund',
  payment_failure_refund: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute',
  fee: 'fee',
  stripe_fee: 'fee',
  network_cost: 'fee',
  tax: 'fee',
  tax_fee: 'fee',
  payout: 'payout',
};

function razorpayKind(cells: Cells): LineKind {
  const type = cells('kind').toLowerCase();
  if (type === 'payment' || type === 'refund') return type;
  // A dispute is an adjustment that names it.
  return type.includes('dispute') || cells('dispute') !== '' ? 'dispute' : 'adjustment';
}

const kindOf = (service: SettlementService, cells: Cells): LineKind => {
  if (service === 'razorpay') return razorpayKind(cells);
  if (service === 'bank') return 'other';
  return stripeKinds[cells('kind').toLowerCase().replaceAll(' ', '_')] ?? 'adjustment';
};

/** Which fee makes the row add up: gross - fee = net. Null where none does. */
const feeThatFits = (gross: bigint, net: bigint, fees: readonly bigint[]): bigint | null =>
  fees.find((fee) => gross - fee === net) ?? null;

interface Sums {
  readonly gross: bigint;
  readonly fee: bigint;
  readonly tax: bigint;
  readonly net: bigint;
  readonly contradiction: Sentence | null;
}

type Reader = (field: SettlementField) => bigint;

/**
 * Razorpay: net = credit - debit. In the API `fee` includes `tax`, in the dashboard's report it stands beside it. Of
 * payments whose fees were taken from fee credits, or are billed apart, the whole amount is settled.
 */
function razorpaySums(kind: LineKind, cells: Cells, read: Reader): Sums {
  const net = read('credit') - read('debit');
  const amount = read('amount');
  const isOut =
    kind === 'refund' || cells('kind').toLowerCase() === 'transfer' || (kind !== 'payment' && net < 0n);
  const gross = isOut ? -amount : amount;
  const tax = read('tax');
  const [fee, feeOnly] = [read('fee'), read('fee_only')];
  const stated = cells('fee_only') === '' ? [fee, fee + tax] : [feeOnly + tax, feeOnly];
  const fitting = feeThatFits(gross, net, [...stated, 0n]);
  return {
    gross,
    fee: fitting ?? stated[0]!,
    tax: fitting === 0n ? 0n : tax,
    net,
    contradiction: fitting === null ? said('line_sum_wrong') : null,
  };
}

/** Stripe: net = gross - fee. A fee has a row of its own, without a fee. */
function stripeSums(kind: LineKind, cells: Cells, read: Reader): Sums {
  const [gross, fee] = [read('amount'), read('fee')];
  const net = cells('net') === '' ? gross - fee : read('net');
  const contradiction = gross - fee === net ? null : said('line_sum_wrong');
  return kind === 'fee'
    ? { gross: 0n, fee: fee - gross, tax: 0n, net, contradiction }
    : { gross, fee, tax: read('tax'), net, contradiction };
}

/** A sign in any amount wins over the directions beside them. */
function bankSums(cells: Cells, read: Reader, { areAmountsSigned, areDebitsNegative }: Reading): Sums {
  const debit = areDebitsNegative ? -read('debit') : read('debit');
  const amount = read('amount');
  const isSingle = cells('credit') === '' && cells('debit') === '';
  const isOut = !areAmountsSigned && amount > 0n && directionOf(cells('direction')) === 'out';
  const gross = isSingle ? (isOut ? -amount : amount) : read('credit') - debit;
  const fee = read('fee');
  return { gross, fee, tax: 0n, net: gross - fee, contradiction: null };
}

const isSigned = (text: string) =>
  /^\P{N}*[-\u2212\u2013(]|[-\u2212\u2013)]$|(?<!\p{L})dr\W*$/iu.test(text) &&
  /[1-9]/u.test(plainDigits(text));

/** True for an amount of a statement that may have come in or gone out: no sign, and no word for a direction. */
const isOpenWay = (cells: Cells, { columns, areAmountsSigned }: Reading): boolean =>
  columns.direction !== undefined &&
  !areAmountsSigned &&
  cells('amount') !== '' &&
  cells('credit') + cells('debit') === '' &&
  directionOf(cells('direction')) === null &&
  !/(?:cr|dr)\W*$/iu.test(cells('amount'));

function refsOf({ name }: SettlementLayout, kind: LineKind, cells: Cells): string[] {
  const fields: readonly SettlementField[] =
    name === 'razorpay'
      ? kind === 'payment'
        ? ['line', 'order']
        : ['payment', 'dispute', 'order']
      : ['payment', 'intent', 'source', 'line'];
  return [...new Set(fields.map(cells).filter((ref) => ref !== ''))];
}

/** Unix seconds, as APIs write them. */
const isUnix = (text: string) => /^1\d{9}$/u.test(text);

const dayFields = (columns: SettlementColumns): readonly SettlementField[] =>
  columns.date === undefined ? ['paid_on'] : ['date'];

/** Rows that a statement has above and below its lines: an opening balance, totals, "End of statement". */
const isNoLine = (service: SettlementService, cells: Cells): boolean =>
  service === 'bank' && (cells('date') === '' || cells('credit') + cells('debit') + cells('amount') === '');

/** A failed or unpaid charge of Stripe's list of payments moved no money. */
const isNoMoney = ({ name }: SettlementLayout, cells: Cells): boolean =>
  name === 'stripe_history' && /^(?:failed|canceled|cancelled|requires|incomplete)/iu.test(cells('status'));

interface Reading {
  readonly layout: SettlementLayout;
  readonly columns: SettlementColumns;
  readonly unit: Unit;
  readonly dates: ColumnOrder;
  readonly today: string;
  readonly currency: string | null;
  /** Some amount of the statement has a sign, so that one without came in. */
  readonly areAmountsSigned: boolean;
  /** The statement writes what went out below zero, in a column for it. */
  readonly areDebitsNegative: boolean;
}

function dayOf(text: string, { dates, today }: Reading): string | Sentence | null {
  if (text === '') return null;
  const cell = readDate(text, today);
  if (cell === null) return said('created_at_unreadable');
  const moment = momentIn(cell, dates);
  return moment === 'open' ? said('created_at_ambiguous') : kolkataDay(moment.at);
}

function readLine(row: number, cells: Cells, reading: Reading): FileLine {
  const { layout, unit } = reading;
  const { service } = layout;
  const problems: Sentence[] = [];
  const code = (cells('currency') || reading.currency || '').toUpperCase();
  const currency = isCurrency(code) ? code : null;
  if (currency === null) problems.push(said('line_currency_unknown'));
  const read = (text: string, of: string): bigint => {
    const { mils, problem } = readSigned(text, of, unit);
    if (problem !== null) problems.push(problem);
    return mils ?? 0n;
  };
  const amount: Reader = (field) => read(cells(field), currency ?? 'INR');

  const kind = kindOf(service, cells);
  const sums =
    service === 'razorpay'
      ? razorpaySums(kind, cells, amount)
      : service === 'stripe'
        ? stripeSums(kind, cells, amount)
        : bankSums(cells, amount, reading);
  if (service === 'bank' && isOpenWay(cells, reading)) problems.push(said('line_direction_unknown'));
  const balance = service === 'bank' && cells('balance') !== '' ? amount('balance') : null;
  const shownCode = cells('shown_currency').toUpperCase();
  const shown =
    cells('shown_amount') !== '' && isCurrency(shownCode) && shownCode !== currency
      ? { mils: read(cells('shown_amount'), shownCode), currency: shownCode }
      : null;

  // Stripe's list of payments says how much went back, but not when: the payout cannot be known.
  const refunded = amount('refunded');
  if (refunded !== 0n) {
    problems.push(said('line_refunded', { amount: fromMils(refunded, currency) }));
  }

  const day = dayOf(cells(dayFields(reading.columns)[0]!), reading);
  if (day !== null && typeof day !== 'string') problems.push(day);
  for (const field of ['line', 'payment', 'reference', 'description'] as const) {
    if (cells(field).startsWith('=')) problems.push(said('line_formula'));
  }
  const id = cells('line');
  if (service !== 'bank' && id === '') problems.push(said('line_no_number'));
  const none = { gross: 0n, fee: 0n, tax: 0n, net: 0n };
  const [unreadable = null] = problems;
  return {
    row,
    kind: service === 'bank' && sums.gross > 0n ? 'payment' : kind,
    id,
    refs: refsOf(layout, kind, cells),
    order: cells('order'),
    payoutId: service === 'bank' ? 'statement' : cells('payout'),
    utr: cells('utr'),
    day: typeof day === 'string' ? day : null,
    currency,
    ...(unreadable === null ? sums : none),
    balance: unreadable === null ? balance : null,
    shown,
    description: [cells('description'), service === 'bank' ? cells('reference') : '']
      .filter((text) => text !== '')
      .join(' · '),
    unreadable,
    contradiction: unreadable === null ? sums.contradiction : null,
  };
}

/** Names a row of a statement by all that it says. Equal rows without a balance are told apart by their number. */
function withStatementIds(lines: readonly FileLine[], currency: string): Promise<FileLine[]> {
  const seen = new Map<string, number>();
  return mapInSlices(lines, (line) => {
    const text = [currency, line.day, line.net, line.balance ?? '', line.description].join('|');
    const times = line.balance === null ? (seen.get(text) ?? 0) + 1 : 1;
    seen.set(text, times);
    return { ...line, id: times === 1 ? text : `${text}|${times}` };
  });
}

/** Marks rows whose balance does not follow from the row before. Statements begin with the oldest or the newest row. */
function withBalancesChecked(lines: readonly FileLine[]): FileLine[] {
  const rows = lines.filter(({ unreadable }) => unreadable === null);
  if (rows.length === 0 || rows.some(({ balance }) => balance === null)) return [...lines];
  const breaks = (ordered: readonly FileLine[]) =>
    ordered.filter((line, index) => {
      const before = ordered[index - 1];
      return before !== undefined && line.balance !== before.balance! + line.net;
    });
  const [forward, backward] = [breaks(rows), breaks(rows.toReversed())];
  const wrong = new Set((forward.length <= backward.length ? forward : backward).map(({ row }) => row));
  return lines.map((line) =>
    wrong.has(line.row) ? { ...line, contradiction: said('line_balance_wrong') } : line,
  );
}

/**
 * Reads the rows of a file. Refuses one that the portal does not know, that is of another service than the person said,
 * and a statement whose currency nobody said.
 */
export async function readLines(
  file: SettlementFile,
  clock: { today: string; now: string },
): Promise<ReadFile> {
  const header = [...new Set(file.rows.flatMap((row) => Object.keys(row)))].filter((key) => key !== 'row');
  const known = layoutOf(
    header,
    file.rows.slice(0, 200).map((row) => header.map((heading) => row[heading] ?? '')),
  );
  if (known === null) throw fail('settlement_unknown_file');
  const { layout, columns } = known;
  if (file.service !== undefined && file.service !== layout.service) throw fail('settlement_other_service');
  const currency = file.currency ?? currencyInHeadings(header);
  if (layout.service === 'bank' && columns.currency === undefined && currency === null) {
    throw fail('settlement_needs_currency');
  }

  const clocks = header.map(clockOfHeading);
  const cellsOf = (row: Readonly<Record<string, string>>): Cells => {
    return (field) => {
      const at = columns[field];
      if (at === undefined) return '';
      const text = tidyText(row[header[at]!] ?? '');
      return field === 'date' || field === 'paid_on' ? withClock(text, clocks[at]!) : text;
    };
  };
  const all = file.rows.map((row, index) => ({
    number: Number(row['row']) || index + 2,
    cells: cellsOf(row),
  }));
  const isLine = ({ cells }: { cells: Cells }) =>
    !isNoLine(layout.service, cells) && !isNoMoney(layout, cells);
  const areLines = await mapInSlices(all, isLine);
  const rows = all.filter((_, index) => areLines[index]);

  const [dayField] = dayFields(columns);
  const days = await mapInSlices(rows, ({ cells }) => readDate(cells(dayField!), clock.today));
  const reads = days.filter((read) => read !== null);
  const unit = file.unit ?? unitOf(layout, rows);
  const dates = orderOf(reads, file.date_order, clock.now);
  const debits = rows.map(({ cells }) => cells('debit')).filter((text) => /[1-9]/u.test(text));
  const reading: Reading = {
    layout,
    columns,
    unit,
    dates,
    today: clock.today,
    currency,
    areAmountsSigned: rows.some(({ cells }) => isSigned(cells('amount'))),
    areDebitsNegative: debits.length > 0 && debits.every(isSigned),
  };
  const lines = await mapInSlices(rows, ({ number, cells }) => readLine(number, cells, reading));
  return {
    layout,
    unit,
    dates,
    notTaken: all
      .filter((_, index) => !areLines[index])
      .map(({ number, cells }) => ({
        row: number,
        text: (['line', 'status', 'date', 'description'] as const)
          .map(cells)
          .filter((text) => text !== '')
          .join(' '),
      })),
    lines:
      layout.service === 'bank' ? withBalancesChecked(await withStatementIds(lines, currency ?? '')) : lines,
  };
}

/**
 * Razorpay's API writes paise as whole numbers, and times as seconds; its dashboard writes rupees and dates. Everything
 * else writes whole units.
 */
function unitOf({ name }: SettlementLayout, rows: readonly { readonly cells: Cells }[]): Unit {
  if (name !== 'razorpay') return 'major';
  const texts = (field: SettlementField) =>
    rows.map(({ cells }) => cells(field)).filter((text) => text !== '');
  const times = texts('paid_on');
  const amounts = [...texts('amount'), ...texts('debit'), ...texts('credit')];
  return times.length > 0 && times.every(isUnix) && amounts.every((text) => /^\d+$/u.test(text))
    ? 'minor'
    : 'major';
}
