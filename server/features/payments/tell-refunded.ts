import { refundKinds } from '@gurukul/contract/payments';
import sql from 'sql-template-tag';
import { heldSeconds } from '#server/channels/mail/held-seconds.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import { date, int, list, money, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { payerIdOf } from '../receipts/queries.ts';

const [refund] = refundKinds;

const backRow = row({
  payment: int,
  email_id: text,
  payer_id: int.nullable(),
  currency: text,
  amount: money,
  day: date,
  refunds: list(int),
  student_ids: list(int),
  students: list(text),
  courses: list(text),
});

/** Each payment of which these refunds gave money back; a payer who took it back by their bank knows. */
const listBack = (tx: Db, refunds: readonly number[]) =>
  many(
    tx,
    backRow,
    sql`
      with back as (
        select r.payment_id, r.id, r.amount, r.refunded_at, coalesce(s.student_id, m.student_id) as student_id,
          coalesce(s.course_id, m.course_id) as course_id
        from refunds r
        join payments m on m.id = r.payment_id and lower(m.status) = 'success' and m.currency is not null
        left join payment_shares s on s.id = r.share_id
        where r.id = any(${[...refunds]}::bigint[]) and r.kind = ${refund} and r.reversed_at is null
      )
      select m.id as payment, coalesce(m.email_id, '') as email_id, ${payerIdOf(sql`m`)} as payer_id, m.currency,
        b.*
      from payments m
      join lateral (
        select sum(b.amount) as amount, (max(b.refunded_at) at time zone (select v.time_zone from provider v))::date as day,
          array_agg(b.id order by b.id) as refunds,
          coalesce(array_agg(distinct p.id) filter (where p.id is not null), '{}') as student_ids,
          coalesce(array_agg(distinct p.fullname) filter (where p.id is not null), '{}') as students,
          coalesce(array_agg(distinct c.course_name) filter (where c.id is not null), '{}') as courses
        from back b
        left join people p on p.id = b.student_id and p.deleted_at is null
        left join courses c on c.id = b.course_id
        where b.payment_id = m.id
      ) b on b.refunds is not null
      where m.id in (select k.payment_id from back k)
      order by m.id
    `,
  );

/** One mail to the payer of each payment. It waits a minute, and lapses when the refund is taken back meanwhile. */
export async function tellRefunded(tx: Db, mail: Mailer, refunds: readonly number[]): Promise<void> {
  if (refunds.length === 0) return;
  const back = await listBack(tx, refunds);
  const payers = back.flatMap(({ payer_id }) => payer_id ?? []);
  const readers = await listMailReaders(tx, sql`select unnest(${payers}::bigint[])`);
  const mails = back.flatMap((one): Mail[] => {
    const { payer_id, student_ids, refunds: ids, amount, currency, day } = one;
    const reader = readers.find(({ person_id }) => person_id === payer_id);
    const to = reader?.email_id || one.email_id;
    if (to === '') return [];
    return [
      {
        kind: 'money_back',
        to,
        dedupeKey: `money_back:${ids.join(',')}`,
        ...(payer_id !== null && { person_id: payer_id }),
        data: {
          refunds: ids,
          about: payer_id === null ? student_ids : [payer_id],
          students: one.students.map(oneLine),
          courses: one.courses.map(oneLine),
          amount,
          currency,
          day,
        },
      },
    ];
  });
  await mail.enqueueMany(tx, mails, { heldSeconds });
}
