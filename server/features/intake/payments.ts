import type { PaymentIntake } from '@gurukul/contract/intake';
import { paymentKinds } from '@gurukul/contract/payments';
import type { PaymentKind } from '@gurukul/contract/payments';
import { intakeOutcomes } from '@gurukul/contract/intake';
import type { PageAction } from '@gurukul/contract/my-page';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { voidWrongReceipts } from '#server/features/receipts/queries.ts';
import { plainName } from '#server/plain-name.ts';
import { amountFor } from './amounts.ts';
import { usualCurrencies } from './currencies.ts';
import { courseOf, listLivingCourses, studentsOf, unknownStudent } from './look-up.ts';
import { latestOf } from './signatures.ts';
import { rejected, repeated, twice } from './results.ts';
import type { ItemResult } from './results.ts';

interface PaymentToWrite extends Omit<PaymentIntake, 'currency' | 'kind'> {
  /** Null: a donation without one. */
  readonly course: number | null;
  readonly kind: PaymentKind;
  readonly currency: string | null;
  /** Where the item says nothing, a known payment keeps its own. */
  readonly saysKind: boolean;
  readonly saysCurrency: boolean;
  /** Null: nobody, or one of several, has the payer's address. The office can name a student in an upload. */
  readonly student: number | null;
  readonly notes: readonly Sentence[];
}

const writtenPayment = row({ id: int, payment_id: text, outcome: oneOf(intakeOutcomes) });
type WrittenPayment = RowOf<typeof writtenPayment>;

/** Condition: no key or payment service sent it, or a person changed it since. The audit trail says who wrote what. */
export const officesOwn = sql`(
  exists (
    select from audit_entries a
    where a.table_name = 'payments' and a.row_id = m.id::text and a.person_id is not null
  )
  or not exists (
    select from audit_entries a
    where a.table_name = 'payments' and a.row_id = m.id::text
      and (a.intake_key_id is not null or a.call = ${'page.paid_online' satisfies PageAction})
  )
)`;

/** A known payment after an item about it. What the item leaves out stays. */
const next = sql`
  select coalesce(excluded.course_id, m.course_id), coalesce(m.student_id, excluded.student_id), excluded.full_name,
    excluded.email_id, coalesce(nullif(excluded.phone_number, ''), m.phone_number), excluded.amount,
    case when g.says_currency then excluded.currency else coalesce(m.currency, excluded.currency) end,
    case when g.says_kind then excluded.kind else m.kind end, coalesce(nullif(excluded.campaign, ''), m.campaign),
    excluded.status, excluded.paid_at
  from given g
  where g.payment_id = m.payment_id
`;

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
          ${column('currency')}::text[], ${column('kind')}::text[],
          ${rows.map(({ campaign = '' }) => campaign)}::text[], ${column('status')}::text[],
          ${column('paid_at')}::timestamptz[], ${column('saysKind')}::boolean[], ${column('saysCurrency')}::boolean[]
        ) as g (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, currency, kind, campaign,
          status, paid_at, says_kind, says_currency)
      )
      insert into payments as m
        (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, currency, kind, campaign, status,
          paid_at)
      -- in one order, so that requests with the same payments wait for each other in one direction
      select g.payment_id, g.course_id, g.student_id, g.full_name, g.email_id, g.phone_number, g.amount, g.currency,
        g.kind, g.campaign, g.status, g.paid_at
      from given g
      order by g.payment_id
      on conflict on constraint payments_payment_id_unique do update
      set (course_id, student_id, full_name, email_id, phone_number, amount, currency, kind, campaign, status, paid_at)
        = (${next})
      where exists (
          select m.course_id, m.student_id, m.full_name, m.email_id, m.phone_number, m.amount, m.currency, m.kind,
            m.campaign, m.status, m.paid_at
          except ${next}
        )
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

const ofKeyRow = row({ payment_id: text, currency: text.nullable(), kind: oneOf(paymentKinds) });

/** The known payments that a key may change. */
async function findOfKeys(tx: Db, paymentIds: readonly string[]) {
  const found = await many(
    tx,
    ofKeyRow,
    sql`
      select m.payment_id, m.currency, m.kind
      from payments m
      where m.payment_id = any(${paymentIds}::text[]) and not ${officesOwn}
    `,
  );
  return new Map(found.map((payment) => [payment.payment_id, payment]));
}

/** Whose a payment is, where the portal asked for it. Null: nobody, or nothing. */
export interface KnownPlace {
  readonly course: number | null;
  readonly student: number | null;
}

interface PaymentPlace extends Pick<PaymentToWrite, 'course' | 'kind' | 'student' | 'notes'> {
  readonly item: PaymentIntake;
}

/**
 * Stores payments by their ids: new ones are added, known ones updated. A signed one never replaces a later signed
 * state. `asked`: their places, in their order, where the portal asked for them.
 */
export async function takePayments(
  tx: Db,
  items: readonly PaymentIntake[],
  signedAt?: Date,
  asked?: readonly KnownPlace[],
): Promise<ItemResult[]> {
  const courses = await listLivingCourses(tx);
  const students = await studentsOf(tx, items);
  const again = repeated(items.map((item) => item.payment_id));

  const known = await findOfKeys(
    tx,
    items.map((item) => item.payment_id),
  );

  const placed = items.map((item, index): ItemResult | PaymentPlace => {
    if (again.has(index)) return twice;
    const place = asked?.[index];
    if (place !== undefined) return { item, kind: item.kind ?? 'fee', ...place, notes: [] };
    const kind = item.kind ?? known.get(item.payment_id)?.kind ?? 'fee';
    const hasNoCourse = item.course_id === undefined && plainName(item.course_name ?? '') === '';
    const course = kind === 'donation' && hasNoCourse ? null : courseOf(item, courses);
    if (course !== null && 'outcome' in course) return course;
    if (kind === 'fee' && (item.campaign ?? '') !== '') return rejected('campaign_of_fee');
    const student = students[index] ?? unknownStudent;
    const found = { item, kind, course: course?.id ?? null };
    if (typeof student === 'number') return { ...found, student, notes: [] };
    // Money that came is stored, even where nobody can say whose it is. A donor need not be a student.
    return { ...found, student: null, notes: kind === 'donation' ? [] : (student.notes ?? []) };
  });
  const usual = await usualCurrencies(
    tx,
    placed.map((each) => ('item' in each ? each : { course: null, student: null })),
  );
  const judged = placed.map((each, index): ItemResult | PaymentToWrite => {
    if (!('item' in each)) return each;
    const { item, ...place } = each;
    const currency = item.currency ?? known.get(item.payment_id)?.currency ?? usual[index] ?? null;
    const amount = amountFor(item.amount, currency);
    if (typeof amount !== 'string') return amount;
    const says = { saysKind: item.kind !== undefined, saysCurrency: item.currency !== undefined };
    return { ...item, ...place, ...says, amount, currency };
  });
  const rows = judged.filter((each) => 'course' in each);
  const latest = await latestOf(tx, rows, (row) => row.payment_id, signedAt);
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
