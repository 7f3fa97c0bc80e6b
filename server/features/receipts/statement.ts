import type { PortalLanguage } from '@gurukul/contract/provider';
import { nameOfProvider, portalLanguages } from '@gurukul/contract/provider';
import type { StatementRow, StatementTotals } from '@gurukul/contract/receipts';
import { statementKinds } from '@gurukul/contract/receipts';
import { inCurrency, sumOf } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { date, int, money, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Statement } from '#server/pdf/statement.ts';
import { readSettings } from '#server/provider/settings.ts';
import { mayPay, payerLanguage } from './queries.ts';
import { dayIn, daysOf, yearOf } from './rules.ts';

const payerRow = row({ fullname: text, language: oneOf(portalLanguages).nullable() });

const findPayer = (db: Db, id: number) =>
  maybeOne(
    db,
    payerRow,
    sql`
      select p.fullname,
        ${payerLanguage({ id: sql`p.id`, spoken: sql`p.language` })} as language
      from people p
      where p.id = ${id} and ${mayPay}
    `,
  );

/** Received payments with a currency of this person, and of the children they pay for. */
const paymentsOf = (payerId: number): Sql => sql`
  select m.*
  from payments m
  where lower(m.status) = 'success' and m.currency is not null and (
    m.student_id in (select of_payer.id from of_payer)
    or m.id in (select s.payment_id from payment_shares s where s.student_id in (select of_payer.id from of_payer))
    or m.id in (select r.payment_id from receipts r where r.payer_id = ${payerId} and r.voided_at is null)
  )`;

const foundRow = row({
  kind: oneOf(statementKinds),
  payment: int,
  on_day: date,
  student: text.nullable(),
  course_name: text.nullable(),
  campaign: text,
  amount: money,
  currency: text,
  receipt: text.nullable(),
});

/** Everything of all years, oldest first. */
const listMoney = (db: Db, payerId: number, zone: string) =>
  many(
    db,
    foundRow,
    sql`
      with of_payer as (
        select ${payerId}::bigint as id
        union
        select g.student_id from guardians g where g.guardian_id = ${payerId} and g.pays
      ), paid as (
        ${paymentsOf(payerId)}
      ), moved as (
        select case m.kind when 'donation' then 'donation' else 'payment' end as kind, m.id as payment,
          m.paid_at as at, m.amount, 0 as place
        from paid m
        union all
        select 'refund', m.id, f.refunded_at, f.amount, f.id
        from paid m
        join refunds f on f.payment_id = m.id and f.reversed_at is null
      )
      select v.kind, v.payment, (v.at at time zone ${zone})::date as on_day, m.campaign, v.amount, m.currency,
        coalesce(
          (
            select string_agg(distinct p.fullname, ', ')
            from payment_shares s join people p on p.id = s.student_id
            where s.payment_id = m.id
          ),
          (select p.fullname from people p where p.id = m.student_id)
        ) as student,
        coalesce(
          (
            select string_agg(distinct c.course_name, ', ')
            from payment_shares s join courses c on c.id = s.course_id
            where s.payment_id = m.id
          ),
          (select c.course_name from courses c where c.id = m.course_id)
        ) as course_name,
        (
          select r.series || '/' || r.year || '/' || r.number
          from receipts r
          where r.payment_id = m.id and r.voided_at is null
        ) as receipt
      from moved v
      join paid m on m.id = v.payment
      order by v.at, v.payment, v.place
    `,
  );

function totalsOf(rows: readonly StatementRow[]): StatementTotals[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, its]) => {
    const of = (kind: StatementRow['kind']) =>
      sumOf(
        its.filter((each) => each.kind === kind).map(({ amount }) => amount),
        currency,
      );
    return { currency, received: of('payment'), donated: of('donation'), refunded: of('refund') };
  });
}

/** What a payer paid in a year of receipts, on the provider's clock. Without a year: the present one. */
export async function readStatement(
  db: Db,
  payerId: number,
  asked: { readonly year?: string | undefined; readonly language?: PortalLanguage | undefined },
  now = new Date(),
) {
  const payer = await findPayer(db, payerId);
  if (payer === null) throw fail('not_found');
  const provider = await readSettings(db);
  const { time_zone, receipt_year_start: start } = provider;
  const today = dayIn(time_zone, now);
  const year =
    asked.year === undefined ? yearOf(today, start) : yearOf(daysOf(asked.year, start).from, start);
  const { from, to } = daysOf(year, start);
  const all = (await listMoney(db, payerId, time_zone)).map((found) => ({
    ...found,
    amount: inCurrency(found.amount, found.currency) ?? found.amount,
  }));
  const rows = all.filter(({ on_day }) => on_day >= from && on_day <= to);
  const years = new Set([yearOf(today, start), ...all.map(({ on_day }) => yearOf(on_day, start))]);
  const statement: Statement = {
    provider: {
      name: nameOfProvider(provider),
      address: provider.address,
      registration: provider.registration,
    },
    language: asked.language ?? payer.language ?? 'en',
    payer: payer.fullname,
    year,
    from,
    to,
    made_on: today,
    rows,
    totals: totalsOf(rows),
  };
  return { statement, years: [...years].toSorted().toReversed() };
}
