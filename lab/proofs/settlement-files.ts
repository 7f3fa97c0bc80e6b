import { fromMils } from '@gurukul/contract/shared/money/money';
import type { Random } from '../../server/db/seed/random.ts';

/*
 * Settlement files with a known truth, in the layouts of the services and banks (contract/shared/files/settlement-layouts.ts
 * names the sources). The numbers are made here; the columns, their order, the formats of amounts and dates, and what
 * stands above and below the rows are those of the real files.
 */

/** A payment of the portal that a line may mean. */
export interface MadePayment {
  readonly payment_id: string;
  readonly full_name: string;
  readonly amount: string;
  readonly currency: string;
  readonly day: string;
  readonly method: 'upi' | 'bank' | 'cheque' | null;
  readonly status: 'success' | 'failed';
  readonly refunds: readonly MadeRefund[];
}

interface MadeRefund {
  readonly refund_id: string | null;
  readonly kind: 'refund' | 'dispute';
  readonly amount: string;
  readonly reversed: boolean;
}

export interface MadePayout {
  readonly id: string;
  readonly utr: string;
  readonly day: string;
  readonly currency: string;
  /** In thousandths, added up while the file was made. */
  readonly sums: {
    readonly captures: bigint;
    readonly fees: bigint;
    readonly tax: bigint;
    readonly refunds: bigint;
    readonly adjustments: bigint;
    readonly payout: bigint;
  };
}

export interface MadeFile {
  readonly name: string;
  readonly layout: string;
  readonly text: string;
  /** Of a statement without a column for it. */
  readonly currency?: string;
  readonly payments: readonly MadePayment[];
  readonly payouts: readonly MadePayout[];
  /** The reference or the description of each line that nothing explains, with the code of the reason. */
  readonly open: ReadonlyMap<string, string>;
  /** Rows that cannot be read, with the code of the reason. */
  readonly unreadable: ReadonlyMap<number, string>;
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz123456789'.split('');
const names = [
  'Asha Rao',
  'Bala Iyer',
  'Chitra Menon',
  'Deepa Nair',
  'Farhan Khan',
  'Lakshmi Devi',
  'Gopal Sharma',
];

export const idOf = (random: Random, prefix: string) =>
  prefix + Array.from({ length: 14 }, () => random.pick(letters)).join('');

const dayOf = (random: Random) =>
  new Date(Date.UTC(2026, random.between(0, 9), random.between(1, 28))).toISOString().slice(0, 10);

const cell = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
export const csv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map(cell).join(',')).join('\r\n') + '\r\n';

type Sums = { -readonly [K in keyof MadePayout['sums']]: bigint };
const noSums = (): Sums => ({ captures: 0n, fees: 0n, tax: 0n, refunds: 0n, adjustments: 0n, payout: 0n });

/** What is wrong with a line on purpose. */
type Fault =
  | 'none'
  | 'no_payment'
  | 'other_amount'
  | 'other_currency'
  | 'failed'
  | 'no_refund'
  | 'adjustment';
const reasons: Readonly<Record<Exclude<Fault, 'none'>, string>> = {
  no_payment: 'line_no_payment',
  other_amount: 'line_other_amount',
  other_currency: 'line_other_currency',
  failed: 'line_not_received',
  no_refund: 'line_no_refund',
  adjustment: 'line_adjustment',
};

const digits: Readonly<Record<string, number>> = { JPY: 0, KWD: 3 };
/** The smallest unit of a currency, in thousandths. */
const unitOf = (currency: string) => 10n ** BigInt(3 - (digits[currency] ?? 2));

function amountIn(random: Random, currency: string): bigint {
  const unit = unitOf(currency);
  return BigInt(random.between(50_00, 25_000_00)) * unit;
}

interface Line {
  readonly id: string;
  readonly kind: 'payment' | 'refund' | 'dispute' | 'dispute_reversal' | 'adjustment' | 'transfer' | 'fee';
  /** Of the payment that it is about. */
  readonly payment: string;
  readonly order: string;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly tax: bigint;
  readonly currency: string;
  readonly fault: Fault;
}

