import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { idRow, instant, int, list, row, text } from '#server/db/columns.ts';
import { many, run } from '#server/db/rows.ts';
import { isStudent } from '#server/db/student.ts';
import type { KnownPayment, PaymentValues, Refund } from './plan.ts';
import { knownPayment } from './plan.ts';

/** `forUpdate` locks the rows until the upload is saved. All code that writes payments locks them in this order. */
export const findPayments = (
  db: Db,
  paymentIds: readonly string[],
  forUpdate: boolean,
): Promise<KnownPayment[]> =>
  many(
    db,
    knownPayment,
    sql`
      select m.id, m.payment_id, m.course_id, m.student_id, m.full_name, m.email_id, m.phone_number, m.amount,
        m.currency, m.status, m.paid_at, m.received_by is not null or m.status = 'void' as is_by_hand,
        exists (select from payment_shares s where s.payment_id = m.id) as is_shared,
        (
          select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = m.id and r.reversed_at is null
        ) as refunded
      from payments m
      where m.payment_id = any(${paymentIds}::text[])
      order by m.payment_id
      ${forUpdate ? sql`for update` : sql``}
    `,
  );

const pricesRow = row({ course_id: int, currencies: list(text) });

/** The currencies that these courses have prices in. */
export async function listCurrenciesOfPrices(
  db: Db,
  courseIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = await many(
    db,
    pricesRow,
    sql`
      select p.course_id, array_agg(distinct p.currency_code order by p.currency_code) as currencies
      from course_prices p
      where p.course_id = any(${courseIds}::bigint[])
      group by p.course_id
    `,
  );
  return new Map(found.map(({ course_id, currencies }) => [course_id, currencies]));
}

const reportingCurrency = row({ reporting_currency: text.nullable() });

/** The currency in which the provider adds its money up; null: none is chosen. */
export async function findReportingCurrency(db: Db): Promise<string | null> {
  const [found] = await many(db, reportingCurrency, sql`select p.reporting_currency from provider p`);
  return found?.reporting_currency ?? null;
}

const foundStudent = row({
  id: int,
  fullname: text,
  other_names: list(text),
  email_id: text,
  phone_number: text.nullable(),
});
export type FoundStudent = RowOf<typeof foundStudent>;

const studentColumns = sql`p.id, p.fullname, p.other_names, p.email_id, p.phone_number`;

const behind = row({ value: text, student_id: int });

/** Everybody behind these addresses, their own or a guardian's. Not all of them are students. */
export const findBehindEmails = (db: Db, emails: readonly string[]): Promise<RowOf<typeof behind>[]> =>
  many(
    db,
    behind,
    sql`
      select distinct b.email as value, b.person_id as student_id
      from people_behind_emails b
      where b.email = any(${emails}::text[])
      order by student_id, value
    `,
  );

const guardianOf = row({ student_id: int, fullname: text, other_names: list(text) });

export const listGuardians = (db: Db, studentIds: readonly number[]): Promise<RowOf<typeof guardianOf>[]> =>
  many(
    db,
    guardianOf,
    sql`
      select r.student_id, g.fullname, g.other_names
      from guardians r
      join people g on g.id = r.guardian_id and g.deleted_at is null
      where r.student_id = any(${studentIds}::bigint[])
      order by r.student_id, r.id
    `,
  );

// Statements about many people read one table: in a new provider the planner would use nested loops.

export const findStudentsById = (db: Db, ids: readonly number[]): Promise<FoundStudent[]> =>
  many(
    db,
    foundStudent,
    sql`
      select ${studentColumns}
      from people p
      where p.id = any(${ids}::bigint[])
        and ${isStudent}
      -- the candidates of a question stand in one order, which the digest of a preview holds
      order by p.id
    `,
  );

const coursesOfStudentsRow = row({ student_id: int, course_id: int });

/** Present and former students of these courses, because a payment may come after the last meeting. */
export const listCoursesOfStudents = (
  db: Db,
  courseIds: readonly number[],
): Promise<{ student_id: number; course_id: number }[]> =>
  many(
    db,
    coursesOfStudentsRow,
    sql`
      select e.student_id, e.course_id
      from enrolments e
      where e.course_id = any(${courseIds}::bigint[])
      group by e.student_id, e.course_id
    `,
  );

const sameFile = row({
  import_id: int,
  file_name: text,
  created_at: instant,
  created_by: text,
});
export type SameFile = RowOf<typeof sameFile>;

/** The upload of the very same rows by this person (for an admin: by anybody) that was not undone. */
export async function findSameFile(
  db: Db,
  contentHash: Buffer,
  personId: number | null,
): Promise<SameFile | null> {
  const [found = null] = await many(
    db,
    sameFile,
    sql`
      select i.id as import_id, i.file_name, i.created_at, by.fullname as created_by
      from imports i
      join people by on by.id = i.created_by
      where i.kind = 'payments'
        and i.content_hash = ${contentHash}
        and i.undone_at is null
        and (i.created_by = ${personId} or ${personId === null})
      order by i.id desc
      limit 1
    `,
  );
  return found;
}

