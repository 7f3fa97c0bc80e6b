import { paymentKinds, paymentMethods } from '@gurukul/contract/payments';
import type { PaymentKind, PaymentRow, PaymentSort, TicketRow, TicketSort } from '@gurukul/contract/payments';
import type { MoneyOfStatus } from '@gurukul/contract/shared/money/payment-preview';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import { likeText, paymentSoundsLike, soundsLike } from '#server/db/like.ts';
import { limitTo, orderBy } from '#server/db/page.ts';
import type { Window } from '#server/db/page.ts';
import type { Db } from '#server/db/pool.ts';
import { idRow, instant, int, money, object, oneOf, row, text } from '#server/db/columns.ts';
import type { RowOf } from '#server/db/columns.ts';
import { many, one } from '#server/db/rows.ts';
import { officeZone } from '#server/time/office-clock.ts';

/** The filters of a list. An absent or empty one filters nothing. */
export interface MoneyFilter {
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  /** A code, or `none`. */
  readonly currency?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface PaymentFilter extends MoneyFilter {
  readonly sort?: PaymentSort | `-${PaymentSort}` | undefined;
  /** The course admin whose courses count; null means every course. */
  readonly courseadminId: number | null;
  readonly course_id?: number | null | undefined;
  readonly student_id?: number | null | undefined;
  readonly kind?: PaymentKind | '' | undefined;
  readonly course_type?: string | undefined;
  readonly region?: string | undefined;
  readonly campaign?: string | undefined;
}

export interface TicketFilter extends MoneyFilter {
  readonly sort?: TicketSort | `-${TicketSort}` | undefined;
  readonly course_type?: string | undefined;
}

/** Days are those of the provider's clock. */
const within = (column: 'm.paid_at' | 't.created_at', { from, to }: MoneyFilter): Sql[] => [
  ...(from ? [sql`${raw(column)} >= ${from}::timestamp at time zone ${officeZone}`] : []),
  ...(to ? [sql`${raw(column)} < (${to}::date + 1)::timestamp at time zone ${officeZone}`] : []),
];

const inCurrency = (table: 'm' | 't', { currency }: MoneyFilter): Sql[] =>
  currency
    ? [
        currency === 'none'
          ? sql`${raw(table)}.currency is null`
          : sql`${raw(table)}.currency = ${currency.toUpperCase()}`,
      ]
    : [];

/** Of payments (`m`), their shares (`s`) and the sums of ledgers (`b`), which all have a course and a student. */
const whoseConditions = (table: 'm' | 's' | 'b', filter: PaymentFilter): Sql[] => {
  const t = raw(table);
  return [
    ...(filter.courseadminId === null
      ? []
      : [
          // As an array, so that the index of courses serves beside that of shares.
          sql`${t}.course_id = any(array(
            select c.id from courses c where c.courseadmin_id = ${filter.courseadminId} and c.deleted_at is null
          ))`,
        ]),
    ...(filter.course_id ? [sql`${t}.course_id = ${filter.course_id}`] : []),
    ...(filter.student_id ? [sql`${t}.student_id = ${filter.student_id}`] : []),
    ...(filter.course_type
      ? [
          sql`${t}.course_id in (
            select c.id from courses c join course_types y on y.id = c.type_id where y.type = ${filter.course_type}
          )`,
        ]
      : []),
    ...(filter.region
      ? [sql`${t}.student_id in (select p.id from people p where p.region = ${filter.region})`]
      : []),
  ];
};

/** A payment for several is found by each of its shares. */
const itsOrAShares = (filter: PaymentFilter): Sql[] => {
  const its = whoseConditions('m', filter);
  if (its.length === 0) return [];
  return [
    sql`(
      (${allOf(its)})
      or m.id = any(array(select s.payment_id from payment_shares s where ${allOf(whoseConditions('s', filter))}))
    )`,
  ];
};

export const paymentConditions = (filter: PaymentFilter): Sql[] => [
  ...itsOrAShares(filter),
  ...inCurrency('m', filter),
  ...(filter.kind ? [sql`m.kind = ${filter.kind}`] : []),
  ...(filter.campaign ? [sql`m.kind = 'donation' and m.campaign = ${filter.campaign}`] : []),
  ...within('m.paid_at', filter),
  ...(filter.search
    ? [
        sql`(
          lower(m.full_name || ' ' || m.email_id || ' ' || m.phone_number || ' ' || m.payment_id) like ${likeText(filter.search)}
          or ${paymentSoundsLike(sql`m.id`, filter.search)}
        )`,
      ]
    : []),
];

export const ticketConditions = (filter: TicketFilter): Sql[] => [
  ...inCurrency('t', filter),
  ...(filter.course_type ? [sql`t.course_type = ${filter.course_type}`] : []),
  ...within('t.created_at', filter),
  ...(filter.search
    ? [
        sql`(
          lower(t.name || ' ' || t.email || ' ' || t.phone || ' ' || t.payment_id || ' ' || t.registration_code) like ${likeText(filter.search)}
          or t.id in (select heard.id from ticket_payments heard where ${soundsLike(sql`heard.name`, filter.search)})
        )`,
      ]
    : []),
];

export const hasStatus = (table: 'm' | 't', status: string | undefined): Sql[] =>
  status ? [sql`lower(${raw(table)}.status) = lower(${status})`] : [];

export const paymentColumns = raw(`
  m.id, m.course_id, m.student_id, m.full_name, coalesce(c.course_name, '') as course_name, m.payment_id,
  m.paid_at as created_at, m.amount, m.currency, m.kind, m.campaign, m.method, m.status, m.void_reason,
  (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = m.id and r.reversed_at is null) as refunded,
  m.phone_number, m.email_id,
  (
    select r.series || '/' || r.year || '/' || r.number from receipts r where r.payment_id = m.id and r.voided_at is null
  ) as receipt`);

const paymentSortColumns = {
  created_at: 'm.paid_at',
  amount: 'm.amount',
  full_name: 'lower(m.full_name)',
  course_name: 'lower(c.course_name)',
  status: 'lower(m.status)',
};

export const paymentRow = row({
  id: int,
  course_id: int.nullable(),
  student_id: int.nullable(),
  full_name: text,
  course_name: text,
  payment_id: text,
  created_at: instant,
  amount: money,
  currency: text.nullable(),
  kind: oneOf(paymentKinds),
  campaign: text,
  method: oneOf(paymentMethods).nullable(),
  status: text,
  void_reason: text.nullable(),
  refunded: money,
  phone_number: text,
  email_id: text,
  receipt: text.nullable(),
});

const listedRow = row({
  ...paymentRow.shape,
  own: object({ amount: money, refunded: money }).nullable(),
});

/** What of a payment for several is for those who are asked for. */
const ownShares = (filter: PaymentFilter): Sql => {
  const whose = whoseConditions('s', filter);
  if (whose.length === 0) return sql`null::json`;
  return sql`(
    select json_build_object('amount', sum(s.amount)::text, 'refunded', sum(coalesce(gone.amount, 0))::text)
    from payment_shares s
    left join lateral (
      select sum(r.amount) as amount from refunds r where r.share_id = s.id and r.reversed_at is null
    ) gone on true
    where s.payment_id = m.id and ${allOf(whose)}
    having sum(s.amount) < m.amount
  )`;
};

/** The filtered payments, all or one page. */
export const listPayments = async (
  db: Db,
  filter: PaymentFilter,
  window: Window | null,
): Promise<PaymentRow[]> => {
  const rows = await many(
    db,
    listedRow,
    sql`
      select ${paymentColumns}, ${ownShares(filter)} as own
      from payments m
      left join courses c on c.id = m.course_id
      where ${allOf([...paymentConditions(filter), ...hasStatus('m', filter.status)])}
      ${orderBy(paymentSortColumns, filter.sort, '-created_at', 'm.id')}
      ${limitTo(window)}
    `,
  );
  return rows.map(({ own, ...payment }) => (own === null ? payment : { ...payment, own }));
};

const exportedRow = row({ ...paymentRow.shape, note: text, student: text.nullable() });
export type ExportedPayment = RowOf<typeof exportedRow>;

/** The ids of the filtered payments in the list's order. */
export const listPaymentIds = async (db: Db, filter: PaymentFilter): Promise<number[]> => {
  const rows = await many(
    db,
    idRow,
    sql`
      select m.id
      from payments m
      left join courses c on c.id = m.course_id
      where ${allOf([...paymentConditions(filter), ...hasStatus('m', filter.status)])}
      ${orderBy(paymentSortColumns, filter.sort, '-created_at', 'm.id')}
    `,
  );
  return rows.map(({ id }) => id);
};

const countRow = row({ count: int });

/** The number of the filtered payments. */
export const countPayments = async (db: Db, filter: PaymentFilter): Promise<number> => {
  const { count } = await one(
    db,
    countRow,
    sql`
      select count(*) as count
      from payments m
      where ${allOf([...paymentConditions(filter), ...hasStatus('m', filter.status)])}
    `,
  );
  return count;
};

/** The payments of these ids, in their order. */
export const listExported = (db: Db, ids: readonly number[]): Promise<ExportedPayment[]> =>
  many(
    db,
    exportedRow,
    sql`
      select ${paymentColumns}, m.note, p.fullname as student
      from unnest(${ids}::bigint[]) with ordinality as g (id, place)
      join payments m on m.id = g.id
      left join courses c on c.id = m.course_id
      left join people p on p.id = m.student_id
      order by g.place
    `,
  );

const moneyOfStatusRow = row({ status: text, currency: text.nullable(), count: int, amount: money });

/** All payments, without a filter. */
const sumAllPayments = (db: Db): Promise<MoneyOfStatus[]> =>
  many(
    db,
    moneyOfStatusRow,
    sql`
      select t.status, t.currency, sum(t.payments)::bigint as count, sum(t.amount) as amount
      from payment_totals t
      group by t.status, t.currency
      having sum(t.payments) > 0
      order by sum(t.payments) desc, 1, 2
    `,
  );

/**
 * Number and sum of each status and currency, without the status filter. Of a payment for several, only the shares of
 * those who are asked for. Statuses are few, so they lose their case after the sums.
 */
export const sumPayments = (db: Db, filter: PaymentFilter): Promise<MoneyOfStatus[]> => {
  const conditions = paymentConditions(filter);
  if (conditions.length === 0) return sumAllPayments(db);
  const whose = whoseConditions('s', filter);
  // The shares of everybody add up to the payment.
  const [amount, shares] =
    whose.length === 0
      ? [sql`m.amount`, sql``]
      : [
          sql`coalesce(own.amount, m.amount)`,
          sql`
            left join (
              select s.payment_id, sum(s.amount) as amount
              from payment_shares s
              where ${allOf(whose)}
              group by s.payment_id
            ) own on own.payment_id = m.id
          `,
        ];
  return many(
    db,
    moneyOfStatusRow,
    sql`
      select lower(g.status) as status, g.currency, sum(g.count)::bigint as count, sum(g.amount) as amount
      from (
        select m.status, m.currency, count(*) as count, sum(${amount}) as amount
        from payments m
        ${shares}
        where ${allOf(conditions)}
        group by m.status, m.currency
      ) g
      group by 1, 2
      order by sum(g.count) desc, 1, 2
    `,
  );
};

const ledgerSumRow = row({ currency: text, open: money, waived: money, refunded: money });
export type LedgerSum = RowOf<typeof ledgerSumRow>;

/** Ledgers `b`: kept sums of courses, or each ledger for a question about students. */
const ledgersOf = ({ student_id, region }: PaymentFilter): Sql =>
  student_id || region ? sql`ledger_sums` : sql`course_totals`;

/**
 * What is open and waived of the students and courses that are asked for, and what went back of their payments. A payment
 * whose status is `refunded` counts with its whole amount elsewhere.
 */
export const sumLedgers = (db: Db, filter: PaymentFilter): Promise<LedgerSum[]> =>
  many(
    db,
    ledgerSumRow,
    sql`
      select s.currency, sum(s.open) as open, sum(s.waived) as waived, sum(s.refunded) as refunded
      from (
        select b.currency, b.open, b.waived, 0 as refunded
        from ${ledgersOf(filter)} b
        where b.charged > 0 and ${allOf(whoseConditions('b', filter))}
        union all
        select m.currency, 0, 0, r.amount
        from refunds r
        join payments m on m.id = r.payment_id
        left join payment_shares s on s.id = r.share_id
        where r.reversed_at is null and m.currency is not null and lower(m.status) <> 'refunded'
          and ${allOf(paymentConditions(filter))}
          and (s.id is null or (${allOf(whoseConditions('s', filter))}))
      ) s
      group by s.currency
    `,
  );

const ticketColumns = raw(`
  t.id, t.name, t.email, t.phone, t.course_type, t.registration_code, t.created_at, t.adult, t.child, t.amount,
  t.currency, t.payment_id, t.status`);

const ticketSortColumns = {
  created_at: 't.created_at',
  amount: 't.amount',
  name: 'lower(t.name)',
  course_type: 'lower(t.course_type)',
  status: 'lower(t.status)',
};

const ticketRow = row({
  id: int,
  name: text,
  email: text,
  phone: text,
  course_type: text,
  registration_code: text,
  created_at: instant,
  adult: int,
  child: int,
  amount: money,
  currency: text.nullable(),
  payment_id: text,
  status: text,
});

export const listTickets = (db: Db, filter: TicketFilter, window: Window | null): Promise<TicketRow[]> =>
  many(
    db,
    ticketRow,
    sql`
      select ${ticketColumns}
      from ticket_payments t
      where ${allOf([...ticketConditions(filter), ...hasStatus('t', filter.status)])}
      ${orderBy(ticketSortColumns, filter.sort, '-created_at', 't.id')}
      ${limitTo(window)}
    `,
  );

export const listTicketIds = async (db: Db, filter: TicketFilter): Promise<number[]> => {
  const rows = await many(
    db,
    idRow,
    sql`
      select t.id
      from ticket_payments t
      where ${allOf([...ticketConditions(filter), ...hasStatus('t', filter.status)])}
      ${orderBy(ticketSortColumns, filter.sort, '-created_at', 't.id')}
    `,
  );
  return rows.map(({ id }) => id);
};

/** The tickets of these ids, in their order. */
export const listExportedTickets = (db: Db, ids: readonly number[]): Promise<TicketRow[]> =>
  many(
    db,
    ticketRow,
    sql`
      select ${ticketColumns}
      from unnest(${ids}::bigint[]) with ordinality as g (id, place)
      join ticket_payments t on t.id = g.id
      order by g.place
    `,
  );

export const sumTickets = (db: Db, filter: TicketFilter): Promise<MoneyOfStatus[]> =>
  many(
    db,
    moneyOfStatusRow,
    sql`
      select lower(t.status) as status, t.currency, count(*) as count, sum(t.amount) as amount
      from ticket_payments t
      where ${allOf(ticketConditions(filter))}
      group by 1, 2
      order by count(*) desc, 1, 2
    `,
  );

const courseTypeRow = row({ course_type: text });

export const listCourseTypes = async (db: Db): Promise<string[]> => {
  const types = await many(
    db,
    courseTypeRow,
    sql`select t.course_type from ticket_payments t group by t.course_type order by lower(t.course_type)`,
  );
  return types.map(({ course_type }) => course_type);
};
