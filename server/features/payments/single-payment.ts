import { paidStatus, refundKinds, voidStatus } from '@gurukul/contract/payments';
import type { PaymentDetail, PaymentShare, PaymentStep, RefundRow } from '@gurukul/contract/payments';
import { fromMils } from '@gurukul/contract/shared/money/money';
import { matchGrounds } from '@gurukul/contract/shared/money/payment-preview';
import { paymentSources } from '@gurukul/contract/payments';
import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import * as z from 'zod';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { bool, instant, int, money, object, oneOf, row, text } from '#server/db/columns.ts';
import { many, maybeOne } from '#server/db/rows.ts';
import type { Person } from '#server/http/handlers.ts';
import { listLeft } from './held-payment.ts';
import { paymentColumns, paymentRow } from './queries.ts';
import { ownPayments, seenPayments, seenShares } from './reach.ts';

/** Of a student and course of the row: they are in the course no more. */
const hasLeft = (row: Sql) => sql`not exists (
  select from enrolments n
  where n.student_id = ${row}.student_id and n.course_id = ${row}.course_id and n.ended_on is null
)`;

/** Of a student and course of the row, in the currency of the payment `m`. */
const ledgerOf = (row: Sql) => sql`(
  select json_build_object('kept', (l.received - l.refunded)::text, 'open', l.open::text)
  from ledger_sums l
  where l.student_id = ${row}.student_id and l.course_id = ${row}.course_id and l.currency = m.currency
)`;
const ledger = object({ kept: money, open: money }).nullable();

const otherPayment = object({ id: int, payment_id: text }).nullable();

const foundPayment = row({
  ...paymentRow.shape,
  recorded_at: instant,
  note: text,
  received_by: text.nullable(),
  corrects: otherPayment,
  corrected_by: otherPayment,
  is_own: bool,
  student: object({
    id: int,
    fullname: text,
    email_id: text,
    phone_number: text.nullable(),
    has_left: bool,
    ledger,
  }).nullable(),
});

/** Null when there is none, or it is out of reach. */
const findPayment = (db: Db, person: Person, id: number) =>
  maybeOne(
    db,
    foundPayment,
    sql`
      select ${paymentColumns}, m.created_at as recorded_at, m.note,
        (select by.fullname from people by where by.id = m.received_by) as received_by,
        (select json_build_object('id', o.id, 'payment_id', o.payment_id) from payments o where o.id = m.corrects)
          as corrects,
        (select json_build_object('id', o.id, 'payment_id', o.payment_id) from payments o where o.corrects = m.id)
          as corrected_by,
        ${ownPayments(person)} as is_own,
        case when p.id is not null then json_build_object('id', p.id, 'fullname', p.fullname, 'email_id', p.email_id,
          'phone_number', p.phone_number, 'has_left', ${hasLeft(sql`m`)}, 'ledger', ${ledgerOf(sql`m`)}) end as student
      from payments m
      left join courses c on c.id = m.course_id
      left join people p on p.id = m.student_id and p.deleted_at is null
      where m.id = ${id}
        and ${seenPayments(person)}
    `,
  );

const shareRow = row({
  share_id: int,
  user_id: int,
  fullname: text,
  course_id: int,
  course_name: text,
  amount: money,
  refunded: money,
  has_left: bool,
  ledger,
});

/** A course admin sees the shares for their own courses. */
const listShares = (db: Db, person: Person, paymentId: number): Promise<PaymentShare[]> =>
  many(
    db,
    shareRow,
    sql`
      select s.id as share_id, p.id as user_id, p.fullname, c.id as course_id, c.course_name, s.amount,
        (select coalesce(sum(r.amount), 0) from refunds r where r.share_id = s.id and r.reversed_at is null) as refunded,
        ${hasLeft(sql`s`)} as has_left, ${ledgerOf(sql`s`)} as ledger
      from payment_shares s
      join payments m on m.id = s.payment_id
      join people p on p.id = s.student_id
      join courses c on c.id = s.course_id
      where s.payment_id = ${paymentId}
        and ${seenShares(person)}
      order by s.id
    `,
  );

const refundRow = row({
  id: int,
  refund_id: text.nullable(),
  share_id: int.nullable(),
  kind: oneOf(refundKinds),
  amount: money,
  reason: text,
  refunded_at: instant,
  by: text.nullable(),
  reversed_at: instant.nullable(),
});

const listRefunds = (db: Db, paymentId: number): Promise<RefundRow[]> =>
  many(
    db,
    refundRow,
    sql`
      select r.id, r.refund_id, r.share_id, r.kind, r.amount, r.reason, r.refunded_at, by.fullname as by, r.reversed_at
      from refunds r
      left join people by on by.id = r.recorded_by
      where r.payment_id = ${paymentId}
      order by r.refunded_at, r.id
    `,
  );

/** The fields of the payment, with the names of its ids. */
const look = z.record(text, z.json());

