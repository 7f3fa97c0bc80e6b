import type { OwingKind, OwingRow, OwingSort } from '@gurukul/contract/ledger';
import { mailStates } from '@gurukul/contract/mails';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import { bool, date, instant, int, money, oneOf, row, text } from '#server/db/columns.ts';
import { isNamed } from '#server/db/like.ts';
import { limitTo } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { ownCourses } from '#server/http/identity/scope.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { shown, shownSums } from './amounts.ts';
import { dues, hasPrice, isCharged, isDue, overdueSince } from '#server/db/due-money.ts';
import { shownState } from '../mails/queries.ts';
import { isStudent } from '#server/db/student.ts';
import { officeToday as today } from '#server/time/office-clock.ts';
import { payerOf, shownAddress } from './payer.ts';
import { duesShape, sums } from './read.ts';

export interface OwingFilter {
  readonly show: OwingKind;
  readonly course_id?: number | null | undefined;
  readonly class_id?: number | null | undefined;
  readonly user_id?: number | null | undefined;
  readonly overdue?: number | undefined;
  readonly currency?: string | undefined;
  readonly search?: string | undefined;
  readonly sort?: OwingSort | `-${OwingSort}` | '' | null | undefined;
}

/**
 * Condition on an enrolment: it has no charges in a course with a price. That its country has none is for the office to
 * see. Whose money all went back is meant to have no charges.
 */
const isUncharged = (e: Sql) => sql`(
  not ${isCharged(sql`${e}.student_id`, sql`${e}.course_id`)} and ${e}.payment_status is distinct from 'Refunded'
  and ${hasPrice(sql`${e}.course_id`)}
)`;

/** Enrolments without charges in courses with a price, with the columns of a ledger. */
const uncharged = sql`(
  select n.student_id, n.course_id, null::text as currency, 0::numeric as charged, 0::numeric as waived,
    0::numeric as received, 0::numeric as refunded, 0::numeric as open, 0::numeric as credit, null::date as open_since
  from enrolments n
  where n.ended_on is null and ${isUncharged(sql`n`)}
)`;

/** Conditions on ledgers `l` and their courses `c`. */
function conditions(person: Caller, filter: OwingFilter, isDueThen = isDue): Sql[] {
  const { show, course_id, class_id, user_id, overdue, currency, search } = filter;
  return [
    sql`c.deleted_at is null`,
    ownCourses(person),
    ...(show === 'uncharged' ? [] : [show === 'due' ? isDueThen : sql`l.${raw(show)} > 0`]),
    ...(course_id ? [sql`l.course_id = ${course_id}`] : []),
    ...(user_id ? [sql`l.student_id = ${user_id}`] : []),
    ...(overdue ? [sql`l.open_since <= ${today} - ${overdue}::integer`] : []),
    ...(currency ? [sql`l.currency = ${currency}`] : []),
    ...(class_id
      ? [
          sql`exists (
            select from enrolments o
            where o.student_id = l.student_id and o.course_id = l.course_id and o.ended_on is null
              and o.class_id = ${class_id}
          )`,
        ]
      : []),
    ...(search
      ? [
          sql`l.student_id in (
            select p.id from people p where ${isNamed(search)}
            union all
            select g.student_id
            from guardians g
            join people p on p.id = g.guardian_id and p.deleted_at is null
            where g.pays and (p.main_role = 'guardian' or ${person.role === 'admin'}) and ${isNamed(search)}
          )`,
        ]
      : []),
  ];
}

/** The ledgers `l` of a list, with their courses `c`, as `from` and `where`. Those of deleted people are none. */
export const owingLedgers = (
  person: Caller,
  filter: OwingFilter,
  more: { readonly where?: readonly Sql[]; readonly with?: Sql } = {},
): Sql => sql`
  from ${filter.show === 'uncharged' ? uncharged : sql`ledger_sums`} l
  join courses c on c.id = l.course_id
  ${more.with ?? sql``}
  where ${allOf([...conditions(person, filter), ...(more.where ?? [])])}
    and not exists (select from people d where d.id = l.student_id and d.deleted_at is not null)
`;

