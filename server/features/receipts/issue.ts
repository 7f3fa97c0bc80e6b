import { nameOfProvider, portalLanguages } from '@gurukul/contract/provider';
import type { PortalLanguage } from '@gurukul/contract/provider';
import type { Spelling } from '@gurukul/contract/receipts';
import { paidStatus } from '@gurukul/contract/payments';
import { inCurrency } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { idRow, instant, int, list, money, object, oneOf, row, text } from '#server/db/columns.ts';
import { maybeOne, one } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import type { Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { ReceiptContent } from '#server/pdf/content.ts';
import { readSettings } from '#server/provider/settings.ts';
import { payerIdOf, payerLanguage, studentOf } from './queries.ts';
import { dayIn, seriesOf, yearOf } from './rules.ts';
import { spelled } from './spelled.ts';

const paidRow = row({
  id: int,
  payment_id: text,
  kind: oneOf(['fee', 'donation']),
  status: text,
  amount: money,
  currency: text.nullable(),
  campaign: text,
  method: text.nullable(),
  full_name: text,
  paid_at: instant,
  receipt_id: int.nullable(),
  payer_id: int.nullable(),
  /** Of a guardian who pays. */
  guardian: text.nullable(),
  language: oneOf(portalLanguages).nullable(),
  students: list(text),
  courses: list(text),
  shares: list(object({ student: text, course: text, amount: text })),
});

/** The payment, locked, with everything that its receipt names. Null: there is none, or it is out of reach. */
const lockPaid = (tx: Db, person: Person, id: number) =>
  maybeOne(
    tx,
    paidRow,
    sql`
      with paid as (
        select m.*
        from payments m
        left join courses c on c.id = m.course_id
        where m.id = ${id}
          and (c.id is not null or ${person.role === 'admin'}) and ${ownCourses(person)}
          and (c.deleted_at is null or ${person.role === 'admin'})
        for no key update of m
      ), shared as (
        select m.student_id, m.course_id, 0 as place from paid m
        where not exists (select from payment_shares s where s.payment_id = m.id)
        union all
        select s.student_id, s.course_id, s.id from payment_shares s join paid m on m.id = s.payment_id
      )
      select m.id, m.payment_id, m.kind, m.status, m.amount, m.currency, m.campaign, m.method, m.full_name, m.paid_at,
        (select r.id from receipts r where r.payment_id = m.id and r.voided_at is null) as receipt_id,
        payer.id as payer_id,
        case when payer.id <> ${studentOf(sql`m`)} then payer.fullname end as guardian,
        ${payerLanguage({ id: sql`payer.id`, spoken: sql`payer.language` })} as language,
        array(
          select p.fullname from shared h join people p on p.id = h.student_id
          group by p.id order by min(h.place), p.id
        ) as students,
        array(
          select c.course_name from shared h join courses c on c.id = h.course_id
          group by c.id order by min(h.place), c.id
        ) as courses,
        array(
          select json_build_object('student', p.fullname, 'course', c.course_name, 'amount', s.amount::text)
          from payment_shares s
          join people p on p.id = s.student_id
          join courses c on c.id = s.course_id
          where s.payment_id = m.id
          order by s.id
        ) as shares
      from paid m
      left join people payer on payer.id = ${payerIdOf(sql`m`)}
    `,
  );

interface Wishes {
  readonly language?: PortalLanguage | undefined;
  readonly spelled?: readonly Spelling[] | undefined;
  /** For tests of year ends. */
  readonly at?: Date;
}

/**
 * Gives a payment a receipt with the next number of its series and year, in the caller's transaction. Returns its id,
 * or that of the receipt that the payment has. Refuses a payment that is not received, void or without a currency, and
 * texts that cannot be printed. One
 * transaction at a time gives numbers, and a number that rolls back is given again, so there is no gap.
 */
export async function issueReceipt(
  tx: Db,
  person: Person,
  paymentId: number,
  { language, spelled: spellings, at = new Date() }: Wishes = {},
): Promise<number> {
  await takeTurn(tx, 'receipts');
  const paid = await lockPaid(tx, person, paymentId);
  if (paid === null) throw fail('not_found');
  if (paid.receipt_id !== null) return paid.receipt_id;
  if (paid.status.toLowerCase() !== paidStatus) throw fail('receipt_not_paid');
  if (paid.currency === null) throw fail('receipt_no_currency');

  const { currency } = paid;
  const written = (amount: string) => inCurrency(amount, currency) ?? amount;
  const provider = await readSettings(tx);
  const day = dayIn(provider.time_zone, at);
  const content: ReceiptContent = await spelled(
    {
      provider: {
        name: nameOfProvider(provider),
        address: provider.address,
        registration: provider.registration,
      },
      // The law's wording is about gifts. A fee buys something.
      template: paid.kind === 'donation' ? provider.receipt_template : 'plain',
      wording: provider.receipt_wording,
      kind: paid.kind,
      campaign: paid.campaign,
      payer: paid.guardian ?? paid.full_name,
      students: paid.students,
      courses: paid.courses,
      payment_id: paid.payment_id,
      ...(paid.shares.length > 1 && {
        shares: paid.shares.map((share) => ({ ...share, amount: written(share.amount) })),
      }),
      amount: written(paid.amount),
      currency,
      method: paid.method,
      paid_on: dayIn(provider.time_zone, new Date(paid.paid_at)),
      issued_on: day,
    },
    spellings,
  );
  const series = seriesOf(paid.kind);
  const year = yearOf(day, provider.receipt_year_start);
  const { id } = await one(
    tx,
    idRow,
    sql`
      insert into receipts (series, year, number, payment_id, payer_id, language, content, issued_by, issued_at)
      select ${series}, ${year}, coalesce(max(r.number), 0) + 1, ${paid.id}::bigint, ${paid.payer_id}::bigint,
        ${language ?? paid.language ?? 'en'}, ${JSON.stringify(content)}::jsonb, ${person.id}::bigint,
        ${at}::timestamptz
      from receipts r
      where r.series = ${series} and r.year = ${year}
      returning id
    `,
  );
  return id;
}