interface Batch {
  readonly payout: MadePayout;
  readonly lines: readonly Line[];
  readonly payments: readonly MadePayment[];
}

/** One payout with its lines, and what the portal knows about them. */
function batchOf(random: Random, service: 'razorpay' | 'stripe', currency: string): Batch {
  const unit = unitOf(currency);
  const lines: Line[] = [];
  const payments: MadePayment[] = [];
  const sums = noSums();
  const prefix = service === 'razorpay' ? 'pay_' : 'ch_3';
  const day = dayOf(random);
  const put = (line: Omit<Line, 'currency'>) => {
    lines.push({ ...line, currency });
    sums.fees += line.fee;
    sums.tax += line.tax;
    if (line.kind === 'payment') sums.captures += line.gross;
    else if (['refund', 'dispute', 'dispute_reversal'].includes(line.kind)) sums.refunds -= line.gross;
    else if (line.kind !== 'fee') sums.adjustments += line.gross;
    sums.payout += line.gross - line.fee;
  };
  for (let count = random.between(2, 12); count > 0; count -= 1) {
    const fault: Fault = random.weighted([
      ['none', 85],
      ['no_payment', 5],
      ['other_amount', 4],
      ['other_currency', 3],
      ['failed', 3],
    ]);
    const gross = amountIn(random, currency);
    const feeOnly = (gross / 50n / unit) * unit;
    const tax = service === 'razorpay' ? ((feeOnly * 18n) / 100n / unit) * unit : 0n;
    const [id, order] = [idOf(random, prefix), idOf(random, 'order_')];
    const refunds: MadeRefund[] = [];
    put({ id, kind: 'payment', payment: id, order, gross, fee: feeOnly + tax, tax, fault });
    const back = (kind: 'refund' | 'dispute', size: bigint, isKnown: boolean, isNumbered: boolean) => {
      const refundId = idOf(
        random,
        kind === 'refund' ? (service === 'razorpay' ? 'rfnd_' : 're_3') : 'disp_',
      );
      if (isKnown) {
        refunds.push({
          refund_id: isNumbered ? refundId : null,
          kind,
          amount: fromMils(size, currency),
          reversed: false,
        });
      }
      put({
        id: refundId,
        kind,
        payment: id,
        order,
        gross: -size,
        fee: 0n,
        tax: 0n,
        fault: isKnown ? 'none' : 'no_refund',
      });
    };
    if (fault === 'none' && random.chance(0.25)) {
      // A partial refund, and often a second one of the same size.
      const part = (gross / 4n / unit) * unit;
      back('refund', part, random.chance(0.9), random.chance(0.5));
      if (random.chance(0.5)) back('refund', part, true, true);
    } else if (fault === 'none' && random.chance(0.08)) {
      back('dispute', gross, true, false);
      refunds[0] = { ...refunds[0]!, reversed: true };
      put({
        id: idOf(random, 'disp_'),
        kind: 'dispute_reversal',
        payment: id,
        order,
        gross,
        fee: 0n,
        tax: 0n,
        fault: 'none',
      });
    }
    const amount = fault === 'other_amount' ? gross + unit : gross;
    if (fault !== 'no_payment') {
      payments.push({
        payment_id: id,
        full_name: random.pick(names),
        amount: fromMils(amount, currency),
        currency: fault === 'other_currency' ? (currency === 'USD' ? 'EUR' : 'USD') : currency,
        day,
        method: null,
        status: fault === 'failed' ? 'failed' : 'success',
        refunds,
      });
    }
  }
  if (random.chance(0.3)) {
    put({
      id: idOf(random, 'adj_'),
      kind: 'adjustment',
      payment: '',
      order: '',
      gross: (random.chance(0.5) ? 1n : -1n) * unit * BigInt(random.between(1, 5000)),
      fee: 0n,
      tax: 0n,
      fault: 'adjustment',
    });
  }
  if (service === 'stripe' && random.chance(0.5)) {
    put({
      id: idOf(random, 'fee_'),
      kind: 'fee',
      payment: '',
      order: '',
      gross: 0n,
      fee: unit * 35n,
      tax: 0n,
      fault: 'none',
    });
  }
  if (service === 'razorpay' && random.chance(0.2)) {
    put({
      id: idOf(random, 'trf_'),
      kind: 'transfer',
      payment: '',
      order: '',
      gross: -unit * 1000n,
      fee: unit * 3n,
      tax: 0n,
      fault: 'adjustment',
    });
  }
  return {
    payout: {
      id: idOf(random, service === 'razorpay' ? 'setl_' : 'po_1'),
      utr: `${random.between(1_500_000_000, 1_799_999_999)}${random.pick(letters)}${random.between(10, 99)}xyz`,
      day,
      currency,
      sums,
    },
    lines,
    payments,
  };
}

