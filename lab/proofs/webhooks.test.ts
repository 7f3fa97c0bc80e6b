import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import { defaultSettings } from '@gurukul/contract/provider';
import sql from 'sql-template-tag';
import { afterAll, expect, test } from 'vitest';
import { int, money, row, text } from '../../server/db/columns.ts';
import { many, one, run } from '../../server/db/rows.ts';
import { randomFrom } from '../../server/db/seed/random.ts';
import { beginCheckout } from '../../server/features/checkouts/begin.ts';
import { fromMinor } from '../../server/features/checkouts/minor.ts';
import { testApp } from '../../server/test/app.ts';
import { office } from '../../server/test/office.ts';
import { openPayPeer } from '../../server/test/pay-peer.ts';
import type { PeerMessage, PeerPage, PeerPayment } from '../../server/test/pay-peer.ts';

/*
 * Messages of payment services, doubled, reordered and forged, against a sum that knows nothing of the portal: what the
 * stand-ins took and gave back. PROOF=full npm run test:unit -- lab/proofs/webhooks.test.ts has 1,000 true ones.
 */

const isFull = process.env['PROOF'] === 'full';
const wanted = isFull ? 1000 : 120;
const seed = Number(process.env['PROOF_SEED'] ?? 20_261_130);
const random = randomFrom(seed);
const roll = (sides: number) => random.between(0, sides - 1);

const peer = await openPayPeer();
afterAll(() => peer.close());
const server = await testApp({
  database: 'empty',
  payUrls: peer.urls,
  limits: { requestsPerMinute: 1_000_000, publicRequestsPerMinute: 1_000_000 },
});
const { app, call, config, db } = server;
const add = office(db);
await add.person('Admin', 'admin');
const own = await add.person('Own', 'courseadmin');
const courses = [await add.course('Gita', own), await add.course('Veda', own)];

const currencies = ['INR', 'USD', 'JPY', 'KWD'] as const;
const amountIn = { INR: '1234.50', USD: '40.00', JPY: '1500', KWD: '12.340' } as const;

interface Truth {
  readonly paid: PeerPayment;
  /** It is for whom it was asked. */
  readonly fits: boolean;
  /** In the smallest unit: what went back and stayed away. */
  back: number;
}

const shuffled = <T>(all: readonly T[]): T[] => {
  const left = [...all];
  return all.map(() => left.splice(roll(left.length), 1)[0]!);
};

/** A student who owes in a currency, for one course or two, and the page on which they pay. */
async function newPage(number: number): Promise<PeerPage> {
  const currency = currencies[roll(currencies.length)]!;
  const student = await add.person(`Payer${number}`, 'student');
  for (const course of courses.slice(0, 1 + roll(2))) {
    await run(
      db,
      sql`
        insert into charges (student_id, course_id, due_on, amount, currency)
        values (${student}, ${course}, '2026-01-05', ${amountIn[currency]}::numeric, ${currency})
      `,
    );
  }
  const page = await one(
    db,
    row({ id: int }),
    sql`
      insert into personal_pages (mailbox, nonce, hash)
      values (${`payer${number}@office.test`}, 'n', ${Buffer.from(`page ${number}`)}) returning id
    `,
  );
  const begun = await beginCheckout(
    { pool: db, config, provider: defaultSettings, warn: (error) => expect(error).toBeUndefined() },
    { pageId: page.id, readerId: student, students: [student], currency },
  );
  if (typeof begun === 'string') throw new Error(begun);
  return peer.pages.get(begun.url.split('/').at(-1)!)!;
}

/** What happens on a page, and what the service says of it. */
function live(page: PeerPage, truths: Truth[]): PeerMessage[] {
  let at = Math.floor(Date.now() / 1000) - 200;
  const messages: PeerMessage[] = [];
  const pay = (fits: boolean, other: Parameters<typeof peer.pay>[1] = {}) => {
    const truth: Truth = { paid: peer.pay(page, other), fits, back: 0 };
    truths.push(truth);
    messages.push(...peer.paidMessages(truth.paid, (at += 1)));
    return truth;
  };
  switch (roll(8)) {
    case 0:
      return [peer.endedMessage(page, at)];
    case 1:
      messages.push(peer.endedMessage(page, at));
      pay(true);
      return messages;
    case 2:
      pay(false, { amount: page.amount - 10 });
      return messages;
    case 3:
      pay(false, { currency: page.currency === 'INR' ? 'USD' : 'EUR' });
      return messages;
    case 4: {
      // Both are of the same amount; whichever is heard first is for the student.
      pay(true);
      pay(false);
      return messages;
    }
    default: {
      const truth = pay(true);
      for (let left = roll(4); left > 0; left -= 1) {
        const amount = Math.floor((page.amount - truth.back) / (1 + roll(3)) / 10) * 10;
        if (amount === 0) break;
        const id = `back-${page.id}-${left}`;
        messages.push(peer.refund(truth.paid, amount, { id, at: (at += 1) }));
        if (roll(3) === 0)
          messages.push(peer.refund(truth.paid, amount, { id, hasFailed: true, at: (at += 1) }));
        else truth.back += amount;
      }
      return messages;
    }
  }
}

