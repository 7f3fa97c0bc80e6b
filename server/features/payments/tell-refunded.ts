import { refundKinds } from '@gurukul/contract/payments';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { heldSeconds } from '#server/channels/mail/held-seconds.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { listMailReaders } from '#server/channels/mail/readers.ts';
import type { Mail } from '#server/channels/mail/templates.ts';
import { oneLine } from '#server/channels/mail/templates.ts';
import type { RowOf } from '#server/db/columns.ts';
import { date, idRow, int, list, money, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import type { Ctx } from '#server/http/handlers.ts';
import { payerIdOf } from '../receipts/queries.ts';

const [refund] = refundKinds;

/** In days: how long a refund is news. What is older came with old payments, and its payer knows. */
const newsDays = 7;

/** The day of a refund is not known where a file does not say it. Then it is no news. */
export const isRefundNews = (at: string | null, now: Date): boolean =>
  at !== null && now.getTime() - Date.parse(at) < newsDays * 86_400_000;

const isNews = sql`r.refunded_at > now() - ${newsDays}::integer * interval '1 day'`;

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

/** Each payment of which these `refunds r` gave money back; a payer who took it back by their bank knows. */
const listBack = (tx: Db, refunds: Sql) =>
  many(
    tx,
    backRow,
    sql`
      with back as (
        select r.payment_id, r.id, r.amount, r.refunded_at, coalesce(s.student_id, m.student_id) as student_id,
          coalesce(s.course_id, m.course_id) as course_id
        from ${refunds}
        join payments m on m.id = r.payment_id and lower(m.status) = 'success' and m.currency is not null
        left join payment_shares s on s.id = r.share_id
        where r.kind = ${refund}
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

type Back = RowOf<typeof backRow>;

const dataOf = ({ payer_id, student_ids, students, courses, refunds, amount, currency, day }: Back) => ({
  refunds,
  about: payer_id === null ? student_ids : [payer_id],
  students: students.map(oneLine),
  courses: courses.map(oneLine),
  amount,
  currency,
  day,
});

/** One mail to the payer of each payment. It waits a minute, and lapses when the refund is taken back meanwhile. */
export async function tellRefunded(tx: Db, mail: Mailer, refunds: readonly number[]): Promise<void> {
  if (refunds.length === 0) return;
  const back = await listBack(
    tx,
    sql`(
      select r.* from refunds r
      where r.id = any(${[...refunds]}::bigint[]) and r.reversed_at is null and ${isNews}
    ) r`,
  );
  const payers = back.flatMap(({ payer_id }) => payer_id ?? []);
  const readers = await listMailReaders(tx, sql`select unnest(${payers}::bigint[])`);
  const mails = back.flatMap((one): Mail[] => {
    const { payer_id, refunds: ids } = one;
    const reader = readers.find(({ person_id }) => person_id === payer_id);
    const to = reader?.email_id || one.email_id;
    if (to === '') return [];
    return [
      {
        kind: 'money_back',
        to,
        dedupeKey: `money_back:${ids.join(',')}`,
        ...(payer_id !== null && { person_id: payer_id }),
        data: dataOf(one),
      },
    ];
  });
  await mail.enqueueMany(tx, mails, { heldSeconds });
}

const toldRow = row({ recipient: text, person_id: int.nullable(), refunds: list(int) });

/** The mails about these refunds that left, or may have. The others lapse. */
const listTold = (tx: Db, refunds: readonly number[]) =>
  many(
    tx,
    toldRow,
    sql`
      select m.recipient, m.person_id, array(
          select r.id from unnest(${[...refunds]}::bigint[]) r (id) where r.id::text = any(told.refunds)
        ) as refunds
      from mails m
      cross join string_to_array(substr(m.dedupe_key, length('money_back:') + 1), ',') told (refunds)
      where m.kind = 'money_back' and told.refunds && ${[...refunds]}::text[]
        and (m.sent_at is not null and m.sealed is null or m.state = 'queued' and m.handed_over_at is not null)
      order by m.id
      for update of m
    `,
  );

/** Who read that money went back hears that it did not. The refunds may be gone by now, as after an Undo. */
export async function tellReversed(tx: Db, mail: Mailer, refunds: readonly number[]): Promise<number> {
  if (refunds.length === 0) return 0;
  const mails: Mail[] = [];
  for (const { recipient, person_id, refunds: ids } of await listTold(tx, refunds)) {
    const asTold = sql`(
      select r.* from audit_entries e cross join lateral jsonb_populate_record(null::refunds, e.after) r
      where e.table_name = 'refunds' and e.action = 'insert' and e.row_id = any(${ids.map(String)}::text[])
    ) r`;
    for (const one of await listBack(tx, asTold)) {
      mails.push({
        kind: 'money_back',
        to: recipient,
        dedupeKey: `money_back:${one.refunds.join(',')}:not`,
        ...(person_id !== null && { person_id }),
        data: { ...dataOf(one), is_not: true },
      });
    }
  }
  return mail.enqueueMany(tx, mails, { heldSeconds });
}

/** After an Undo of a refund. */
export async function tellOfUndoneRefund({ db, mail }: Ctx, changeId: number): Promise<number> {
  const undone = await many(
    db,
    idRow,
    sql`
      select e.row_id::bigint as id from audit_entries e
      where e.change_id = ${changeId} and e.table_name = 'refunds' and e.action = 'insert'
    `,
  );
  return tellReversed(
    db,
    mail,
    undone.map(({ id }) => id),
  );
}
