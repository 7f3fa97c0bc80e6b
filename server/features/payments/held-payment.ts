import { voidStatus } from '@gurukul/contract/payments';
import { toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, money, row, text } from '#server/db/columns.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownPayments } from './reach.ts';

const heldRow = row({
  id: int,
  payment_id: text,
  course_id: int.nullable(),
  student_id: int.nullable(),
  amount: money,
  currency: text.nullable(),
  status: text,
});
export type HeldPayment = RowOf<typeof heldRow>;

/** Locks the payment until the transaction ends. Throws `not_found` for one out of reach, `already_void`. */
export async function holdPayment(tx: Db, person: Person, id: number): Promise<HeldPayment> {
  const held = await maybeOne(
    tx,
    heldRow,
    sql`
      select m.id, m.payment_id, m.course_id, m.student_id, m.amount, m.currency, m.status
      from payments m
      where m.id = ${id} and ${ownPayments(person)}
      for update
    `,
  );
  if (held === null) throw fail('not_found');
  if (held.status === voidStatus) throw fail('already_void');
  return held;
}

const leftRow = row({
  share_id: int.nullable(),
  student_id: int.nullable(),
  course_id: int.nullable(),
  amount: money,
  refunded: money,
});

interface Remainder {
  /** Null: the whole payment. */
  readonly shareId: number | null;
  /** Whom it is for. */
  readonly whose: { readonly student_id: number | null; readonly course_id: number | null };
  /** In thousandths. */
  readonly left: bigint;
}

/** What can still go back, of each share, or of a payment without shares. */
export async function listLeft(db: Db, paymentId: number): Promise<Remainder[]> {
  const rows = await many(
    db,
    leftRow,
    sql`
      select s.id as share_id, coalesce(s.student_id, m.student_id) as student_id,
        coalesce(s.course_id, m.course_id) as course_id, coalesce(s.amount, m.amount) as amount, (
          select coalesce(sum(r.amount), 0) from refunds r
          where r.payment_id = m.id and r.reversed_at is null and (s.id is null or r.share_id = s.id)
        ) as refunded
      from payments m
      left join payment_shares s on s.payment_id = m.id
      where m.id = ${paymentId}
      order by s.id
    `,
  );
  return rows.map(({ share_id, amount, refunded, ...whose }) => ({
    shareId: share_id,
    whose,
    left: toMils(amount) - toMils(refunded),
  }));
}
