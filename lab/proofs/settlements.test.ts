import { readFileSync } from 'node:fs';
import type { SettlementPreview } from '@gurukul/contract/settlements';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { run } from '../../server/db/rows.ts';
import { randomFrom, type Random } from '../../server/db/seed/random.ts';
import { testApp } from '../../server/test/app.ts';
import { office } from '../../server/test/office.ts';
import { countKnownColumns } from '@gurukul/contract/shared/files/settlement-layouts';
import { linesOfJson, rowsOf } from '../../web/features/settlements/sheet-rows.ts';
import { readLines } from '../../web/lib/files/sheet.ts';
import { tableIn, takeTable, type Table } from '../../web/lib/files/table.ts';
import { pack } from './dirty-containers.ts';
import {
  bankCount,
  bankStatement,
  razorpayApi,
  razorpayDashboard,
  stripeHistory,
  stripeReport,
  type MadeFile,
  type MadePayout,
} from './settlement-files.ts';

/*
 * Settlement files with a known truth, read as the page reads them. Each payout must be explained to the smallest unit,
 * and every line that nothing explains must be named with the right reason.
 */

const isFull = process.env['PROOF'] === 'full';
const rounds = isFull ? 40 : 2;
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_124);

const { call, db } = await testApp({ database: 'empty' });
const add = office(db);
await add.person('Admin', 'admin');
const courseId = await add.course('Gita', await add.person('Own', 'courseadmin'));
const as = { as: 'admin@office.test' };

async function know({ payments }: MadeFile) {
  for (const { refunds, ...made } of payments) {
    await run(
      db,
      sql`
        insert into payments (payment_id, course_id, full_name, email_id, amount, currency, status, method, paid_at)
        values (${made.payment_id}, ${courseId}, ${made.full_name}, 'payer@office.test', ${made.amount},
          ${made.currency}, ${made.status}, ${made.method}, ${`${made.day}T09:00:00+05:30`})
      `,
    );
    for (const { refund_id, kind, amount, reversed } of refunds) {
      await run(
        db,
        sql`
          insert into refunds (refund_id, payment_id, kind, amount, refunded_at, reversed_at)
          select ${refund_id}, m.id, ${kind}, ${amount}, m.paid_at, case when ${reversed} then m.paid_at end
          from payments m where m.payment_id = ${made.payment_id}
        `,
      );
    }
  }
}

const reading = { rowsMax: 20_000, isExact: true } as const;

/** The table, after somebody put it into a book or another text, with titles, blank columns and what else people add. */
function dirtied({ header, lines }: Table, random: Random): Table {
  const packed = pack(
    random,
    { headings: header, rows: lines.map(({ cells }) => cells), summed: null, merged: null },
    random.chance(0.5),
  );
  const read = readLines(packed.bytes, reading);
  const table =
    read.kind === 'fault'
      ? read.fault
      : takeTable({ ...read, file_name: 'dirty' }, 20_000, countKnownColumns);
  if (typeof table === 'string') throw new Error(`${packed.container}: ${table}`);
  return table;
}

/** As the page reads the file, which every second time went through other hands. */
function inputOf({ name, text, currency }: MadeFile) {
  const json = name.endsWith('.json') ? linesOfJson(text) : null;
  const read = readLines(new TextEncoder().encode(text), reading);
  const sheet =
    json === null && read.kind === 'sheets' ? read.sheets[0] : { name, lines: json ?? [], totals: [] };
  const clean = tableIn(sheet!, countKnownColumns);
  const random = randomFrom(seed + text.length);
  const table = json === null && random.chance(0.5) ? dirtied(clean, random) : clean;
  return { file_name: name, rows: rowsOf(table), ...(currency === undefined ? {} : { currency }) };
}

async function preview(file: MadeFile): Promise<SettlementPreview> {
  const { body } = await call('settlements.settlement_preview', inputOf(file), as);
  expect(body).toMatchObject({ status: 200, message: 'success' });
  return body.data;
}

