import { openStates, waivedReasons } from '@gurukul/contract/ledger';
import type { CreditUse, Ledger } from '@gurukul/contract/ledger';
import sql from 'sql-template-tag';
import { bool, date, instant, int, list, money, oneOf, row, text } from '#server/db/columns.ts';
import { dues, stateOfOpen } from '#server/db/due-money.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import { siblingsOf } from '../likeness/siblings.ts';
import { shown, shownSums } from './amounts.ts';
import { studentInReach } from './reach.ts';
import { wasCharged } from './status.ts';

export const sums = {
  currency: text,
  charged: money,
  waived: money,
  received: money,
  refunded: money,
  open: money,
  credit: money,
};

export const duesShape = { due: money, overdue: money, later: money };

/** Which ledger a row is of. */
const place = { course_id: int, currency: text };

const balanceRow = row({ course_id: int, course_name: text, is_enrolled: bool, ...sums, ...duesShape });

/**
 * From the rows themselves, not from the stored sums; also those of which all charges are canceled. Where nothing was
 * ever charged, what was received is no credit.
 */
const listBalances = (db: Db, person: Person, studentId: number) =>
  many(
    db,
    balanceRow,
    sql`
      select l.course_id, c.course_name, l.currency, l.charged, l.waived, l.received, l.refunded, l.open,
        case when l.was_charged then l.credit else 0 end as credit, dues.*, exists (
          select from enrolments e
          where e.student_id = ${studentId} and e.course_id = l.course_id and e.ended_on is null
        ) as is_enrolled
      from (
        select t.student_id, t.course_id, t.currency, coalesce(b.charged, 0) as charged, coalesce(b.waived, 0) as waived,
          coalesce(b.received, 0) as received, coalesce(b.refunded, 0) as refunded, coalesce(b.open, 0) as open,
          coalesce(b.credit, 0) as credit, s.open_since, ${wasCharged(sql`t`)} as was_charged
        from (
          select h.student_id, h.course_id, h.currency from charges h where h.student_id = ${studentId}
          union
          select e.student_id, e.course_id, e.currency from ledger_entries e where e.student_id = ${studentId}
        ) t
        left join balances b
          on b.student_id = t.student_id and b.course_id = t.course_id and b.currency = t.currency
        left join ledger_sums s
          on s.student_id = t.student_id and s.course_id = t.course_id and s.currency = t.currency
      ) l
      join courses c on c.id = l.course_id and c.deleted_at is null
      cross join ${dues}
      where ${ownCourses(person)}
      order by is_enrolled desc, c.course_name, l.course_id, l.currency
    `,
  );

const chargeRow = row({
  ...place,
  charge_id: int,
  part: int,
  parts: int,
  due_on: date,
  amount: money,
  waived: money,
  open: money,
  state: oneOf(openStates).nullable(),
  note: text,
  canceled_at: instant.nullable(),
  cancel_reason: text.nullable(),
});

const listCharges = (db: Db, studentId: number) =>
  many(
    db,
    chargeRow,
    sql`
      select h.course_id, h.currency, h.id as charge_id, h.part, h.parts, h.due_on, h.amount,
        coalesce(o.waived, 0) as waived, coalesce(o.open, 0) as open,
        case when o.open > 0 then ${stateOfOpen(sql`h.due_on`)} end as state, h.note, h.canceled_at, h.cancel_reason
      from charges h
      left join open_charges o on o.charge_id = h.id and o.student_id = ${studentId}
      where h.student_id = ${studentId}
      order by h.due_on, h.id
    `,
  );

const waiverRow = row({
  ...place,
  waiver_id: int,
  covers: list(int),
  amount: money,
  reason: oneOf(waivedReasons),
  sponsor: text,
  note: text,
  created_at: instant,
  created_by: text.nullable(),
});

const listWaivers = (db: Db, studentId: number) =>
  many(
    db,
    waiverRow,
    sql`
      select h.course_id, h.currency, min(w.id) as waiver_id, array_agg(h.part order by w.id) as covers,
        sum(w.amount) as amount, w.reason, w.sponsor, w.note, w.created_at, p.fullname as created_by
      from charges h
      join waivers w on w.charge_id = h.id and w.canceled_at is null
      left join people p on p.id = w.created_by
      where h.student_id = ${studentId} and h.canceled_at is null
      group by h.course_id, h.currency, w.created_at, w.created_by, w.reason, w.sponsor, w.note, p.id
      order by w.created_at, min(w.id)
    `,
  );