/** The same message with other contents, another signature, or none. */
function forge(message: PeerMessage): PeerMessage {
  const { service, payload, headers } = message;
  const more = payload.replace(/"(amount\w*)":(\d)/gu, '"$1":9$2');
  switch (roll(4)) {
    case 0:
      return { ...message, payload: more === payload ? `${payload} ` : more };
    case 1:
      return peer.sign(service, more, { secret: 'a guess' });
    case 2:
      return { ...message, headers: { 'content-type': 'application/json' } };
    default:
      return { service: service === 'razorpay' ? 'stripe' : 'razorpay', payload, headers };
  }
}

const sumRow = row({ currency: text, amount: money, back: money, count: int });
const ofLedger = row({ currency: text, received: money, refunded: money });

test(`${wanted} messages, doubled, reordered and between forged ones, are the money that moved`, async () => {
  for (const service of ['razorpay', 'stripe'] as const) {
    const currency = ['INR', 'KWD'];
    const input = { service, ...peer.keys[service], is_on: true, currencies: currency };
    expect((await call('checkouts.save_pay_service', input, { as: 'admin@office.test' })).status).toBe(200);
  }
  const truths: Truth[] = [];
  const messages: PeerMessage[] = [];
  for (let number = 1; messages.length < wanted; number += 1)
    messages.push(...live(await newPage(number), truths));

  const forged = messages.map(forge);
  const isForged = new Set(forged);
  const all = shuffled([...messages, ...messages, ...forged]);
  let taken = 0;
  let refused = 0;
  const next = all.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const message of next) {
        const { service, payload, headers } = message;
        const { statusCode } = await app.inject({
          method: 'POST',
          url: `/hooks/${service}`,
          payload,
          headers,
        });
        expect([isForged.has(message), statusCode]).toEqual([
          statusCode === 400,
          statusCode === 400 ? 400 : 200,
        ]);
        if (statusCode === 200) taken += 1;
        else refused += 1;
      }
    }),
  );
  expect([taken, refused]).toEqual([messages.length * 2, messages.length]);

  const add2 = (sums: Map<string, bigint>, code: string, mils: bigint) =>
    sums.set(code, (sums.get(code) ?? 0n) + mils);
  const [came, went, known] = [
    new Map<string, bigint>(),
    new Map<string, bigint>(),
    new Map<string, bigint>(),
  ];
  for (const { paid, fits, back } of truths) {
    const of = (minor: number) => toMils(fromMinor(paid.page.service, minor, paid.currency));
    add2(came, paid.currency, of(paid.amount));
    add2(went, paid.currency, of(back));
    if (fits) add2(known, paid.currency, of(paid.amount));
  }
  const sums = await many(
    db,
    sumRow,
    sql`
      select m.currency, sum(m.amount) as amount, count(*)::int as count, coalesce(sum((
          select sum(r.amount) from refunds r where r.payment_id = m.id and r.reversed_at is null
        )), 0) as back
      from payments m where m.status = 'success' group by m.currency
    `,
  );
  const ledgers = await many(
    db,
    ofLedger,
    sql`select currency, sum(received) as received, sum(refunded) as refunded from balances group by currency`,
  );
  expect(sums.reduce((count, one) => count + one.count, 0)).toBe(truths.length);
  const shown = (all: ReadonlyMap<string, bigint>) =>
    Object.fromEntries([...all].map(([code, mils]) => [code, fromMils(mils, code)]));
  const read = (rows: readonly (readonly [string, string])[]) =>
    Object.fromEntries(rows.map(([code, amount]) => [code, fromMils(toMils(amount), code)]));
  expect(read(sums.map(({ currency, amount }) => [currency, amount]))).toEqual(shown(came));
  expect(read(sums.map(({ currency, back }) => [currency, back]))).toEqual(shown(went));
  expect(read(ledgers.map(({ currency, received }) => [currency, received]))).toMatchObject(shown(known));
  const gone = Object.fromEntries(Object.entries(shown(went)).filter(([, amount]) => toMils(amount) > 0n));
  expect(read(ledgers.map(({ currency, refunded }) => [currency, refunded]))).toMatchObject(gone);
  // The kept sums of ledgers are the sums of their entries.
  const wrong = await many(
    db,
    row({ student_id: int }),
    sql`
      select l.student_id from ledger_sums l
      join balances b on b.student_id = l.student_id and b.course_id = l.course_id and b.currency = l.currency
      where (l.received, l.refunded, l.open) is distinct from (b.received, b.refunded, b.open)
    `,
  );
  expect(wrong).toEqual([]);
});