const figures: { files: number; rows: number; open: number } = { files: 0, rows: 0, open: 0 };

/** The line of the file by what names it: its number, or a word of a statement's line. */
const namesIt = (line: SettlementPreview['lines'][number], name: string) =>
  line.reference === name || line.description.split(' ').includes(name);

function check(file: MadeFile, { payouts, lines }: SettlementPreview) {
  for (const made of file.payouts) {
    const found = payouts.find(
      ({ payout_id, currency }) => payout_id === made.id && currency === made.currency,
    );
    const text = (mils: bigint) => fromMils(mils, made.currency);
    expect(found).toMatchObject({
      paid_on: made.day,
      currency: made.currency,
      captures: text(made.sums.captures),
      fees: text(made.sums.fees),
      refunds: text(made.sums.refunds),
      adjustments: text(made.sums.adjustments),
      payout: text(made.sums.payout),
      difference: text(0n),
      state: 'new',
    });
    // The sum once more, from the lines of the answer.
    const own = lines.filter(({ payout_id, kind }) => payout_id === made.id && kind !== 'payout');
    expect(text(own.reduce((sum, { net }) => sum + toMils(net!), 0n))).toBe(text(made.sums.payout));
  }
  expect(payouts).toHaveLength(file.payouts.length);
  const open = lines.filter(({ state }) => state === 'open');
  const told = [...file.open].map(([name, reason]) => {
    const line = lines.find((each) => namesIt(each, name));
    return [name, line?.reason?.code ?? line?.state ?? 'missing', reason];
  });
  expect(told.filter(([, found, reason]) => found !== reason)).toEqual([]);
  expect(open).toHaveLength(file.open.size);
  figures.files += 1;
  figures.rows += lines.length;
  figures.open += open.length;
}

const services = [razorpayDashboard, razorpayApi, stripeReport, stripeHistory];
const kept: MadePayout[] = [];

describe('files of payment services', () => {
  test.each(
    Array.from({ length: rounds * 2 }, (_, round) => round).flatMap((round) =>
      services.map((make, index) => ({ make, number: round * services.length + index })),
    ),
  )('$make.name $number', async ({ make, number }) => {
    const file = make(randomFrom(seed + number));
    await know(file);
    const seen = await preview(file);
    check(file, seen);
    const input = inputOf(file);
    const saved = await call('settlements.save_settlement', { ...input, digest: seen.digest }, as);
    expect(saved).toMatchObject({
      status: 200,
      body: { data: { saved: file.payouts.length, open: file.open.size } },
    });
    // The same file again saves nothing.
    const again = await preview(file);
    expect(new Set(again.payouts.map(({ state }) => state))).toEqual(new Set(['saved']));
    const twice = await call('settlements.save_settlement', { ...input, digest: again.digest }, as);
    expect(twice.body.data).toEqual({ saved: 0, lines: 0, open: 0 });
    if (make === razorpayDashboard) kept.push(...file.payouts);
  });
});

describe('statements of banks', () => {
  test.each(Array.from({ length: rounds * 2 }, (_, round) => ({ which: round % bankCount, number: round })))(
    '$which $number',
    async ({ which, number }) => {
      const random = randomFrom(seed + 10_000 + number);
      const arrived = kept.splice(0, 2);
      const file = bankStatement(random, which, arrived);
      await know(file);
      const seen = await preview(file);
      check(file, seen);
      const saved = await call('settlements.save_settlement', { ...inputOf(file), digest: seen.digest }, as);
      expect(saved).toMatchObject({ status: 200, body: { data: { saved: 1 } } });
      const shown = arrived.filter(({ currency, sums }) => currency === file.currency && sums.payout > 0n);
      expect(seen.lines.filter(({ state }) => state === 'payout')).toHaveLength(shown.length);
    },
  );
});

