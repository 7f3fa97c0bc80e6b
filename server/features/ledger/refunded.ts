import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { int, money, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { takenFrom } from './amounts.ts';

/* What becomes of the charges of which money went back. */

/** Which refunds `r`. */
export const theseRefunds = (ids: readonly number[]): Sql => sql`r.id = any(${[...ids]}::bigint[])`;
export const refundsOfUpload = (importId: number): Sql => sql`
  r.id in (select s.refund from imported_payments s where s.import_id = ${importId})
`;

/**
 * Cancels the charges of the ledgers of these refunds of which all that came has gone back: nobody asks for it again. A
 * dispute asks for it still. Call it in the transaction that writes the refunds down: `restoreCharges` finds what they
 * canceled by its instant.
 */
export const cancelRefunded = (tx: Db, which: Sql): Promise<number> =>
  run(
    tx,
    sql`
      with back as (
        select coalesce(s.student_id, m.student_id) as student_id, coalesce(s.course_id, m.course_id) as course_id,
          m.currency, max(nullif(r.reason, '')) as reason
        from refunds r
        join payments m on m.id = r.payment_id
        left join payment_shares s on s.id = r.share_id
        where ${which} and r.kind = 'refund' and r.reversed_at is null
        group by 1, 2, 3
      )
      update charges h
      set canceled_at = now(), cancel_reason = coalesce(back.reason, 'Refunded')
      from back
      join balances b
        on b.student_id = back.student_id and b.course_id = back.course_id and b.currency = back.currency
      where b.refunded > 0 and b.refunded = b.received and h.canceled_at is null
        and h.student_id = back.student_id and h.course_id = back.course_id and h.currency = back.currency
    `,
  );

/** These refunds count no more: what they canceled or waived is charged again. */
export async function restoreCharges(tx: Db, which: Sql): Promise<void> {
  await run(
    tx,
    sql`
      update waivers w
      set canceled_at = now()
      from charges h, refunds r
      join payments m on m.id = r.payment_id
      left join payment_shares s on s.id = r.share_id
      where ${which} and w.reason = 'refunded' and w.created_at = r.created_at and w.canceled_at is null
        and h.id = w.charge_id and h.student_id = coalesce(s.student_id, m.student_id)
        and h.course_id = coalesce(s.course_id, m.course_id) and h.currency = m.currency
    `,
  );
  await run(
    tx,
    sql`
      update charges h
      set canceled_at = null, cancel_reason = null
      from refunds r
      join payments m on m.id = r.payment_id
      left join payment_shares s on s.id = r.share_id
      where ${which} and h.canceled_at = r.created_at
        and h.student_id = coalesce(s.student_id, m.student_id) and h.course_id = coalesce(s.course_id, m.course_id)
        and h.currency = m.currency
        -- nobody has charged it anew
        and not exists (
          select from charges o
          where o.student_id = h.student_id and o.course_id = h.course_id and o.canceled_at is null
        )
    `,
  );
}

interface Place {
  readonly student_id: number | null;
  readonly course_id: number | null;
  readonly currency: string;
}

const paidRow = row({ charge_id: int, paid: money, credit: money });

/** What was paid of each charge, the latest first: that goes back first, behind what is credit. */
export const listPaid = (tx: Db, { student_id, course_id, currency }: Place) =>
  many(
    tx,
    paidRow,
    sql`
      select o.charge_id, o.amount - o.waived - o.open as paid, l.credit
      from open_charges o
      join ledger_sums l
        on l.student_id = o.student_id and l.course_id = o.course_id and l.currency = o.currency
      where o.student_id = ${student_id} and o.course_id = ${course_id} and o.currency = ${currency}
        and o.amount - o.waived > o.open
      order by o.due_on desc, o.charge_id desc
    `,
  );

interface Part {
  readonly paid: Awaited<ReturnType<typeof listPaid>>;
  readonly amount: string;
  readonly currency: string;
  readonly reason: string;
  readonly by: number;
}

/** Waives what a refund of a part opens, so that it is not asked again. `paid`: as it was before the refund. */
export async function waiveRefunded(tx: Db, { paid, amount, currency, reason, by }: Part): Promise<void> {
  const opened = toMils(amount) - toMils(paid[0]?.credit ?? '0');
  const parts = takenFrom(
    opened > 0n ? opened : 0n,
    paid.map((one) => toMils(one.paid)),
  );
  await run(
    tx,
    sql`
      insert into waivers (charge_id, amount, reason, note, created_by)
      select n.charge_id, n.amount, 'refunded', ${reason}, ${by}
      from unnest(
        ${paid.map(({ charge_id }) => charge_id)}::bigint[],
        ${parts.map((part) => fromMils(part, currency))}::numeric[]
      ) as n (charge_id, amount)
      where n.amount > 0
      order by n.charge_id
    `,
  );
}
