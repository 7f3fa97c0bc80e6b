import type { PayService } from '@gurukul/contract/checkouts';
import type { RefundIntake } from '@gurukul/contract/intake';
import type { PageAction } from '@gurukul/contract/my-page';
import { paidStatus } from '@gurukul/contract/payments';
import { toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, int, money, object, oneOf, row, text } from '#server/db/columns.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import type { Db } from '#server/db/pool.ts';
import { exists, many, maybeOne, run } from '#server/db/rows.ts';
import { placePaid } from '../held-places/hold.ts';
import { takePayments } from '../intake/payments.ts';
import type { ItemResult } from '../intake/results.ts';
import type { News, Paid } from './news.ts';
import { takeBack } from './take-back.ts';

/** What was paid in a service's test mode. It is no money, so it pays for nothing. */
const testStatus = 'test';

const checkoutStates = ['open', 'paid', 'expired', 'canceled'] as const;

const checkoutRow = row({
  id: int,
  state: oneOf(checkoutStates),
  is_test: bool,
  amount: money,
  currency: text,
  payment_id: text.nullable(),
  full_name: text,
  email_id: text,
});

/** Locked, so that of two payments at once the second sees the first. */
const lockCheckout = (tx: Db, service: PayService, reference: string) =>
  maybeOne(
    tx,
    checkoutRow,
    sql`
      select k.id, k.state, k.is_test, k.amount, k.currency, k.payment_id, p.fullname as full_name, p.email_id
      from checkouts k
      join people p on p.id = k.reader_id
      where k.service = ${service} and k.reference = ${reference}::uuid
      for update of k
    `,
  );

const partRow = row({ student_id: int, course_id: int, amount: money, is_there: bool });
type Part = RowOf<typeof partRow>;

const listParts = (tx: Db, checkoutId: number) =>
  many(
    tx,
    partRow,
    sql`
      select t.student_id, t.course_id, t.amount, p.deleted_at is null as is_there
      from checkout_parts t
      join people p on p.id = t.student_id
      where t.checkout_id = ${checkoutId}
      order by t.id
    `,
  );

/** Throws for what could not be stored: the service sends the message again, and nothing is lost silently. */
function stored({ outcome, id, notes }: ItemResult): number | null {
  if (outcome !== 'rejected') return id;
  // The office has changed it since, and knows more.
  if (notes?.[0]?.code === 'payment_of_office') return null;
  throw new Error(`a message of a payment service was not stored: ${notes?.[0]?.message ?? 'no reason'}`);
}

/** Why a payment waits for the office, which finds it as one without a student; null: it is for whom it was asked. */
function waitsBecause(
  paid: Paid,
  checkout: RowOf<typeof checkoutRow> | null,
  parts: readonly Part[],
): string | null {
  if (checkout === null) return 'Paid online, but the portal does not know what for';
  const asked = `${checkout.amount} ${checkout.currency}`;
  if (checkout.state === 'paid') return `Paid online a second time, after ${checkout.payment_id}`;
  if (toMils(checkout.amount) !== toMils(paid.amount) || checkout.currency !== paid.currency)
    return `Paid online: ${asked} was asked`;
  return parts.every(({ is_there }) => is_there) ? null : 'Paid online for somebody who is gone';
}

const insertShares = (tx: Db, paymentId: number, parts: readonly Part[]) =>
  run(
    tx,
    sql`
      insert into payment_shares (payment_id, student_id, course_id, amount)
      select ${paymentId}, s.student_id, s.course_id, s.amount
      from unnest(
        ${parts.map(({ student_id }) => student_id)}::bigint[], ${parts.map(({ course_id }) => course_id)}::bigint[],
        ${parts.map(({ amount }) => amount)}::numeric[]
      ) with ordinality as s (student_id, course_id, amount, place)
      order by s.place
    `,
  );

const isThere = (tx: Db, number: string) =>
  exists(tx, sql`select from payments m where m.payment_id = ${number}`);