const paymentRow = row({
  ...place,
  id: int,
  payment_id: text,
  paid_at: instant,
  amount: money,
  method: text.nullable(),
  is_share: bool,
  receipt: text.nullable(),
});

const listPayments = (db: Db, studentId: number) =>
  many(
    db,
    paymentRow,
    sql`
      select e.course_id, e.currency, m.id, m.payment_id, m.paid_at, e.amount, m.method,
        exists (select from payment_shares s where s.payment_id = m.id) as is_share, (
          select concat_ws('/', r.series, r.year, r.number) from receipts r
          where r.payment_id = m.id and r.voided_at is null
        ) as receipt
      from ledger_entries e
      join payments m on m.id = e.id
      where e.kind = 'payment' and e.student_id = ${studentId}
      order by m.paid_at, m.id
    `,
  );

const refundRow = row({
  ...place,
  id: int,
  of: int,
  kind: oneOf(['refund', 'dispute']),
  amount: money,
  reason: text,
  refunded_at: instant,
});

const listRefunds = (db: Db, studentId: number) =>
  many(
    db,
    refundRow,
    sql`
      select e.course_id, e.currency, r.id, r.payment_id as "of", r.kind, e.amount, r.reason, r.refunded_at
      from ledger_entries e
      join refunds r on r.id = e.id
      where e.kind = 'refund' and e.student_id = ${studentId}
      order by r.refunded_at, r.id
    `,
  );

const useRow = row({
  user_id: int,
  fullname: text,
  course_id: int,
  course_name: text,
  currency: text,
  open: money,
});

/** What is open of the student and their siblings in the caller's courses. */
const listUses = (db: Db, person: Person, studentId: number): Promise<CreditUse[]> =>
  many(
    db,
    useRow,
    sql`
      select p.id as user_id, p.fullname, c.id as course_id, c.course_name, l.currency, l.open
      from ledger_sums l
      join people p on p.id = l.student_id and ${isStudent}
      join courses c on c.id = l.course_id and c.deleted_at is null
      where l.open > 0
        -- an array, so that each of them is looked up in the index
        and l.student_id = any(array(select ${studentId}::bigint union ${siblingsOf(studentId)}))
        and ${ownCourses(person)}
      order by p.id <> ${studentId}, p.fullname, p.id, c.course_name, l.currency
    `,
  );

const countRow = row({ count: int });

/** Received money that counts in no ledger, because nobody has said its currency. */
const countUndecided = async (db: Db, person: Person, studentId: number): Promise<number> =>
  (
    await one(
      db,
      countRow,
      sql`
        select count(*) as count
        from payments m
        join courses c on c.id = m.course_id and c.deleted_at is null
        where m.student_id = ${studentId} and m.currency is null and m.kind = 'fee' and lower(m.status) = 'success'
          and ${ownCourses(person)}
      `,
    )
  ).count;

export async function readLedgers(db: Db, person: Person, studentId: number) {
  const { fullname } = await studentInReach(db, person, studentId);
  const [balances, charges, waivers, payments, refunds, undecided] = await Promise.all([
    listBalances(db, person, studentId),
    listCharges(db, studentId),
    listWaivers(db, studentId),
    listPayments(db, studentId),
    listRefunds(db, studentId),
    countUndecided(db, person, studentId),
  ]);
  const hasCredit = balances.some(({ credit }) => Number(credit) > 0);
  const uses = hasCredit ? await listUses(db, person, studentId) : [];
  const ledgers = balances.map((balance): Ledger => {
    const { course_id, currency } = balance;
    const isOf = (one: { readonly course_id: number; readonly currency: string }) =>
      one.course_id === course_id && one.currency === currency;
    const written = <R extends { readonly amount: string }>(one: R) => ({
      ...one,
      amount: shown(one.amount, currency),
    });
    return {
      ...shownSums(balance),
      charges: charges.filter(isOf).map((one) => ({
        ...written(one),
        waived: shown(one.waived, currency),
        open: shown(one.open, currency),
      })),
      waivers: waivers.filter(isOf).map(written),
      payments: payments.filter(isOf).map(written),
      refunds: refunds.filter(isOf).map(written),
      can: { waive: Number(balance.open) > 0, use_credit: Number(balance.credit) > 0 },
    };
  });
  return {
    user_id: studentId,
    fullname,
    ledgers,
    undecided,
    uses: uses.map((use) => ({ ...use, open: shown(use.open, use.currency) })),
  };
}