export interface RowToSave {
  readonly row: number;
  readonly payment_id: string;
  readonly matched_by: string | null;
  /** The id of a payment that changes; null for a new one. */
  readonly id: number | null;
  readonly values: PaymentValues;
  readonly refund: Refund | null;
  /** True when the time of an existing payment changes. */
  readonly moves: boolean;
}

const given = (rows: readonly RowToSave[]) => sql`
  given as materialized (
    select *
    from unnest(
      ${rows.map(({ row }) => row)}::integer[],
      ${rows.map(({ payment_id }) => payment_id)}::text[],
      ${rows.map(({ matched_by }) => matched_by)}::text[],
      ${rows.map(({ id }) => id)}::bigint[],
      ${rows.map(({ values }) => values.course_id)}::bigint[],
      ${rows.map(({ values }) => values.student_id)}::bigint[],
      ${rows.map(({ values }) => values.full_name)}::text[],
      ${rows.map(({ values }) => values.email_id)}::text[],
      ${rows.map(({ values }) => values.phone_number)}::text[],
      ${rows.map(({ values }) => values.amount)}::numeric[],
      ${rows.map(({ values }) => values.currency)}::text[],
      ${rows.map(({ values }) => values.status)}::text[],
      ${rows.map(({ values, moves }) => (moves ? values.paid_at : null))}::timestamptz[]
    ) as n (row_number, payment_id, matched_by, id, course_id, student_id, full_name, email_id, phone_number, amount,
      currency, status, paid_at)
  )
`;

/** Returns the number of inserted rows. A payment id that somebody took meanwhile is skipped. */
export const insertPayments = (tx: Db, importId: number, rows: readonly RowToSave[]): Promise<number> =>
  run(
    tx,
    sql`
      with ${given(rows)},
      added as (
        insert into payments (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, currency,
          status, paid_at, import_id)
        select n.payment_id, n.course_id, n.student_id, n.full_name, n.email_id, n.phone_number, n.amount, n.currency,
          n.status, n.paid_at, ${importId}
        from given n
        order by n.row_number
        on conflict on constraint payments_payment_id_unique do nothing
        returning id, payment_id, to_jsonb(payments) as after
      )
      insert into imported_payments (import_id, row_number, payment, matched_by, after)
      select ${importId}, n.row_number, added.id, n.matched_by, added.after
      from added
      join given n on n.payment_id = added.payment_id
    `,
  );

export const updatePayments = (tx: Db, importId: number, rows: readonly RowToSave[]): Promise<number> =>
  run(
    tx,
    sql`
      with ${given(rows)},
      was as materialized (
        select m.id, to_jsonb(m) as before
        from payments m
        where m.id = any(${rows.map(({ id }) => id)}::bigint[])
      ),
      changed as (
        update payments m
        set course_id = n.course_id, student_id = n.student_id, full_name = n.full_name, email_id = n.email_id,
          phone_number = n.phone_number, amount = n.amount, currency = n.currency, status = n.status,
          paid_at = coalesce(n.paid_at, m.paid_at)
        from given n
        where m.id = n.id
        returning m.id, n.row_number, n.matched_by, to_jsonb(m) as after
      )
      insert into imported_payments (import_id, row_number, payment, matched_by, before, after)
      select ${importId}, changed.row_number, changed.id, changed.matched_by, was.before, changed.after
      from changed
      join was on was.id = changed.id
    `,
  );

/** Writes down what the file says went back, each at its row. */
export const insertRefunds = (
  tx: Db,
  importId: number,
  by: { readonly person: number; readonly file_name: string },
  rows: readonly RowToSave[],
): Promise<number> =>
  run(
    tx,
    sql`
      with added as (
        insert into refunds (payment_id, amount, reason, refunded_at, recorded_by)
        select m.id, g.amount, ${by.file_name}, coalesce(g.at, now()), ${by.person}
        from unnest(
          ${rows.map(({ payment_id }) => payment_id)}::text[],
          ${rows.map(({ refund }) => refund?.amount ?? null)}::numeric[],
          ${rows.map(({ refund }) => refund?.at ?? null)}::timestamptz[]
        ) as g (payment_id, amount, at)
        join payments m on m.payment_id = g.payment_id
        returning id, payment_id
      )
      update imported_payments s
      set refund = added.id
      from added
      where s.import_id = ${importId} and s.payment = added.payment_id
    `,
  );

/** The refunds that an upload wrote down at these rows. */
export const listRefundsOf = async (
  tx: Db,
  importId: number,
  rows?: readonly number[],
): Promise<number[]> => {
  const found = await many(
    tx,
    idRow,
    sql`
      select s.refund as id from imported_payments s
      where s.import_id = ${importId} and s.refund is not null
        and (s.row_number = any(${rows ?? null}::integer[])) is not false
    `,
  );
  return found.map(({ id }) => id);
};