/** The same with their student `p` and, while the student is in the course, enrolment `e`: by the index of the order. */
const rowsOf = (person: Person, filter: OwingFilter): Sql => sql`
  from ${filter.show === 'uncharged' ? uncharged : sql`ledger_sums`} l
  join people p on p.id = l.student_id and ${isStudent}
  join courses c on c.id = l.course_id
  left join enrolments e on e.student_id = l.student_id and e.course_id = l.course_id and e.ended_on is null
  where ${allOf(conditions(person, filter))}
`;

const orders: Readonly<Record<OwingSort, string>> = {
  fullname: 'p.fullname collate natural_order',
  course_name: 'c.course_name',
  open: 'l.open',
  overdue_since: 'l.open_since',
  last_reminder: '(select max(r.asked_at) from reminders r where r.student_id = l.student_id)',
};

/** What has been due longest comes first, unless another order is asked for. */
function orderOf(sort: OwingFilter['sort']): Sql {
  const wanted = sort || 'overdue_since';
  const isDown = wanted.startsWith('-');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `sort` says so
  const column = orders[wanted.replace('-', '') as OwingSort];
  const way = isDown ? 'desc' : 'asc';
  const last = column.startsWith('p.') || column.startsWith('c.') ? '' : ' nulls last';
  return raw(`order by ${column} ${way}${last}, p.id ${way}, l.course_id, l.currency`);
}

const owingRow = row({
  user_id: int,
  fullname: text,
  course_id: int,
  course_name: text,
  class_id: int.nullable(),
  class_name: text.nullable(),
  ...sums,
  ...duesShape,
  currency: text.nullable(),
  overdue_since: date.nullable(),
  overdue_days: int,
  last_reminder: instant.nullable(),
  last_reminder_state: oneOf(mailStates).nullable(),
  payer: text,
  payer_email: text,
});

/** Rows of the list, all or a page. The page is cut before anything is read that only its rows need. */
export async function listOwing(
  db: Db,
  person: Person,
  filter: OwingFilter,
  window: Window | null,
): Promise<OwingRow[]> {
  const found = await many(
    db,
    owingRow,
    sql`
      with page as materialized (
        select row_number() over () as place, cut.*
        from (
          select p.fullname, c.course_name, e.class_id, l.*
          ${rowsOf(person, filter)}
          ${orderOf(filter.sort)}
          ${limitTo(window)}
        ) cut
      )
      select l.student_id as user_id, l.fullname, l.course_id, l.course_name, k.id as class_id, k.class_name, l.currency,
        l.charged, l.waived, l.received, l.refunded, l.open, l.credit, dues.*,
        ${overdueSince} as overdue_since, coalesce(${today} - (${overdueSince}), 0) as overdue_days,
        reminded.asked_at as last_reminder, reminded.state as last_reminder_state,
        payer.fullname as payer, ${shownAddress(person)} as payer_email
      from page l
      join people p on p.id = l.student_id
      left join classes k on k.id = l.class_id and k.deleted_at is null
      cross join ${payerOf} payer
      cross join ${dues}
      left join lateral (
        select r.asked_at, ${shownState} as state
        from reminders r
        left join mails m on m.id = r.mail_id
        where r.student_id = l.student_id and r.currency = l.currency
        order by r.asked_at desc, r.id desc
        limit 1
      ) reminded on true
      order by l.place
    `,
  );
  return found.map(shownSums);
}

const totalRow = row({ ...sums, ...duesShape, currency: text.nullable(), count: int });

