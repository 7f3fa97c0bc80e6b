import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { date, int, row, signedMoney, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many } from '#server/db/rows.ts';
import { officeZone } from '#server/time/office-clock.ts';
import { spreadsheet } from '#server/http/answers/spreadsheet.ts';
import type { Cell } from '#server/http/answers/spreadsheet.ts';

/*
 * The double-entry journal of a month. Every entry consists of pairs: one amount that one account receives and another
 * gives. So each entry balances, in its own currency. Days are those of the provider's clock, as in the
 * list of payments.
 *
 * A month that is over does not change by a void: what is canceled, voided or reversed in the month of its entry is in no
 * journal; later, it is reversed on the day of the cancellation. A payment that corrects one of an earlier month stands on
 * the day of the correction.
 */

const headers = ['Date', 'Entry', 'Account', 'Debit', 'Credit', 'Currency', 'Reference', 'Memo'] as const;

const pair = row({
  day: date,
  /** The kind of the entry; beyond 10 it is reversed. */
  step: int,
  id: int,
  part: int,
  debit: text,
  credit: text,
  amount: signedMoney,
  currency: text.nullable(),
  reference: text,
  memo: text,
});
type Pair = RowOf<typeof pair>;

const kinds = ['', 'charge', 'waiver', 'payment', 'refund', 'ticket', 'settlement'];

const day = (instant: Sql) => sql`(${instant} at time zone ${officeZone})::date`;

/** Where the money of a payment is. What came from a file or a service without a method is with the payment service. */
const account = sql`
  case m.method when 'cash' then 'Cash' when 'upi' then 'UPI' when 'bank' then 'Bank' when 'cheque' then 'Cheques'
    else 'Gateway' end`;

/** The days that are asked for: of the month, from `from` on. */
interface Days {
  /** The first of the month. */
  readonly first: string;
  readonly from: string;
}

const within = (instant: Sql, { first, from }: Days) => sql`(
  ${instant} >= ${from}::timestamp at time zone ${officeZone}
  and ${instant} < (${first}::date + interval '1 month') at time zone ${officeZone}
)`;

/** Only success is received money. What is void now was received until then. */
const wasReceived = sql`lower(m.status) in ('success', 'void')`;

const payer = sql`case m.kind when 'donation' then 'Donations' else 'Receivables' end`;

/**
 * Every pair of accounts that may be of the month, with the day from which it stands, and that on which it was reversed.
 * The conditions on instants leave out other days before anything else is looked up.
 */
const entries = (days: Days) => sql`
  select 1 as step, c.id, 1 as part, c.due_on as begun, ${day(sql`c.canceled_at`)} as ended, 'Receivables' as debit,
    'Fees' as credit, c.amount, c.currency, 'charge ' || c.id as reference, p.fullname || ' · ' || k.course_name as memo
  from charges c join people p on p.id = c.student_id join courses k on k.id = c.course_id
  where c.due_on >= ${days.from}::date and c.due_on < ${days.first}::date + interval '1 month'
    or ${within(sql`c.canceled_at`, days)}
  union all
  select 2, w.id, 1, ${day(sql`w.created_at`)}, ${day(sql`least(w.canceled_at, c.canceled_at)`)}, 'Waivers',
    'Receivables', w.amount, c.currency, 'charge ' || c.id, p.fullname || ' · ' || w.reason
  from waivers w join charges c on c.id = w.charge_id join people p on p.id = c.student_id
  where ${within(sql`w.created_at`, days)} or ${within(sql`w.canceled_at`, days)}
    or ${within(sql`c.canceled_at`, days)}
  union all
  select 3, m.id, 1,
    case
      when m.corrects is not null
        and date_trunc('month', ${day(sql`m.created_at`)}) > date_trunc('month', ${day(sql`m.paid_at`)})
        then ${day(sql`m.created_at`)}
      else ${day(sql`m.paid_at`)}
    end,
    v.voided, ${account}, ${payer}, m.amount, m.currency, m.payment_id,
    concat_ws(' · ', nullif(m.full_name, ''), c.course_name, nullif(m.campaign, ''))
  from payments m
  left join courses c on c.id = m.course_id
  left join lateral (
    select ${day(sql`min(e.at)`)} as voided
    from audit_entries e
    where lower(m.status) = 'void'
      and e.table_name = 'payments' and e.row_id = m.id::text and lower(e.after ->> 'status') = 'void'
  ) v on true
  where ${wasReceived}
    and (
      ${within(sql`m.paid_at`, days)}
      or (m.corrects is not null and ${within(sql`m.created_at`, days)})
      or (lower(m.status) = 'void' and m.paid_at < ${days.from}::timestamp at time zone ${officeZone})
    )
    -- a void payment of which nobody knows when it became so
    and (lower(m.status) = 'success' or v.voided is not null)
  union all
  select 4, r.id, 1, ${day(sql`r.refunded_at`)}, ${day(sql`r.reversed_at`)}, ${payer}, ${account}, r.amount, m.currency,
    coalesce(r.refund_id, m.payment_id), concat_ws(' · ', nullif(m.full_name, ''), nullif(r.reason, ''))
  from refunds r join payments m on m.id = r.payment_id
  where ${wasReceived} and (${within(sql`r.refunded_at`, days)} or ${within(sql`r.reversed_at`, days)})
  union all
  select 5, t.id, 1, ${day(sql`t.created_at`)}, null, 'Gateway', 'Tickets', t.amount, t.currency, t.payment_id, t.name
  from ticket_payments t
  where lower(t.status) = 'success' and ${within(sql`t.created_at`, days)}
  union all
  select 6, s.id, x.part, coalesce(s.paid_on, ${day(sql`s.saved_at`)}), null, x.debit, x.credit, x.amount, s.currency,
    s.payout_id, concat_ws(' · ', s.service, nullif(s.utr, ''))
  from settlements s
  cross join lateral (values
    (1, 'Bank', 'Gateway', s.payout),
    (2, 'Gateway fees', 'Gateway', s.fees - s.tax),
    (3, 'Tax on gateway fees', 'Gateway', s.tax),
    (4, 'Gateway', 'Gateway adjustments', s.adjustments)
  ) x (part, debit, credit, amount)
  where s.service <> 'bank'`;

