import type { PayingStudent } from '@gurukul/contract/payments';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, list, money, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { ownCourses, scope } from '#server/http/identity/scope.ts';
import { today } from '#server/time/today.ts';
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
 * The courses in reach that these students attend, or in which something is open. The price is the one of the student's
 * region, else the only one.
 */
const listPayables = (db: Db, person: Person, studentIds: readonly number[]) =>
  many(
    db,
    payableRow,
    sql`
      select e.student_id, c.id as course_id, c.course_name,
        coalesce(due.currency, price.currency_code) as currency,
        coalesce(due.open, price.price_value) as amount,
        array(select distinct p.currency_code from course_prices p where p.course_id = c.id order by 1) as currencies
      from (
        select e.student_id, e.course_id, bool_or(e.ended_on is null) as is_present, max(e.id) as latest
        from enrolments e
        where e.student_id = any(${studentIds}::bigint[])
        group by e.student_id, e.course_id
      ) e
      join courses c on c.id = e.course_id and c.deleted_at is null
      join people s on s.id = e.student_id
      left join lateral (
        select b.currency, b.open
        from balances b
        where b.student_id = e.student_id and b.course_id = e.course_id and b.charged > 0 and b.open > 0
        order by b.open desc, b.currency
        limit 1
      ) due on true
      left join lateral (
        select p.currency_code, p.price_value
        from course_prices p
        where p.course_id = c.id
          and (p.country_name = s.region or (select count(*) from course_prices o where o.course_id = c.id) = 1)
        limit 1
      ) price on true
      where (e.is_present or due.open > 0) and ${ownCourses(person)}
      order by e.student_id, due.open is null, e.latest desc
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
  const day = await today(db);
  if (studentId === null) return { student: null, payer: noPayer, siblings: [], campaigns, today: day };
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
    campaigns,
    today: day,
  };
}