async function takePaid(tx: Db, mail: Mailer, service: PayService, paid: Paid, at: Date): Promise<void> {
  const checkout = await lockCheckout(tx, service, paid.reference);
  // Two messages may tell of one payment.
  if (checkout === null ? await isThere(tx, paid.number) : checkout.payment_id === paid.number) return;
  const parts = checkout === null ? [] : await listParts(tx, checkout.id);
  const waits = waitsBecause(paid, checkout, parts);
  const course = parts[0]?.course_id ?? null;
  const isMoney = !paid.isTest && checkout?.is_test !== true;
  const [result] = await takePayments(
    tx,
    [
      {
        payment_id: paid.number,
        full_name: checkout?.full_name ?? 'Unknown',
        email_id: checkout?.email_id ?? '',
        amount: paid.amount,
        currency: paid.currency,
        kind: course === null ? 'donation' : 'fee',
        status: isMoney ? paidStatus : testStatus,
        paid_at: paid.paidAt,
      },
    ],
    at,
    [{ course, student: waits === null ? (parts[0]?.student_id ?? null) : null }],
  );
  const id = stored(result!);
  if (result!.outcome === 'created' && id !== null) {
    if (waits === null && parts.length > 1) await insertShares(tx, id, parts);
    if (waits !== null) await run(tx, sql`update payments set note = ${waits} where id = ${id}`);
  }
  if (checkout !== null && checkout.state !== 'paid') {
    await run(
      tx,
      sql`update checkouts set state = 'paid', payment_id = ${paid.number} where id = ${checkout.id}`,
    );
  }
  if (isMoney && waits === null) {
    await placePaid(
      tx,
      mail,
      parts.map(({ student_id }) => student_id),
      paid.reference,
    );
  }
}

/** Of two messages about one payment the second waits for the first. */
const inTurn = (tx: Db, number: string) =>
  run(tx, sql`select pg_advisory_xact_lock(hashtext(${`payment ${number}`}))`);

const waitingRow = row({ event_id: text, refund: object({}).loose() });

/** Takes the refunds that came before their payment, or that did not fit until another one came back. */
async function takeWaiting(tx: Db, mail: Mailer, service: PayService, number: string): Promise<void> {
  const waiting = await many(
    tx,
    waitingRow,
    sql`
      select e.event_id, e.refund from pay_events e
      where e.service = ${service} and e.waits_for = ${number}
      order by e.received_at, e.event_id
    `,
  );
  for (const { event_id: event, refund } of waiting) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `takeNews` wrote it
    const { at, ...item } = refund as unknown as RefundIntake & { readonly at: string };
    if (!(await takeBack(tx, mail, item, new Date(at)))) continue;
    await run(
      tx,
      sql`
        update pay_events set waits_for = null, refund = null
        where service = ${service} and event_id = ${event}
      `,
    );
  }
}

/** Names the transaction in the trail: the service says so, no person. */
const actAsService = (tx: Db) =>
  run(
    tx,
    sql`
      select set_config('gurukul.person', '', true),
        set_config('gurukul.call', ${'page.paid_online' satisfies PageAction}, true)
    `,
  );

/** Carries out what a message says, once. Returns false for one that came before. */
export async function takeNews(tx: Db, mail: Mailer, service: PayService, news: News): Promise<boolean> {
  const { eventId, at, paid, ended, refunds = [] } = news;
  await actAsService(tx);
  const isFirst = await exists(
    tx,
    sql`
      insert into pay_events (service, event_id) values (${service}, ${eventId})
      on conflict on constraint pay_events_pkey do nothing
    `,
  );
  if (!isFirst) return false;
  if (paid !== undefined) {
    await inTurn(tx, paid.number);
    await takePaid(tx, mail, service, paid, at);
    await takeWaiting(tx, mail, service, paid.number);
  }
  if (ended !== undefined) {
    await run(
      tx,
      sql`
        update checkouts set state = ${ended.state}
        where service = ${service} and reference = ${ended.reference}::uuid and state = 'open'
      `,
    );
  }
  for (const [place, item] of refunds.entries()) {
    await inTurn(tx, item.payment_id);
    if ((await isThere(tx, item.payment_id)) && (await takeBack(tx, mail, item, at))) {
      if (item.state === 'reversed') await takeWaiting(tx, mail, service, item.payment_id);
      continue;
    }
    const held = JSON.stringify({ ...item, at: at.toISOString() });
    await run(
      tx,
      sql`
        insert into pay_events (service, event_id, waits_for, refund)
        values (${service}, ${`${eventId} ${place + 1}`}, ${item.payment_id}, ${held}::jsonb)
      `,
    );
  }
  return true;
}
