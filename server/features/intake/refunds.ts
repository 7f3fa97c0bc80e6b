import type { RefundIntake } from '@gurukul/contract/intake';
import { toMils } from '@gurukul/contract/shared/money/money';
import { said } from '@gurukul/contract/shared/words/messages';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, int, money, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { cancelRefunded, restoreCharges, theseRefunds } from '../ledger/refunded.ts';
import { tellRefunded, tellReversed } from '../payments/tell-refunded.ts';
import { amountFor } from './amounts.ts';
import { officesOwn } from './payments.ts';
import { rejected, repeated, twice } from './results.ts';
import type { ItemResult } from './results.ts';
import { latestOf } from './signatures.ts';

const paidRow = row({
  id: int,
  payment_id: text,
  amount: money,
  currency: text.nullable(),
  is_of_office: bool,
});

/**
 * Locks them: nobody refunds, changes or voids them meanwhile. To a key, one that was shared out is the office's. A
 * payment service knows best what it paid back.
 */
const lockPayments = (tx: Db, paymentIds: readonly string[], byService: boolean) =>
  many(
    tx,
    paidRow,
    sql`
      select m.id, m.payment_id, m.amount, m.currency,
        not ${byService} and (
          ${officesOwn} or exists (select from payment_shares s where s.payment_id = m.id)
        ) as is_of_office
      from payments m
      where m.payment_id = any(${paymentIds}::text[])
      order by m.payment_id
      for update
    `,
  );

const refundRow = row({
  id: int,
  refund_id: text.nullable(),
  payment: int,
  amount: money,
  is_reversed: bool,
  is_of_office: bool,
});
type StoredRefund = RowOf<typeof refundRow>;

/** Those of these payments, and those with these numbers. */
const listRefunds = (tx: Db, payments: readonly number[], refundIds: readonly string[]) =>
  many(
    tx,
    refundRow,
    sql`
      select r.id, r.refund_id, r.payment_id as payment, r.amount, r.reversed_at is not null as is_reversed,
        r.recorded_by is not null or exists (
          select from audit_entries a
          where a.table_name = 'refunds' and a.row_id = r.id::text and a.person_id is not null
        ) as is_of_office
      from refunds r
      where r.payment_id = any(${payments}::bigint[]) or r.refund_id = any(${refundIds}::text[])
    `,
  );

interface RefundToTake extends RefundIntake {
  /** Of a payment for several: whose part it is. */
  readonly share_id?: number;
}

interface RefundToWrite extends RefundToTake {
  readonly payment: number;
  /** Of the payment, in thousandths. */
  readonly most: bigint;
}

const writtenRefund = row({ id: int, refund_id: text, outcome: oneOf(['created', 'updated']) });

/** A refund keeps its reason where a later message says none. */
const writeRefunds = (tx: Db, rows: readonly RefundToWrite[]) =>
  many(
    tx,
    writtenRefund,
    sql`
      insert into refunds as r (refund_id, payment_id, share_id, kind, amount, reason, refunded_at, reversed_at)
      select g.refund_id, g.payment_id, g.share_id, g.kind, g.amount, g.reason, g.refunded_at,
        case when g.is_reversed then now() end
      from unnest(
        ${rows.map((row) => row.refund_id)}::text[], ${rows.map((row) => row.payment)}::bigint[],
        ${rows.map(({ kind = 'refund' }) => kind)}::text[], ${rows.map((row) => row.amount)}::numeric[],
        ${rows.map(({ reason = '' }) => reason)}::text[], ${rows.map((row) => row.refunded_at)}::timestamptz[],
        ${rows.map(({ state }) => state === 'reversed')}::boolean[],
        ${rows.map((row) => row.share_id ?? null)}::bigint[]
      ) as g (refund_id, payment_id, kind, amount, reason, refunded_at, is_reversed, share_id)
      order by g.refund_id
      on conflict on constraint refunds_refund_id_unique do update
      set kind = excluded.kind, amount = excluded.amount, reason = coalesce(nullif(excluded.reason, ''), r.reason),
        refunded_at = excluded.refunded_at,
        reversed_at = case when excluded.reversed_at is not null then coalesce(r.reversed_at, excluded.reversed_at) end
      where r.payment_id = excluded.payment_id and r.recorded_by is null
        and (r.kind, r.amount, r.reason, r.refunded_at, r.reversed_at is null) is distinct from (excluded.kind,
          excluded.amount, coalesce(nullif(excluded.reason, ''), r.reason), excluded.refunded_at,
          excluded.reversed_at is null)
      -- xmax is 0 in a row that this statement added
      returning r.id, r.refund_id, case when r.xmax = 0 then 'created' else 'updated' end as outcome
    `,
  );

