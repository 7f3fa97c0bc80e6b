import { fromMils, toMils } from '@gurukul/contract/shared/money';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, int, money, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/problem.ts';
import { siblingsOf } from '../likeness/siblings.ts';
import { stored } from './amounts.ts';
import { lockLedgers, studentInReach } from './reach.ts';

interface Pair {
  readonly user_id: number;
  readonly course_id: number;
}

interface Use extends Pair {
  readonly currency: string;
  readonly to: Pair;
  readonly amount: string;
}

const sumRow = row({ open: money, credit: money });

const sumsOf = (db: Db, { user_id, course_id }: Pair, currency: string) =>
  maybeOne(
    db,
    sumRow,
    sql`
      select b.open, b.credit from balances b
      where b.student_id = ${user_id} and b.course_id = ${course_id} and b.currency = ${currency}
    `,
  );

const paymentRow = row({
  id: int,
  /** The whole payment. */
  amount: money,
  /** What of it is in this ledger, and did not go back. */
  remaining: money,
  has_shares: bool,
});
type PaymentLeft = RowOf<typeof paymentRow>;

/** The payments of a ledger, newest first. */
const listPayments = (db: Db, { user_id, course_id }: Pair, currency: string) =>
  many(
    db,
    paymentRow,
    sql`
      select m.id, m.amount, e.amount - coalesce((
          select sum(r.amount) from refunds r
          left join payment_shares s on s.id = r.share_id
          where r.payment_id = m.id and r.reversed_at is null
            and coalesce(s.student_id, m.student_id) = e.student_id and coalesce(s.course_id, m.course_id) = e.course_id
        ), 0) as remaining,
        exists (select from payment_shares s where s.payment_id = m.id) as has_shares
      from ledger_entries e
      join payments m on m.id = e.id
      where e.kind = 'payment'
        and e.student_id = ${user_id} and e.course_id = ${course_id} and e.currency = ${currency}
      order by m.paid_at desc, m.id desc
    `,
  );

const isSibling = async (db: Db, studentId: number, otherId: number): Promise<boolean> =>
  (await maybeOne(
    db,
    row({ id: int }),
    sql`select p.id from people p where p.id = ${otherId} and p.id in (${siblingsOf(studentId)})`,
  )) !== null;

/** Gives credit to another course of the student, or to a sibling: the payments that it comes from get shares. */
export async function useCredit({ db, person }: Ctx, use: Use): Promise<void> {
  const { to, currency } = use;
  await studentInReach(db, person, use.user_id);
  await studentInReach(db, person, to.user_id);
  await lockLedgers(db, person, [use, to]);
  if (to.user_id !== use.user_id && !(await isSibling(db, use.user_id, to.user_id))) throw fail('not_found');
  const amount = toMils(stored(use.amount, currency, 'amount'));
  const target = await sumsOf(db, to, currency);
  if (target === null || toMils(target.open) === 0n) throw fail('nothing_open');
  const source = await sumsOf(db, use, currency);
  if (amount > toMils(source?.credit ?? '0')) throw fail('more_than_credit');
  if (amount > toMils(target.open)) throw fail('more_than_open');

  let rest = amount;
  for (const payment of await listPayments(db, use, currency)) {
    const part = rest < toMils(payment.remaining) ? rest : toMils(payment.remaining);
    if (part <= 0n) continue;
    await run(db, sql`select id from payments where id = ${payment.id} for no key update`);
    await share(db, use, payment, fromMils(part, currency));
    rest -= part;
    if (rest === 0n) return;
  }
  throw new Error('credit without payments');
}

/** Takes a part of the payment from one ledger, and gives it to the other. */
async function share(db: Db, { user_id, course_id, to }: Use, payment: PaymentLeft, part: string) {
  const { id, amount } = payment;
  if (payment.has_shares) {
    await run(
      db,
      sql`
        delete from payment_shares
        where payment_id = ${id} and student_id = ${user_id} and course_id = ${course_id} and amount = ${part}::numeric
      `,
    );
    await run(
      db,
      sql`
        update payment_shares set amount = amount - ${part}::numeric
        where payment_id = ${id} and student_id = ${user_id} and course_id = ${course_id} and amount > ${part}::numeric
      `,
    );
  } else {
    await run(
      db,
      sql`
        insert into payment_shares (payment_id, student_id, course_id, amount)
        select ${id}, ${user_id}, ${course_id}, ${amount}::numeric - ${part}::numeric
        where ${amount}::numeric > ${part}::numeric
      `,
    );
    await run(
      db,
      sql`
        update refunds r set share_id = s.id
        from payment_shares s
        where r.payment_id = ${id} and r.share_id is null
          and s.payment_id = r.payment_id and s.student_id = ${user_id} and s.course_id = ${course_id}
      `,
    );
  }
  await run(
    db,
    sql`
      insert into payment_shares as s (payment_id, student_id, course_id, amount)
      values (${id}, ${to.user_id}, ${to.course_id}, ${part})
      on conflict (payment_id, student_id, course_id) do update set amount = s.amount + excluded.amount
    `,
  );
}
