import { paidStatus } from '@gurukul/contract/payments';
import type { RefundedCharge, RefundKind } from '@gurukul/contract/payments';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import { idRow, instant, int, row } from '#server/db/columns.ts';
import { maybeOne, one, run } from '#server/db/rows.ts';
import type { Db } from '#server/db/pool.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { officeDay, officeToday, officeZone } from '#server/time/office-clock.ts';
import { cancelRefunded, listPaid, restoreCharges, theseRefunds, waiveRefunded } from '../ledger/refunded.ts';
import { amountIn } from './check-written.ts';
import { holdPayment, listLeft } from './held-payment.ts';
import { tellRefunded, tellReversed } from './tell-refunded.ts';
import { wrong } from './wrong.ts';

interface Refund {
  readonly id: number;
  readonly share_id: number | null;
  readonly amount: string;
  readonly kind: RefundKind;
  readonly reason: string;
  readonly refunded_at: string;
  readonly reference: string;
  readonly charge: RefundedCharge;
}

interface Refunded {
  readonly refund_id: number;
  readonly left: string;
}

async function allLeft(tx: Db, paymentId: number, currency: string): Promise<string> {
  const left = await listLeft(tx, paymentId);
  return fromMils(
    left.reduce((sum, part) => sum + part.left, 0n),
    currency,
  );
}

/** Locks the payment, so that of two refunds at once the second sees the first. */
export async function refundPayment({ db, person, mail }: Ctx, given: Refund): Promise<Refunded> {
  const { id, share_id, kind, reason, refunded_at, reference, charge } = given;
  const { status, currency } = await holdPayment(db, person, id);
  if (status.toLowerCase() !== paidStatus) throw fail('payment_not_received');
  if (currency === null) throw fail('payment_without_currency');
  if (refunded_at > (await officeDay(db))) throw wrong('refunded_at', 'date_in_future');
  const amount = amountIn(currency, 'amount', given.amount);
  const parts = await listLeft(db, id);
  const part = parts.find(({ shareId }) => shareId === share_id);
  if (part === undefined) throw share_id === null ? wrong('share_id', 'share_missing') : fail('not_found');
  if (toMils(amount) > part.left) throw wrong('amount', 'amount_above_left');
  const paid = charge === 'cancel' ? await listPaid(db, { ...part.whose, currency }) : [];
  const added = await maybeOne(
    db,
    idRow,
    sql`
      insert into refunds (refund_id, payment_id, share_id, kind, amount, reason, refunded_at, recorded_by)
      values (${reference || null}, ${id}, ${share_id}, ${kind}, ${amount}::numeric, ${reason},
        case when ${refunded_at}::date = ${officeToday} then now()
          else ${refunded_at}::timestamp at time zone ${officeZone} end,
        ${person.id})
      on conflict on constraint refunds_refund_id_unique do nothing
      returning id
    `,
  );
  if (added === null) throw fail('refund_known');
  if (charge === 'cancel' && (await cancelRefunded(db, theseRefunds([added.id]))) === 0)
    await waiveRefunded(db, { paid, amount, currency, reason, by: person.id });
  await tellRefunded(db, mail, [added.id]);
  return { refund_id: added.id, left: await allLeft(db, id, currency) };
}

const refundedRow = row({ payment_id: int });
const reversedRow = row({ reversed_at: instant.nullable() });

export async function reverseRefund({ db, person, mail }: Ctx, refundId: number): Promise<Refunded> {
  const found = await maybeOne(
    db,
    refundedRow,
    sql`select r.payment_id from refunds r where r.id = ${refundId}`,
  );
  if (found === null) throw fail('not_found');
  const { currency } = await holdPayment(db, person, found.payment_id);
  const { reversed_at } = await one(
    db,
    reversedRow,
    sql`select r.reversed_at from refunds r where r.id = ${refundId}`,
  );
  if (reversed_at !== null) throw fail('refund_reversed');
  await run(db, sql`update refunds r set reversed_at = now() where r.id = ${refundId}`);
  await restoreCharges(db, theseRefunds([refundId]));
  await tellReversed(db, mail, [refundId]);
  return { refund_id: refundId, left: await allLeft(db, found.payment_id, currency ?? '') };
}