describe('what is open', () => {
  test('is the same in the list as in the files, since nothing came after', async () => {
    let listed = 0;
    let page = 1;
    for (; ; page += 1) {
      const { body } = await call('settlements.get_settlements', { page, pageSize: 50 }, as);
      if (body.data.length === 0) break;
      for (const { open } of body.data) listed += open;
    }
    process.stdout.write(`${figures.files} files, ${figures.rows} rows, ${figures.open} open\n`);
    expect(figures.files).toBeGreaterThanOrEqual(10 * rounds);
    expect(listed).toBe(figures.open);
  });
});

/** Small files kept as they are; the sums were added up by hand. */
describe('kept files', () => {
  const kept = (name: string, payments: MadeFile['payments'] = [], currency?: string): MadeFile => ({
    name,
    layout: name,
    text: readFileSync(new URL(`kept/${name}`, import.meta.url), 'utf8'),
    ...(currency === undefined ? {} : { currency }),
    payments,
    payouts: [],
    open: new Map(),
    unreadable: new Map(),
  });
  const paid = (payment_id: string, amount: string, more: Partial<MadeFile['payments'][number]> = {}) => ({
    payment_id,
    full_name: 'Payer',
    amount,
    currency: 'INR',
    day: '2026-03-04',
    method: null,
    status: 'success' as const,
    refunds: [],
    ...more,
  });

  test('of Razorpay', async () => {
    const report = kept('razorpay-dashboard.csv', [
      paid('pay_KeptAsha000001', '4500.00'),
      paid('pay_KeptBala000002', '1200.50', {
        refunds: [{ refund_id: 'rfnd_KeptBala00003', kind: 'refund', amount: '200.50', reversed: false }],
      }),
    ]);
    await know(report);
    const seen = await preview(report);
    expect(seen.payouts).toMatchObject([
      {
        payout_id: 'setl_KeptMarch00001',
        paid_on: '2026-03-05',
        captures: '5700.50',
        fees: '134.53',
        tax: '20.52',
        refunds: '200.50',
        adjustments: '10.12',
        payout: '5375.59',
        difference: '0.00',
        open: 1,
      },
    ]);
    await call('settlements.save_settlement', { ...inputOf(report), digest: seen.digest }, as);

    const answer = kept('razorpay-api.json', [paid('pay_KeptChitra0005', '1000.00')]);
    await know(answer);
    expect((await preview(answer)).payouts).toMatchObject([
      {
        captures: '1000.00',
        fees: '23.89',
        adjustments: '-100.00',
        payout: '876.11',
        difference: '0.00',
        open: 1,
      },
    ]);
  });

  test('of Stripe', async () => {
    const report = kept('stripe-payout-reconciliation.csv', [
      paid('ch_3KeptEsha', '100.00', { currency: 'EUR' }),
      paid('pi_3KeptDeepa', '250.00', {
        currency: 'USD',
        refunds: [{ refund_id: null, kind: 'dispute', amount: '250.00', reversed: true }],
      }),
    ]);
    await know(report);
    const seen = await preview(report);
    expect(seen.lines.map(({ state }) => state)).toEqual(['payment', 'payment', 'refund', 'refund', 'fee']);
    expect(seen.payouts).toMatchObject([
      {
        captures: '358.10',
        fees: '12.98',
        refunds: '0.00',
        payout: '345.12',
        difference: '0.00',
        paid_on: '2026-03-06',
      },
    ]);
  });

  test('of a bank', async () => {
    const statement = kept(
      'hdfc-statement.csv',
      [
        paid('612345678901', '2500.00', { method: 'upi', full_name: 'Farhan Khan' }),
        paid('office-kept', '3000.00', { method: 'bank', full_name: 'Gopal Sharma', day: '2026-03-06' }),
      ],
      'INR',
    );
    await know(statement);
    const seen = await preview(statement);
    expect(seen.lines.map(({ state, reason }) => reason?.code ?? state)).toEqual([
      'payout',
      'payment',
      'line_suggested',
      'outside',
    ]);
    expect(seen.payouts).toMatchObject([
      { captures: '10875.59', adjustments: '-350.00', payout: '10525.59', difference: '0.00' },
    ]);
  });
});
