import type { PortalLanguage } from '@gurukul/contract/provider';
import { nameOfProvider, portalLanguages } from '@gurukul/contract/provider';
import type { StatementRow, StatementTotals } from '@gurukul/contract/receipts';
import { statementKinds } from '@gurukul/contract/receipts';
import { inCurrency, sumOf } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { date, int, list, money, object, oneOf, row, text } from '#server/db/columns.ts';
import { payingGuardian } from '#server/db/payer.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import { fail } from '#server/http/answers/problem.ts';
import type { Statement } from '#server/pdf/statement.ts';
import { readSettings } from '#server/provider/settings.ts';
import { mayPay, payerIdOf, payerLanguage } from './queries.ts';
import { dayIn, daysOf, yearOf } from './rules.ts';

const payerRow = row({
  fullname: text,
  language: oneOf(portalLanguages).nullable(),
  /** The guardian who pays for them. */
  paid_by: object({ user_id: int, fullname: text }).nullable(),
  /** Others who paid for them, by one payment each. */
  paid_by_others: list(object({ payment_id: int, fullname: text })),
});

const findPayer = (db: Db, id: number) =>
  maybeOne(
    db,
    payerRow,
    sql`
      select p.fullname,
        ${payerLanguage({ id: sql`p.id`, spoken: sql`p.language` })} as language, (
          select json_build_object('user_id', y.id, 'fullname', y.fullname)
          from people y
          where y.id = ${payingGuardian(sql`p.id`)}
        ) as paid_by, array(
          select json_build_object('payment_id', max(m.id), 'fullname', min(m.full_name))
          from payments m
          where (m.student_id = p.id or m.id in (select s.payment_id from payment_shares s where s.student_id = p.id))
            and lower(m.status) = 'success' and ${payerIdOf(sql`m`)} is null
          group by lower(trim(m.full_name)), lower(m.email_id)
          order by max(m.id)
        ) as paid_by_others
      from people p
      where p.id = ${id} and ${mayPay}
    `,
  );

const donorRow = row({ payer_id: int.nullable(), full_name: text });

/** Who made this payment: the person whom the portal knows, or else the name that it says. */
const findDonor = (db: Db, paymentId: number) =>
  maybeOne(
    db,
    donorRow,
    sql`select ${payerIdOf(sql`m`)} as payer_id, m.full_name from payments m where m.id = ${paymentId}`,
  );

/**
 * Whose statement it is: a person's, with the children for whom they pay; or that of somebody whom the portal does not
 * know, such as a donor, by one of their payments. Those with the same name and address are theirs, too; without an
 * address, those with the same number.
 */
export type PayerOf = { readonly user_id: number } | { readonly payment_id: number };

/** The payments `m` of the payer. Each is of one payer, so it stands on one statement. */
const isOfPayer = (payer: PayerOf): Sql =>
  'user_id' in payer
    ? sql`
        m.id in (
          select r.payment_id from receipts r where r.payer_id = ${payer.user_id} and r.voided_at is null
          union
          select o.id from payments o join of_payer f on f.id = o.student_id
          union
          select s.payment_id from payment_shares s join of_payer f on f.id = s.student_id
        ) and ${payerIdOf(sql`m`)} = ${payer.user_id}
      `
    : sql`
        (m.student_id is null or m.by_another) and ${payerIdOf(sql`m`)} is null and (
          m.id = ${payer.payment_id} or exists (
            select from payments o
            where o.id = ${payer.payment_id} and lower(trim(m.full_name)) = lower(trim(o.full_name))
              and lower(m.email_id) = lower(o.email_id)
              and (m.email_id <> '' or (m.phone_number = o.phone_number and m.phone_number <> ''))
          )
        )
      `;

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
  shares: list(object({ student: text, course_name: text, amount: text })),
});