type Made = Omit<MadeFile, 'name' | 'layout' | 'text'>;

const openOf = (batches: readonly Batch[], numberOf: (line: Line) => string) =>
  new Map(
    batches.flatMap(({ lines }) =>
      lines.flatMap((line) =>
        line.fault === 'none' ? [] : [[numberOf(line), reasons[line.fault]] as const],
      ),
    ),
  );

const madeOf = (batches: readonly Batch[], numberOf: (line: Line) => string): Made => ({
  payments: batches.flatMap(({ payments }) => payments),
  payouts: batches.map(({ payout }) => payout),
  open: openOf(batches, numberOf),
  unreadable: new Map(),
});

const batchesOf = (random: Random, service: 'razorpay' | 'stripe', currencies: readonly string[]) =>
  Array.from({ length: random.between(1, 4) }, () => batchOf(random, service, random.pick(currencies)));

/** Rupees as the dashboard writes them: 1.0, 97.64. */
const rupees = (mils: bigint) => {
  const text = fromMils(mils, 'INR');
  return text.endsWith('0') ? text.slice(0, -1) : text;
};

const dashboardHeader = [
  'transaction_entity',
  'entity_id',
  'amount',
  'currency',
  'fee (exclusive tax)',
  'tax',
  'debit',
  'credit',
  'payment_method',
  'card_type',
  'issuer_name',
  'entity_created_at',
  'payment_captured_at',
  'payment_notes',
  'refund_notes',
  'arn',
  'entity_description',
  'order_id',
  'order_receipt',
  'order_notes',
  'dispute_id',
  'dispute_created_at',
  'dispute_reason',
  'settlement_id',
  'settled_at',
  'settlement_utr',
  'settled_by',
];

const isDispute = ({ kind }: Line) => kind === 'dispute' || kind === 'dispute_reversal';
const sizeOf = (mils: bigint) => (mils < 0n ? -mils : mils);

/** Razorpay's report "Settlement Recon": rupees, the fee without its tax, no number of the payment on a refund. */
export function razorpayDashboard(random: Random): MadeFile {
  const batches = batchesOf(random, 'razorpay', ['INR']);
  const rows = batches.flatMap(({ payout, lines }) =>
    lines.map((line) => {
      const net = line.gross - line.fee;
      const of: Readonly<Record<string, string>> = {
        transaction_entity: isDispute(line) ? 'adjustment' : line.kind,
        entity_id: line.id,
        amount: rupees(sizeOf(line.gross)),
        currency: line.currency,
        'fee (exclusive tax)': rupees(line.fee - line.tax),
        tax: rupees(line.tax),
        debit: rupees(net < 0n ? -net : 0n),
        credit: rupees(net > 0n ? net : 0n),
        payment_method: random.pick(['card', 'upi', 'netbanking', '']),
        entity_created_at: `${payout.day}T09:${random.between(10, 59)}:57`,
        payment_notes: '{"note":"a, b"}',
        entity_description: isDispute(line) ? `Dispute of ${line.payment}` : '',
        order_id: line.order,
        dispute_id: isDispute(line) ? line.id.replace('disp_', 'disp_0') : '',
        settlement_id: payout.id,
        settled_at: `${payout.day}T13:33:57`,
        settlement_utr: payout.utr,
        settled_by: 'Razorpay',
      };
      return dashboardHeader.map((heading) => of[heading] ?? '');
    }),
  );
  return {
    name: 'settlement-recon.csv',
    layout: 'Razorpay, dashboard',
    text: csv([dashboardHeader, ...rows]),
    ...madeOf(batches, ({ id }) => id),
  };
}