const pageSize = 5000;

/** The next pairs of the month after the last one. */
const readPairs = (db: Db, first: string, last: Pair | undefined): Promise<Pair[]> =>
  many(
    db,
    pair,
    sql`
      select p.day, p.step, e.id, e.part, p.debit, p.credit, e.amount, e.currency, e.reference, e.memo
      from (${entries({ first, from: last?.day ?? first })}) e
      cross join lateral (values
        (e.begun, e.step, e.debit, e.credit, e.ended is null or e.ended >= ${first}::date + interval '1 month'),
        (e.ended, e.step + 10, e.credit, e.debit, e.begun < ${first}::date)
      ) p (day, step, debit, credit, stands)
      where p.day >= ${first}::date and p.day < ${first}::date + interval '1 month' and p.stands and e.amount <> 0
        and (p.day, p.step, e.id, e.part) > (${last?.day ?? '-infinity'}::date, ${last?.step ?? 0}::integer,
          ${last?.id ?? 0}::bigint, ${last?.part ?? 0}::integer)
      order by p.day, p.step, e.id, e.part
      limit ${pageSize}
    `,
  );

function linesOfPair({
  day: on,
  step,
  id,
  debit,
  credit,
  amount,
  currency,
  reference,
  memo,
}: Pair): Cell[][] {
  const isReversed = step > 10;
  const entry = `${kinds[step % 10]} ${id}${isReversed ? ' reversed' : ''}`;
  const isNegative = amount.startsWith('-');
  const size = isNegative ? amount.slice(1) : amount;
  const [to, from] = isNegative ? [credit, debit] : [debit, credit];
  const rest = [
    currency ?? '',
    reference,
    currency === null ? `${memo} (nobody has decided the currency)` : memo,
  ] as const;
  return [
    [on, entry, to, size, '', ...rest],
    [on, entry, from, '', size, ...rest],
  ];
}

/** All pairs of the month, a page at a time. */
async function* pagesOf(db: Db, month: string, begin: readonly Pair[]): AsyncGenerator<readonly Pair[]> {
  let pairs = begin;
  while (pairs.length > 0) {
    yield pairs;
    if (pairs.length < pageSize) return;
    pairs = await readPairs(db, `${month}-01`, pairs.at(-1));
  }
}

async function* linesOf(db: Db, month: string, begin: readonly Pair[]): AsyncGenerator<readonly Cell[]> {
  for await (const pairs of pagesOf(db, month, begin)) {
    for (const each of pairs) yield* linesOfPair(each);
  }
}

/** What the journal of a month would have: a key for each pair. */
export async function journalKeys(db: Db, month: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const pairs of pagesOf(db, month, await readPairs(db, `${month}-01`, undefined))) {
    for (const { step, id, part } of pairs) keys.push(`${step} ${id} ${part}`);
  }
  return keys;
}

/**
 * Makes the file while it is sent, a page at a time. The first page is read before, so that an error then is still a
 * normal answer.
 */
export async function journalOf(db: Db, month: string) {
  const begin = await readPairs(db, `${month}-01`, undefined);
  return spreadsheet(
    { name: `journal-${month}`, title: 'Journal', headers, format: 'csv' },
    linesOf(db, month, begin),
  );
}
