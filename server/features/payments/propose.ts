import type { PayingStudent } from '@gurukul/contract/payments';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import { dues, isUnpaid } from '#server/db/due-money.ts';
import type { Db } from '#server/db/pool.ts';
import { int, list, money, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { ownCourses, scope } from '#server/http/identity/scope.ts';
import { readSettings } from '#server/provider/settings.ts';
import { officeDay } from '#server/time/office-clock.ts';
import { wasCharged } from '../ledger/status.ts';
import { readAbout } from '../students/about.ts';
import { payerOf } from './payer.ts';

const payableRow = row({
  student_id: int,
  course_id: int,
  course_name: text,
  currency: text.nullable(),
  amount: money.nullable(),
  currencies: list(text),
});

/**
 * The courses in reach that these students attend, or in which something is open. Proposed is what
 * is due, else the next part; where nothing is charged the price, unless it is paid or need not be: that of the student's
 * region, else the only one.
 */
const listPayables = (db: Db, person: Person, studentIds: readonly number[]) =>
  many(
    db,
    payableRow,
    sql`
      select e.student_id, c.id as course_id, c.course_name,
        coalesce(due.currency, price.currency_code) as currency,
        coalesce(due.amount, case when not ${wasCharged(sql`e`)} and latest.is_unpaid then price.price_value end) as amount,
        array(select distinct p.currency_code from course_prices p where p.course_id = c.id order by 1) as currencies
      from (
        select e.student_id, e.course_id, bool_or(e.ended_on is null) as is_present, max(e.id) as latest_id
        from enrolments e
        where e.student_id = any(${studentIds}::bigint[])
        group by e.student_id, e.course_id
      ) e
      join courses c on c.id = e.course_id and c.deleted_at is null
      join people s on s.id = e.student_id
      cross join lateral (select ${isUnpaid} as is_unpaid from enrolments e where e.id = latest_id) latest
      left join lateral (
        select l.currency, case when dues.due > 0 then dues.due else (
            select o.open from open_charges o
            where o.student_id = l.student_id and o.course_id = l.course_id and o.currency = l.currency and o.open > 0
            order by o.due_on, o.charge_id
            limit 1
          ) end as amount
        from ledger_sums l
        cross join ${dues}
        where l.student_id = e.student_id and l.course_id = e.course_id and l.open > 0
        order by dues.due desc, l.open desc, l.currency
        limit 1
      ) due on true
      left join lateral (
        select p.currency_code, p.price_value
        from course_prices p
        where p.course_id = c.id
          and (p.country_name = s.region or (select count(*) from course_prices o where o.course_id = c.id) = 1)
        limit 1
      ) price on true
      where (e.is_present or due.amount > 0) and ${ownCourses(person)}
      order by e.student_id, due.amount is null, e.latest_id desc
    `,
  );

const inDigits = (amount: string | null, currency: string | null) =>
  amount === null || currency === null ? null : fromMils(toMils(amount), currency);

const campaignRow = row({ campaign: text });

export const listCampaigns = async (db: Db): Promise<string[]> => {
  const found = await many(
    db,
    campaignRow,
    sql`
      select m.campaign from payments m
      where m.kind = 'donation' and m.campaign <> ''
      group by m.campaign
      order by lower(m.campaign)
    `,
  );
  return found.map(({ campaign }) => campaign);
};

const noPayer = { full_name: '', email_id: '', phone_number: '' };

/** Throws `not_found` for a student out of reach. */
export async function proposePayment({ db, person }: Ctx, studentId: number | null) {
  const campaigns = person.role === 'admin' ? await listCampaigns(db) : [];
  const day = await officeDay(db);
  const { reporting_currency: currency } = await readSettings(db);
  const known = { campaigns, currency, today: day };
  if (studentId === null) return { student: null, payer: noPayer, siblings: [], ...known };
  const { id, fullname } = await scope(db, person).student(studentId);
  const { siblings } = await readAbout(db, person, studentId);
  const rows = await listPayables(db, person, [id, ...siblings.map(({ user_id }) => user_id)]);
  const paying = (user_id: number, name: string): PayingStudent => ({
    user_id,
    fullname: name,
    courses: rows
      .filter(({ student_id }) => student_id === user_id)
      .map(({ course_id, course_name, currency, currencies, amount }) => ({
        course_id,
        course_name,
        currency,
        amount: inDigits(amount, currency),
        currencies,
      })),
  });
  return {
    student: paying(id, fullname),
    payer: await payerOf(db, person, studentId),
    siblings: siblings.map(({ user_id, fullname: name }) => paying(user_id, name)),
    ...known,
  };
}