/** The answer of Razorpay's settlement recon: paise, seconds, the tax within the fee. */
export function razorpayApi(random: Random): MadeFile {
  const batches = batchesOf(random, 'razorpay', ['INR']);
  const items = batches.flatMap(({ payout, lines }) =>
    lines.map((line) => {
      const net = line.gross - line.fee;
      const paise = (mils: bigint) => Number(mils / 10n);
      return {
        entity_id: line.id,
        type: isDispute(line) ? 'adjustment' : line.kind,
        debit: paise(net < 0n ? -net : 0n),
        credit: paise(net > 0n ? net : 0n),
        amount: paise(sizeOf(line.gross)),
        currency: 'INR',
        fee: paise(line.fee),
        tax: paise(line.tax),
        on_hold: false,
        settled: true,
        created_at: Date.parse(`${payout.day}T04:00:00Z`) / 1000,
        settled_at: Date.parse(`${payout.day}T10:00:00Z`) / 1000,
        settlement_id: payout.id,
        posted_at: null,
        credit_type: 'default',
        description: null,
        notes: '{}',
        payment_id: line.kind === 'payment' ? null : line.payment || null,
        settlement_utr: line.kind === 'adjustment' ? null : payout.utr,
        order_id: line.order || null,
        order_receipt: null,
        method: 'card',
        card_network: 'MasterCard',
        card_issuer: 'KARB',
        card_type: 'credit',
        dispute_id: isDispute(line) ? line.id : null,
      };
    }),
  );
  return {
    name: 'recon.json',
    layout: 'Razorpay, API',
    text: JSON.stringify({ entity: 'collection', count: items.length, items }),
    ...madeOf(batches, ({ id }) => id),
  };
}

const categories: Readonly<Record<Line['kind'], string>> = {
  payment: 'charge',
  refund: 'refund',
  dispute: 'dispute',
  dispute_reversal: 'dispute_reversal',
  adjustment: 'other_adjustment',
  transfer: 'transfer',
  fee: 'fee',
};

const transactionOf = (line: Line) => `txn_${line.id}`;

/** Stripe's itemized payout reconciliation report. */
export function stripeReport(random: Random): MadeFile {
  const batches = batchesOf(random, 'stripe', ['USD', 'USD', 'JPY', 'KWD', 'INR']);
  const header = [
    'automatic_payout_id',
    'automatic_payout_effective_at',
    'balance_transaction_id',
    'created_utc',
    'created',
    'available_on_utc',
    'available_on',
    'currency',
    'gross',
    'fee',
    'net',
    'reporting_category',
    'source_id',
    'description',
    'customer_facing_amount',
    'customer_facing_currency',
    'charge_id',
    'payment_intent_id',
  ];
  const rows = batches.flatMap(({ payout, lines }) =>
    lines.map((line) => {
      // A fee is a transaction of its own, without a fee.
      const [gross, fee] = line.kind === 'fee' ? [-line.fee, 0n] : [line.gross, line.fee];
      const text = (mils: bigint) => fromMils(mils, line.currency);
      return [
        payout.id,
        `${payout.day} 00:00:00`,
        transactionOf(line),
        `${payout.day} 03:10:00`,
        `${payout.day} 08:40:00`,
        `${payout.day} 00:00:00`,
        `${payout.day} 05:30:00`,
        line.currency.toLowerCase(),
        text(gross),
        text(fee),
        text(gross - fee),
        categories[line.kind],
        line.id,
        line.kind === 'fee' ? 'Radar (2026-03-05): Radar for Fraud Teams' : 'Course fee, "Gita"',
        line.kind === 'payment' ? text(gross) : '',
        line.kind === 'payment' ? line.currency.toLowerCase() : '',
        line.payment,
        line.payment === '' ? '' : line.payment.replace('ch_', 'pi_'),
      ];
    }),
  );
  return {
    name: 'payout_reconciliation.csv',
    layout: 'Stripe, payout reconciliation',
    text: csv([header, ...rows]),
    ...madeOf(batches, transactionOf),
  };
}

