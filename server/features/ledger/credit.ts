import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { idRow, int, money, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, one, run } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { siblingsOf } from '../likeness/siblings.ts';
import { stored, takenFrom } from './amounts.ts';
import { lockLedgers, studentInReach } from './reach.ts';
import { wasCharged } from './status.ts';

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
      select b.open, case when ${wasCharged(sql`b`)} then b.credit else 0 end as credit
      from balances b
      where b.student_id = ${user_id} and b.course_id = ${course_id} and b.currency = ${currency}
    `,
  );

const sourceRow = row({
  id: int,
  /** Null: the whole payment is of this ledger. */
  share_id: int.nullable(),
  amount: money,
  /** What of it did not go back. */
  remaining: money,
});
type Source = RowOf<typeof sourceRow>;

/** The payments of a ledger, or their shares, newest first. */
const listSources = (db: Db, { user_id, course_id }: Pair, currency: string) =>
  many(
    db,
    sourceRow,
    sql`
      select found.*, found.amount - coalesce((
          select sum(r.amount) from refunds r
          where r.payment_id = found.id and r.share_id is not distinct from found.share_id and r.reversed_at is null
        ), 0) as remaining
      from (
        select m.id, s.id as share_id, coalesce(s.amount, m.amount) as amount
        from payments m
        left join payment_shares s on s.payment_id = m.id
        where m.id in (
            select e.id from ledger_entries e
            where e.kind = 'payment'
              and e.student_id = ${user_id} and e.course_id = ${course_id} and e.currency = ${currency}
          )
          and coalesce(s.student_id, m.student_id) = ${user_id} and coalesce(s.course_id, m.course_id) = ${course_id}
        order by m.paid_at desc, m.id desc, s.id
      ) found
    `,
  );

const isSibling = async (db: Db, studentId: number, otherId: number): Promise<boolean> =>
  (await maybeOne(
    db,
    row({ id: int }),
    sql`select p.id from people p where p.id = ${otherId} and p.id in (${siblingsOf(studentId)})`,
  )) !== null;

/** Gives credit to another course of the student, or to a sibling: the payments that it comes from get shares. */
export async function passCredit({ db, person }: Ctx, use: Use): Promise<void> {
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

  const sources = await listSources(db, use, currency);
  const parts = takenFrom(
    amount,
    sources.map(({ remaining }) => toMils(remaining)),
  );
  if (parts.reduce((sum, part) => sum + part, 0n) < amount) throw new Error('credit without payments');
  for (const [index, source] of sources.entries()) {
    const part = parts[index]!;
    if (part === 0n) continue;
    await run(db, sql`select id from payments where id = ${source.id} for no key update`);
    await giveShare(db, use, source, fromMils(part, currency));
  }
}

/** Takes a part of the payment from one ledger, and gives it to the other. */
async function giveShare(
  db: Db,
  { user_id, course_id, to }: Use,
  source: Source,
  part: string,
): Promise<void> {
  const { id, share_id, amount } = source;
  const isWhole = toMils(amount) === toMils(part);
  if (share_id !== null && isWhole) {
    await run(
      db,
      sql`
        update payment_shares set student_id = ${to.user_id}, course_id = ${to.course_id} where id = ${share_id}
      `,
    );
    return;
  }
  if (share_id !== null) {
    await run(db, sql`update payment_shares set amount = amount - ${part}::numeric where id = ${share_id}`);
  } else if (!isWhole) {
    const kept = await one(
      db,
      idRow,
      sql`
        insert into payment_shares (payment_id, student_id, course_id, amount)
        values (${id}, ${user_id}, ${course_id}, ${amount}::numeric - ${part}::numeric)
        returning id
      `,
    );
    // What went back of the payment went back of this share.
    await run(db, sql`update refunds set share_id = ${kept.id} where payment_id = ${id}`);
  }
  await run(
    db,
    sql`
      insert into payment_shares (payment_id, student_id, course_id, amount)
      values (${id}, ${to.user_id}, ${to.course_id}, ${part})
    `,
  );
}
