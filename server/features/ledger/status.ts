import type { WaiverReason } from '@gurukul/contract/ledger';
import type { PaymentStatus } from '@gurukul/contract/students';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { run } from '#server/db/rows.ts';

const reasons: Readonly<Partial<Record<PaymentStatus, WaiverReason>>> = {
  Exempted: 'exempted',
  Sponsored: 'sponsored',
  'Alternate arrangements made': 'alternate',
};

/** Of an enrolment `e`: something is charged, and somebody chose a status that does not follow from it. */
export const isSetByHand = sql`(
  e.payment_by_hand and exists (
    select from ledger_sums h where h.student_id = e.student_id and h.course_id = e.course_id and h.charged > 0
  )
)`;

/** Of a student and course of the row: something was charged. Else what was received is no credit. */
export const wasCharged = (row: Sql) => sql`exists (
  select from charges h where h.student_id = ${row}.student_id and h.course_id = ${row}.course_id
)`;

/** The reason of a waiver that a payment status stands for; null for other statuses. */
export const reasonOf = (status: PaymentStatus | null): WaiverReason | null =>
  status === null ? null : (reasons[status] ?? null);

/**
 * Somebody chose a payment status. Exempted, sponsored and alternate arrangements waive all that is open; refunded cancels
 * what is charged, where no money has stayed. A status that does not follow from the ledger is set by hand from now on.
 */
export async function choosePaymentStatus(
  tx: Db,
  personId: number,
  enrolmentIds: readonly number[],
  status: PaymentStatus,
): Promise<void> {
  const reason = reasonOf(status);
  if (reason !== null) {
    const waived = await run(
      tx,
      sql`
        insert into waivers (charge_id, amount, reason, created_by)
        select o.charge_id, o.open, ${reason}, ${personId}
        from enrolments e
        cross join lateral (
          select * from open_charges o where o.student_id = e.student_id and o.course_id = e.course_id offset 0
        ) o
        where e.id = any(${enrolmentIds}::bigint[]) and o.open > 0
        order by o.charge_id
      `,
    );
    // What follows from the ledger is compared below.
    if (waived > 0) await settle(tx, enrolmentIds);
  }
  if (status === 'Refunded') {
    await cancelWithoutMoney(tx, enrolmentIds);
    await settle(tx, enrolmentIds);
  }
  await run(
    tx,
    sql`
      update enrolments e
      set payment_status = ${status}, payment_by_hand = not exists (
        select from ledger_statuses s
        where s.student_id = e.student_id and s.course_id = e.course_id and s.payment_status = ${status}
      )
      where e.id = any(${enrolmentIds}::bigint[])
    `,
  );
}

const cancelWithoutMoney = (tx: Db, enrolmentIds: readonly number[]) =>
  run(
    tx,
    sql`
      update charges h
      set canceled_at = now(), cancel_reason = 'Refunded'
      from enrolments e
      join ledger_sums l on l.student_id = e.student_id and l.course_id = e.course_id
      where e.id = any(${enrolmentIds}::bigint[]) and l.received = l.refunded and h.canceled_at is null
        and h.student_id = l.student_id and h.course_id = l.course_id and h.currency = l.currency
    `,
  );

const settle = (tx: Db, enrolmentIds: readonly number[]) =>
  run(
    tx,
    sql`
      select settle_ledger(e.student_id, e.course_id)
      from enrolments e
      where e.id = any(${enrolmentIds}::bigint[])
      order by e.student_id, e.course_id
    `,
  );