const types: Readonly<Record<Line['kind'], string>> = {
  payment: 'charge',
  refund: 'refund',
  dispute: 'adjustment',
  dispute_reversal: 'adjustment',
  adjustment: 'adjustment',
  transfer: 'transfer',
  fee: 'stripe_fee',
};

/** Stripe's export of all balance transactions, with the payouts as rows of their own. */
export function stripeHistory(random: Random): MadeFile {
  const batches = batchesOf(random, 'stripe', ['USD', 'KWD', 'JPY']);
  const header = [
    'id',
    'Type',
    'Source',
    'Amount',
    'Fee',
    'Destination Platform Fee',
    'Net',
    'Currency',
    'Created (UTC)',
    'Available On (UTC)',
    'Description',
    'Customer Facing Amount',
    'Customer Facing Currency',
    'Transfer',
    'Transfer Date (UTC)',
    'Transfer Group',
  ];
  const rows = batches.flatMap(({ payout, lines }) => {
    const code = payout.currency.toLowerCase();
    const rowOf = (id: string, type: string, source: string, gross: bigint, fee: bigint) => {
      const text = (mils: bigint) => fromMils(mils, payout.currency);
      return [
        id,
        type,
        source,
        text(gross),
        text(fee),
        '',
        text(gross - fee),
        code,
        `${payout.day} 03:10`,
        `${payout.day} 00:00`,
        '',
        '',
        '',
        payout.id,
        `${payout.day} 00:00`,
        '',
      ];
    };
    return [
      ...lines.map((line) =>
        rowOf(
          transactionOf(line),
          types[line.kind],
          line.id,
          line.kind === 'fee' ? -line.fee : line.gross,
          line.kind === 'fee' ? 0n : line.fee,
        ),
      ),
      rowOf(`txn_${payout.id}`, 'payout', payout.id, -payout.sums.payout, 0n),
    ];
  });
  // Disputes are adjustments here, and a refund names no payment.
  const made = madeOf(batches, transactionOf);
  const known = new Set(
    batches.flatMap(({ payments }) =>
      payments.flatMap(({ refunds }) => refunds.map(({ refund_id }) => refund_id)),
    ),
  );
  const open = new Map(made.open);
  const moved = batches.map(({ payout, lines }) => {
    const sums = { ...payout.sums };
    for (const line of lines) {
      if (isDispute(line)) {
        sums.refunds += line.gross;
        sums.adjustments += line.gross;
        open.set(transactionOf(line), 'line_adjustment');
      }
      if (line.kind === 'refund' && !known.has(line.id)) open.set(transactionOf(line), 'line_no_payment');
    }
    return { ...payout, sums };
  });
  return {
    name: 'balance_history.csv',
    layout: 'Stripe, balance history',
    text: csv([header, ...rows]),
    ...made,
    payouts: moved,
    open,
  };
}

interface Movement {
  readonly day: string;
  readonly text: string;
  readonly reference: string;
  readonly net: bigint;
}