/** Everything of all years, oldest first. */
const listMoney = (db: Db, payer: PayerOf, zone: string) =>
  many(
    db,
    foundRow,
    sql`
      with of_payer as (
        select ${'user_id' in payer ? payer.user_id : null}::bigint as id
        union
        select g.student_id from guardians g where g.guardian_id = ${'user_id' in payer ? payer.user_id : null}
      ), paid as (
        select m.*
        from payments m
        where lower(m.status) = 'success' and m.currency is not null and ${isOfPayer(payer)}
      ), moved as (
        select case m.kind when 'donation' then 'donation' else 'payment' end as kind, m.id as payment,
          m.paid_at as at, m.amount, 0 as place, null::bigint as share
        from paid m
        union all
        select 'refund', m.id, f.refunded_at, f.amount, f.id, f.share_id
        from paid m
        join refunds f on f.payment_id = m.id and f.reversed_at is null
      )
      select v.kind, v.payment, (v.at at time zone ${zone})::date as on_day, m.campaign, v.amount, m.currency,
        coalesce(
          (
            select string_agg(distinct p.fullname, ', ')
            from payment_shares s join people p on p.id = s.student_id
            where s.payment_id = m.id and (v.share is null or s.id = v.share)
          ),
          (select p.fullname from people p where p.id = m.student_id)
        ) as student,
        coalesce(
          (
            select string_agg(distinct c.course_name, ', ')
            from payment_shares s join courses c on c.id = s.course_id
            where s.payment_id = m.id and (v.share is null or s.id = v.share)
          ),
          (select c.course_name from courses c where c.id = m.course_id)
        ) as course_name,
        (
          select r.series || '/' || r.year || '/' || r.number
          from receipts r
          where r.payment_id = m.id and r.voided_at is null
        ) as receipt, array(
          select json_build_object('student', p.fullname, 'course_name', c.course_name, 'amount', s.amount::text)
          from payment_shares s
          join people p on p.id = s.student_id
          join courses c on c.id = s.course_id
          where s.payment_id = m.id and v.kind <> 'refund'
          order by s.id
        ) as shares
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
    const [received, donated, refunded] = [of('payment'), of('donation'), of('refund')];
    return {
      currency,
      received,
      donated,
      refunded,
      net: sumOf([received, donated, `-${refunded}`], currency),
    };
  });
}

/** The payer, and their name; a payment leads to its payer. Throws `not_found`. */
async function findWhose(db: Db, whose: PayerOf) {
  const donor = 'payment_id' in whose ? await findDonor(db, whose.payment_id) : null;
  const payerOf = donor?.payer_id ? { user_id: donor.payer_id } : whose;
  const payer =
    'user_id' in payerOf
      ? await findPayer(db, payerOf.user_id)
      : donor && { fullname: donor.full_name, language: null, paid_by: null, paid_by_others: [] };
  if (payer === null) throw fail('not_found');
  return { payerOf, payer };
}

/** What a payer paid in a year of receipts, on the provider's clock. Without a year: the present one. */
export async function readStatement(
  db: Db,
  whose: PayerOf,
  asked: { readonly year?: string | undefined; readonly language?: PortalLanguage | undefined },
  now = new Date(),
) {
  const { payerOf, payer } = await findWhose(db, whose);
  const provider = await readSettings(db);
  const { time_zone, receipt_year_start: start } = provider;
  const today = dayIn(time_zone, now);
  const year =
    asked.year === undefined ? yearOf(today, start) : yearOf(daysOf(asked.year, start).from, start);
  const { from, to } = daysOf(year, start);
  const all = (await listMoney(db, payerOf, time_zone)).map(({ shares, ...found }) => {
    const written = (amount: string) => inCurrency(amount, found.currency) ?? amount;
    return {
      ...found,
      amount: written(found.amount),
      shares: shares.length > 1 ? shares.map((one) => ({ ...one, amount: written(one.amount) })) : [],
    };
  });
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
  return {
    statement,
    years: [...years].toSorted().toReversed(),
    paid_by: payer.paid_by,
    paid_by_others: payer.paid_by_others,
  };
}