/**
 * Stores refunds by their numbers: new ones are added, known ones updated. Those of a payment never add up to more than
 * the payment. A signed one never replaces a later signed state.
 */
export async function takeRefunds(
  tx: Db,
  mail: Mailer,
  items: readonly RefundToTake[],
  signedAt?: Date,
  { byService = false } = {},
): Promise<ItemResult[]> {
  const again = repeated(items.map((item) => item.refund_id));
  const paid = new Map(
    (
      await lockPayments(
        tx,
        items.map((item) => item.payment_id),
        byService,
      )
    ).map((payment) => [payment.payment_id, payment]),
  );
  const stored = await listRefunds(
    tx,
    [...paid.values()].map(({ id }) => id),
    items.map((item) => item.refund_id),
  );
  const byNumber = new Map(stored.map((refund) => [refund.refund_id, refund]));

  const placed = items.map((item, index): ItemResult | RefundToWrite => {
    if (again.has(index)) return twice;
    const payment = paid.get(item.payment_id);
    if (payment === undefined) return rejected('no_such_payment');
    const known = byNumber.get(item.refund_id);
    if (payment.is_of_office || known?.is_of_office === true) return rejected('payment_of_office');
    if (known !== undefined && known.payment !== payment.id) return rejected('refund_of_other_payment');
    if (item.currency !== undefined && payment.currency !== null && item.currency !== payment.currency) {
      return rejected('refund_in_other_currency');
    }
    const amount = amountFor(item.amount, payment.currency ?? item.currency ?? null);
    if (typeof amount !== 'string') return amount;
    if (toMils(amount) === 0n) return rejected('refund_zero');
    return { ...item, amount, payment: payment.id, most: toMils(payment.amount) };
  });
  const rows = placed.filter((each) => 'payment' in each);
  // A tab is in no number of a payment.
  const latest = new Set(await latestOf(tx, rows, (row) => `refund\t${row.refund_id}`, signedAt));

  const fitting = withinPayments([...latest], stored);
  const written = await writeRefunds(tx, [...fitting]);
  const isReversed = new Map([...fitting].map((row) => [row.refund_id, row.state === 'reversed']));
  const idsOf = (reversed: boolean) =>
    written.flatMap(({ id, refund_id }) => (isReversed.get(refund_id ?? '') === reversed ? [id] : []));
  await restoreCharges(tx, theseRefunds(idsOf(true)));
  await cancelRefunded(tx, theseRefunds(idsOf(false)));
  await tellReversed(tx, mail, idsOf(true));
  await tellRefunded(
    tx,
    mail,
    written.flatMap(({ id, outcome }) => (outcome === 'created' ? [id] : [])),
  );
  const writtenNow = new Map(written.map((row) => [row.refund_id, row]));
  return placed.map((each): ItemResult => {
    if (!('payment' in each)) return each;
    const before = byNumber.get(each.refund_id);
    const unchanged: ItemResult =
      before === undefined
        ? rejected('item_not_saved')
        : { outcome: 'unchanged', id: before.id, notes: latest.has(each) ? [] : [said('payment_overtaken')] };
    if (!latest.has(each)) return unchanged;
    if (!fitting.has(each)) return rejected('refund_too_large');
    return writtenNow.get(each.refund_id) ?? unchanged;
  });
}

/** Those that leave the refunds of their payment within it, one after the other. */
function withinPayments(rows: readonly RefundToWrite[], stored: readonly StoredRefund[]): Set<RefundToWrite> {
  const back = new Map<number, Map<string, bigint>>();
  for (const { id, refund_id: number, payment, amount, is_reversed: isReversed } of stored) {
    const ofPayment = back.get(payment) ?? new Map<string, bigint>();
    back.set(payment, ofPayment.set(number ?? `by hand\t${id}`, isReversed ? 0n : toMils(amount)));
  }
  const fitting = new Set<RefundToWrite>();
  for (const row of rows) {
    const ofPayment = back.get(row.payment) ?? new Map<string, bigint>();
    const next = new Map(ofPayment).set(row.refund_id, row.state === 'reversed' ? 0n : toMils(row.amount));
    if ([...next.values()].reduce((sum, mils) => sum + mils, 0n) > row.most) continue;
    back.set(row.payment, next);
    fitting.add(row);
  }
  return fitting;
}