interface Bank {
  readonly layout: string;
  readonly currency: string;
  readonly isNewestFirst: boolean;
  /** Above the header. */
  readonly above: readonly (readonly string[])[];
  readonly header: readonly string[];
  readonly row: (movement: Movement, balance: bigint, index: number) => readonly string[];
  readonly below: readonly (readonly string[])[];
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function parts(day: string): [year: string, month: string, date: string] {
  const [year = '', month = '', date = ''] = day.split('-');
  return [year, month, date];
}
/** 1,24,551.00 */
const lakhs = (mils: bigint) => fromMils(mils, 'INR').replaceAll(/\B(?=(?:\d{2})*\d{3}(?:\.|$))/g, ',');
const side = (mils: bigint, text: (mils: bigint) => string) => [
  mils < 0n ? text(-mils) : '',
  mils > 0n ? text(mils) : '',
];

const banks: readonly Bank[] = [
  {
    layout: 'HDFC',
    currency: 'INR',
    isNewestFirst: false,
    above: [['HDFC BANK Ltd.'], ['', '', '', '', 'Account No :50100000000000'], ['']],
    header: [
      'Date',
      'Narration',
      'Chq./Ref.No.',
      'Value Dt',
      'Withdrawal Amt.',
      'Deposit Amt.',
      'Closing Balance',
    ],
    row({ day, text, reference, net }, balance) {
      const [year, month, date] = parts(day);
      const written = `${date}/${month}/${year.slice(2)}`;
      return [written, text, reference, written, ...side(net, lakhs), lakhs(balance)];
    },
    below: [['*** End of statement ***']],
  },
  {
    layout: 'ICICI',
    currency: 'INR',
    isNewestFirst: false,
    above: [['DETAILED STATEMENT']],
    header: [
      'S No.',
      'Value Date',
      'Transaction Date',
      'Cheque Number',
      'Transaction Remarks',
      'Withdrawal Amount (INR )',
      'Deposit Amount (INR )',
      'Balance (INR )',
    ],
    row({ day, text, reference, net }, balance, index) {
      const [year, month, date] = parts(day);
      const written = `${date}/${month}/${year}`;
      const plain = (mils: bigint) => fromMils(mils, 'INR');
      return [String(index + 1), written, written, reference, text, ...side(net, plain), plain(balance)];
    },
    below: [],
  },
  {
    layout: 'SBI',
    currency: 'INR',
    isNewestFirst: false,
    above: [
      ['Account Name :', 'Trust'],
      ['Start Date :', '1 Mar 2026'],
    ],
    header: ['Txn Date', 'Value Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'],
    row({ day, text, reference, net }, balance) {
      const [year, month, date] = parts(day);
      const written = `${Number(date)} ${months[Number(month) - 1]} ${year}`;
      return [written, written, text, reference, ...side(net, lakhs), lakhs(balance)];
    },
    below: [],
  },
  {
    layout: 'Axis',
    currency: 'INR',
    isNewestFirst: false,
    above: [],
    header: ['Tran Date', 'CHQNO', 'PARTICULARS', 'DR', 'CR', 'BAL', 'SOL'],
    row({ day, text, reference, net }, balance) {
      const plain = (mils: bigint) => fromMils(mils, 'INR');
      return [parts(day).toReversed().join('-'), reference, text, ...side(net, plain), plain(balance), '100'];
    },
    below: [],
  },
  {
    layout: 'Kotak',
    currency: 'INR',
    isNewestFirst: true,
    above: [],
    header: [
      'Sl. No.',
      'Transaction Date',
      'Value Date',
      'Description',
      'Chq / Ref No.',
      'Amount',
      'Dr / Cr',
      'Balance',
    ],
    row({ day, text, reference, net }, balance, index) {
      const written = parts(day).toReversed().join('/');
      return [
        String(index + 1),
        written,
        written,
        text,
        reference,
        lakhs(net < 0n ? -net : net),
        net < 0n ? 'DR' : 'CR',
        lakhs(balance),
      ];
    },
    below: [],
  },
  {
    layout: 'Chase',
    currency: 'USD',
    isNewestFirst: true,
    above: [],
    header: ['Details', 'Posting Date', 'Description', 'Amount', 'Type', 'Balance', 'Check or Slip #'],
    row({ day, text, reference, net }, balance) {
      const [year, month, date] = parts(day);
      return [
        net < 0n ? 'DEBIT' : 'CREDIT',
        `${month}/${date}/${year}`,
        text,
        fromMils(net, 'USD'),
        net < 0n ? 'ACH_DEBIT' : 'ACH_CREDIT',
        fromMils(balance, 'USD'),
        reference,
      ];
    },
    below: [],
  },
  {
    layout: 'Bank of America',
    currency: 'USD',
    isNewestFirst: false,
    above: [
      ['Description', '', 'Summary Amt.'],
      ['Beginning balance as of 03/01/2026', '', '1,000.00'],
      [''],
    ],
    header: ['Date', 'Description', 'Amount', 'Running Bal.'],
    row({ day, text, reference, net }, balance) {
      const [year, month, date] = parts(day);
      const western = (mils: bigint) => fromMils(mils, 'USD').replaceAll(/\B(?=(?:\d{3})+(?:\.|$))/g, ',');
      return [
        `${month}/${date}/${year}`,
        reference === '' ? text : `${text} ${reference}`,
        western(net),
        western(balance),
      ];
    },
    below: [],
  },
];

export const bankCount = banks.length;

/** A statement: payouts that were saved before, payments by UPI, bank and cheque, and what the portal knows nothing of. */
export function bankStatement(random: Random, which: number, payouts: readonly MadePayout[]): MadeFile {
  const bank = banks[which]!;
  const { currency } = bank;
  const payments: MadePayment[] = [];
  const open = new Map<string, string>();
  const start = Date.UTC(2026, random.between(0, 9), 13);
  const dayAt = (index: number) =>
    new Date(start + Math.floor(index / 2) * 86_400_000).toISOString().slice(0, 10);
  const movements: Movement[] = [];
  const add = (text: string, reference: string, net: bigint) => {
    movements.push({ day: dayAt(movements.length), text, reference, net });
  };
  for (const payout of payouts) {
    if (payout.currency !== currency || payout.sums.payout <= 0n) continue;
    add(`NEFT CR-RZPX0000001-RAZORPAY SOFTWARE-${payout.utr}`, '', payout.sums.payout);
  }
  for (let count = random.between(4, 14); count > 0; count -= 1) {
    const net = amountIn(random, currency);
    const name = random.pick(names);
    const reference = String(random.between(400_000_000_000, 499_999_999_999));
    const day = dayAt(movements.length);
    const made = {
      full_name: name,
      amount: fromMils(net, currency),
      currency,
      day,
      method: 'upi',
      status: 'success',
      refunds: [],
    } as const;
    const kind = random.pick(['reference', 'reference', 'name', 'stranger', 'out', 'charges'] as const);
    if (kind === 'reference') {
      payments.push({ ...made, payment_id: reference });
      add(`UPI-${name.toUpperCase()}-${name.split(' ')[0]!.toLowerCase()}@okaxis`, reference, net);
    } else if (kind === 'name') {
      payments.push({ ...made, payment_id: idOf(random, 'office-'), method: 'bank' });
      add(`IMPS ${name.toUpperCase()} FEES`, reference, net);
      open.set(reference, 'line_suggested');
    } else if (kind === 'stranger') {
      add('IMPS SOMEBODY ELSE', reference, net);
      open.set(reference, 'line_no_payment');
    } else if (kind === 'out') add('NEFT DR-LANDLORD-RENT', reference, -net);
    else add('SMS CHARGES', '', -unitOf(currency) * 1500n);
  }
  let balance = 500_000_000n;
  const rows = movements.map((movement, index) => {
    balance += movement.net;
    return bank.row(movement, balance, index);
  });
  const sums = noSums();
  for (const { net } of movements) {
    if (net > 0n) sums.captures += net;
    else sums.adjustments += net;
    sums.payout += net;
  }
  return {
    name: 'statement.csv',
    layout: bank.layout,
    currency,
    text: csv([
      ...bank.above,
      bank.header,
      ...(bank.isNewestFirst ? rows.toReversed() : rows),
      ...bank.below,
    ]),
    payments,
    payouts: [{ id: 'statement', utr: '', day: movements.at(-1)!.day, currency, sums }],
    open,
    unreadable: new Map(),
  };
}