/** Who owes, of all courses or some: their sums are kept. */
const sumsOfCourses = (person: Caller, { course_id, currency }: OwingFilter): Sql => sql`
  select l.currency, sum(l.charged) as charged, sum(l.waived) as waived, sum(l.received) as received,
    sum(l.refunded) as refunded, sum(l.open) as open, sum(l.credit) as credit, sum(l.due) as due,
    sum(l.overdue) as overdue, sum(l.later) as later, sum(l.ledgers)::bigint as count
  from course_totals l
  join courses c on c.id = l.course_id
  where l.is_due and not l.is_gone and ${allOf(conditions(person, { show: 'due', course_id, currency }, sql`true`))}
  group by l.currency
  order by count desc, l.currency
`;

const isOfCourses = ({ show, class_id, user_id, overdue, search }: OwingFilter) =>
  show === 'due' && !class_id && !user_id && !overdue && !search;

/** Sums and number of all rows, per currency. */
export async function sumOwing(db: Db, person: Caller, filter: OwingFilter) {
  const rows = await many(
    db,
    totalRow,
    isOfCourses(filter)
      ? sumsOfCourses(person, filter)
      : sql`
      select l.currency, sum(l.charged) as charged, sum(l.waived) as waived, sum(l.received) as received,
        sum(l.refunded) as refunded, sum(l.open) as open, sum(l.credit) as credit, sum(dues.due) as due,
        sum(dues.overdue) as overdue, sum(dues.later) as later, count(*) as count
      ${owingLedgers(person, filter, { with: sql`cross join ${dues}` })}
      group by l.currency
      order by count(*) desc, l.currency
    `,
  );
  return {
    total_count: rows.reduce((total, { count }) => total + count, 0),
    totals: rows.flatMap(({ count: _count, currency, ...sum }) =>
      currency === null ? [] : [shownSums({ ...sum, currency })],
    ),
  };
}

const countsRow = row({ students: int, uncharged: int, has_price: bool });
const courseSumRow = row({ ...sums, unmatched: money, not_charged: money });

/** The figures of a course. What came from payers whom no student fits is received too. */
export async function readCourseMoney(db: Db, courseId: number) {
  const counts = await one(
    db,
    countsRow,
    sql`
      select count(*) as students, count(*) filter (where ${isUncharged(sql`e`)}) as uncharged,
        ${hasPrice(sql`${courseId}`)} as has_price
      from enrolments e
      where e.course_id = ${courseId} and e.ended_on is null
    `,
  );
  const totals = await many(
    db,
    courseSumRow,
    sql`
      select s.currency, sum(s.charged) as charged, sum(s.waived) as waived, sum(s.received) as received,
        sum(s.refunded) as refunded, sum(s.open) as open, sum(s.credit) as credit, sum(s.unmatched) as unmatched,
        sum(s.received - s.unmatched - s.refunded - s.charged + s.waived + s.open - s.credit) as not_charged
      from (
        select l.currency, l.charged, l.waived, 0 as received, 0 as refunded, l.open, l.credit, 0 as unmatched
        from ledger_sums l
        where l.course_id = ${courseId}
        union all
        select e.currency, 0, 0, case when e.kind = 'payment' then e.amount else 0 end,
          case when e.kind = 'refund' then e.amount else 0 end, 0, 0, 0
        from ledger_entries e
        where e.course_id = ${courseId} and e.kind in ('payment', 'refund')
        union all
        select m.currency, 0, 0, m.amount, 0, 0, 0, m.amount
        from payments m
        where m.course_id = ${courseId} and m.student_id is null and m.kind = 'fee' and m.currency is not null
          and lower(m.status) = 'success' and not exists (select from payment_shares h where h.payment_id = m.id)
      ) s
      group by s.currency
      order by s.currency
    `,
  );
  return {
    course_id: courseId,
    ...counts,
    totals: totals.map((sum) => ({
      ...shownSums(sum),
      unmatched: shown(sum.unmatched, sum.currency),
      not_charged: shown(sum.not_charged, sum.currency),
    })),
  };
}