const foundStep = row({
  source: oneOf(paymentSources),
  at: instant,
  by: text.nullable(),
  import_id: int.nullable(),
  file_name: text.nullable(),
  row: int.nullable(),
  matched_by: oneOf(matchGrounds).nullable(),
  key_name: text.nullable(),
  before: look.nullable(),
  after: look,
});
type FoundStep = RowOf<typeof foundStep>;

/** The names of the ids in a state. */
const named = (look: Sql) => sql`
  ${look} || jsonb_build_object('amount', ${look} ->> 'amount',
    'course', (select c.course_name from courses c where c.id = (${look} ->> 'course_id')::bigint),
    'student', (select p.fullname from people p where p.id = (${look} ->> 'student_id')::bigint))
`;

/**
 * Steps of uploads that were not undone, of intake keys, payment services and hands, oldest first. For an update by one
 * of the last three only the changed fields are known.
 */
const listSteps = (db: Db, id: number) =>
  many(
    db,
    foundStep,
    sql`
      with steps as (
        select 'upload' as source, i.created_at as at, i.id as place, by.fullname as by, i.id as import_id, i.file_name,
          s.row_number as row, s.matched_by, null as key_name, s.before, s.after
        from imported_payments s
        join imports i on i.id = s.import_id and i.undone_at is null
        join people by on by.id = i.created_by
        where s.payment = ${id}
        union all
        select case when a.call = 'page.paid_online' then 'online' when a.intake_key_id is null then 'hand'
            else 'intake' end, a.at, a.id, by.fullname, null, null, null,
          null, k.name, a.before, a.after
        from audit_entries a
        left join intake_keys k on k.id = a.intake_key_id
        left join people by on by.id = a.person_id
        where a.table_name = 'payments'
          and a.row_id = ${id}::text
          and a.action in ('insert', 'update')
          -- an upload is listed above, with its file
          and (a.intake_key_id is not null or a.call = 'page.paid_online' or a.call like 'payments.%')
      )
      select s.source, s.at, s.by, s.import_id, s.file_name, s.row, s.matched_by, s.key_name,
        case when s.before is not null then ${named(sql`s.before`)} end as before,
        ${named(sql`s.after`)} as after
      from steps s
      order by s.at, s.place, s.row
    `,
  );

/** Columns of the table by their names on the wire. */
const shownFields: Readonly<Record<string, string>> = {
  full_name: 'full_name',
  email_id: 'email_id',
  phone_number: 'phone_number',
  course: 'course_name',
  amount: 'amount',
  currency: 'currency',
  status: 'status',
  payment_id: 'payment_id',
  void_reason: 'void_reason',
  paid_at: 'created_at',
  student: 'student',
};

const textOf = (column: string, value: unknown): string => {
  if (typeof value !== 'string') return '';
  return column === 'paid_at' ? new Date(value).toISOString() : value;
};

function changesOf({ before, after }: FoundStep): PaymentStep['changes'] {
  if (before === null) return [];
  return Object.entries(shownFields)
    .map(([column, field]) => ({
      field,
      from: textOf(column, before[column]),
      to: textOf(column, after[column]),
    }))
    .filter(({ from, to }) => from !== to);
}

function stepOf(found: FoundStep): PaymentStep {
  const { before, after: _after, ...step } = found;
  return {
    ...step,
    deed: before === null ? 'created' : 'updated',
    changes: changesOf(found),
  };
}

const noOrigin = { by: null, import_id: null, file_name: null, row: null, key_name: null, matched_by: null };

export async function singlePayment(db: Db, person: Person, id: number): Promise<PaymentDetail | null> {
  const found = await findPayment(db, person, id);
  if (found === null) return null;
  const { recorded_at, is_own, ...payment } = found;
  const [shares, refunds, left, foundSteps] = await Promise.all([
    listShares(db, person, id),
    listRefunds(db, id),
    listLeft(db, id),
    listSteps(db, id),
  ]);
  const isPaid = payment.status.toLowerCase() === paidStatus;
  const isRefunded = refunds.some(({ reversed_at }) => reversed_at === null);
  const open = left.reduce((sum, part) => sum + part.left, 0n);
  const detail = {
    ...payment,
    shares,
    refunds,
    left: fromMils(isPaid ? open : 0n, payment.currency),
    can: {
      correct: is_own && isPaid && !isRefunded,
      void: is_own && payment.status !== voidStatus && !isRefunded,
      refund: is_own && isPaid && payment.currency !== null && open > 0n,
    },
  };
  const steps = foundSteps.map(stepOf);
  const [first] = steps;
  if (first?.deed === 'created') return { ...detail, source: first.source, steps };
  // No upload, key or hand brought it: it was there when the portal started.
  const start: PaymentStep = { ...noOrigin, deed: 'created', source: 'demo', at: recorded_at, changes: [] };
  return { ...detail, source: 'demo', steps: [start, ...steps] };
}
