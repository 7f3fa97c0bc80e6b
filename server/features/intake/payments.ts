import type { PaymentIntake } from '@gurukul/contract/intake';
import { intakeOutcomes } from '@gurukul/contract/intake';
import { said } from '@gurukul/contract/shared/messages';
import type { Said } from '@gurukul/contract/shared/said';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { voidWrongReceipts } from '#server/features/receipts/queries.ts';
import { courseOf, listLivingCourses, studentsOf, unknownStudent } from './look-up.ts';
import { rejected, repeated, twice } from './results.ts';
import type { Judged } from './results.ts';

interface PaymentToWrite extends PaymentIntake {
  readonly course: number;
  /** Null: nobody, or one of several, has the payer's address. The office can name a student in an upload. */
  readonly student: number | null;
  readonly notes: readonly Said[];
}

const writtenPayment = row({ id: int, payment_id: text, outcome: oneOf(intakeOutcomes) });
type WrittenPayment = RowOf<typeof writtenPayment>;

/** Condition: no key sent it, or a person changed it since. The audit trail says who wrote what. */
const officesOwn = sql`(
  exists (
    select from audit_entries a
    where a.table_name = 'payments' and a.row_id = m.id::text and a.person_id is not null
  )
  or not exists (
    select from audit_entries a
    where a.table_name = 'payments' and a.row_id = m.id::text and a.intake_key_id is not null
  )
)`;

/**
 * A payment keeps its known payer: the address from a payment service knows less than the person who once chose. A
 * missing phone number leaves the known one.
 */
async function writePayments(tx: Db, rows: readonly PaymentToWrite[]): Promise<WrittenPayment[]> {
  const column = <K extends keyof PaymentToWrite>(key: K) => rows.map((row) => row[key]);
  const written = await many(
    tx,
    writtenPayment,
    sql`
      with given as (
        select *
        from unnest(
          ${column('payment_id')}::text[], ${column('course')}::bigint[], ${column('student')}::bigint[],
          ${column('full_name')}::text[], ${column('email_id')}::text[],
          ${rows.map((row) => row.phone_number ?? '')}::text[], ${column('amount')}::numeric[],
          ${column('status')}::text[], ${column('paid_at')}::timestamptz[]
        ) as g (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, status, paid_at)
      )
      insert into payments as m
        (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, status, paid_at)
      -- in one order, so that requests with the same payments wait for each other in one direction
      select * from given order by payment_id
      on conflict on constraint payments_payment_id_unique do update
      set course_id = excluded.course_id, student_id = coalesce(m.student_id, excluded.student_id),
        full_name = excluded.full_name, email_id = excluded.email_id,
        phone_number = coalesce(nullif(excluded.phone_number, ''), m.phone_number),
        amount = excluded.amount, status = excluded.status, paid_at = excluded.paid_at
      where (m.course_id, m.student_id, m.full_name, m.email_id, m.phone_number, m.amount, m.status, m.paid_at)
        is distinct from (excluded.course_id, coalesce(m.student_id, excluded.student_id), excluded.full_name,
          excluded.email_id, coalesce(nullif(excluded.phone_number, ''), m.phone_number), excluded.amount, excluded.status, excluded.paid_at)
        and not ${officesOwn}
      -- xmax is 0 in a row that this statement added
      returning m.id, m.payment_id, case when m.xmax = 0 then 'created' else 'updated' end as outcome
    `,
  );
  return [...written, ...(await findUnchanged(tx, rows, written))];
}

/** In a statement of its own, so that it sees a payment that another request stored while this one waited. */
async function findUnchanged(
  tx: Db,
  rows: readonly { readonly payment_id: string }[],
  written: readonly { readonly payment_id: string }[],
): Promise<WrittenPayment[]> {
  const isWritten = new Set(written.map((row) => row.payment_id));
  const others = rows.map((row) => row.payment_id).filter((id) => !isWritten.has(id));
  if (others.length === 0) return [];
  return many(
    tx,
    writtenPayment,
    sql`
      select m.id, m.payment_id, case when ${officesOwn} then 'rejected' else 'unchanged' end as outcome
      from payments m
      where m.payment_id = any(${others}::text[])
    `,
  );
}

const paymentIdRow = row({ payment_id: text });

/**
 * Stores when these payments were signed. Returns those without a later signature, because requests may arrive out of
 * order. The rows stay locked, so that of two requests at once the later signature decides.
 */
async function noteSignatures(
  tx: Db,
  rows: readonly PaymentToWrite[],
  signedAt: Date,
): Promise<PaymentToWrite[]> {
  const noted = await many(
    tx,
    paymentIdRow,
    sql`
      insert into payment_signatures as s (payment_id, signed_at)
      select g.payment_id, ${signedAt}::timestamptz
      from unnest(${rows.map(({ payment_id }) => payment_id)}::text[]) as g (payment_id)
      order by g.payment_id
      on conflict on constraint payment_signatures_pkey do update
      set signed_at = excluded.signed_at
      where s.signed_at <= excluded.signed_at
      returning s.payment_id
    `,
  );
  const isLatest = new Set(noted.map(({ payment_id }) => payment_id));
  return rows.filter(({ payment_id }) => isLatest.has(payment_id));
}

/**
 * Stores payments by their ids: new ones are added, known ones updated. A signed one never replaces a later signed
 * state.
 */
export async function takePayments(
  tx: Db,
  items: readonly PaymentIntake[],
  signedAt?: Date,
): Promise<Judged[]> {
  const courses = await listLivingCourses(tx);
  const students = await studentsOf(tx, items);
  const again = repeated(items.map((item) => item.payment_id));

  const judged = items.map((item, index): Judged | PaymentToWrite => {
    if (again.has(index)) return twice;
    const course = courseOf(item, courses);
    if ('outcome' in course) return course;
    const student = students[index] ?? unknownStudent;
    // Money that came is stored, even where nobody can say whose it is.
    return typeof student === 'number'
      ? { ...item, course: course.id, student, notes: [] }
      : { ...item, course: course.id, student: null, notes: student.notes ?? [] };
  });
  const rows = judged.filter((each) => 'course' in each);
  const latest = signedAt === undefined ? rows : await noteSignatures(tx, rows, signedAt);
  const written = [
    ...(await writePayments(tx, latest)),
    ...(await findUnchanged(tx, rows, latest)).map((row) => ({ ...row, isOvertaken: true })),
  ];
  await voidWrongReceipts(
    tx,
    written.filter(({ outcome }) => outcome === 'updated').map(({ id }) => id),
    'The payment service changed the payment',
  );
  const byPayment = new Map(written.map((row) => [row.payment_id, row]));
  return judged.map((each) => {
    if (!('course' in each)) return each;
    const row = byPayment.get(each.payment_id);
    if (row === undefined) return rejected('item_not_saved');
    // The same for any input: a key learns nothing about the office's payments.
    if (row.outcome === 'rejected') return rejected('payment_of_office');
    if ('isOvertaken' in row) {
      return { outcome: row.outcome, id: row.id, notes: [said('payment_overtaken')] };
    }
    return { outcome: row.outcome, id: row.id, notes: each.notes };
  });
}
