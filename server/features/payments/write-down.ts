import { paidStatus, voidStatus } from '@gurukul/contract/payments';
import type { WrittenPayment } from '@gurukul/contract/payments';
import { fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import { idRow, money, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { payingGuardian } from '#server/db/payer.ts';
import { exists, maybeOne, one, run } from '#server/db/rows.ts';
import { voidReceiptsOf } from '#server/features/receipts/queries.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { officeToday, officeZone } from '#server/time/office-clock.ts';
import { checkWritten } from './check-written.ts';
import type { Checked, Share, PaymentInput } from './check-written.ts';
import { holdPayment } from './held-payment.ts';

interface WrittenDown {
  readonly id: number;
  readonly payment_id: string;
  /** How much of it is more than was open. */
  readonly credit: string;
}

const lastNumberRow = row({ payment_id: text });

/** 'CASH-2026-000124', the one after the last of this method and year. */
async function nextNumber(tx: Db, { method, paid_at }: Checked['values']): Promise<string> {
  const series = `${method.toUpperCase()}-${paid_at.slice(0, 4)}-`;
  const last = await maybeOne(
    tx,
    lastNumberRow,
    sql`
      select m.payment_id
      from payments m
      where m.received_by is not null and m.payment_id like ${`${series}%`} and m.payment_id ~ ${`^${series}[0-9]{6,9}$`}
      order by length(m.payment_id) desc, m.payment_id collate "C" desc
      limit 1
    `,
  );
  const number = last === null ? 1 : Number(last.payment_id.slice(series.length)) + 1;
  return `${series}${String(number).padStart(6, '0')}`;
}

interface Insert {
  readonly paymentId: string;
  readonly checked: Checked;
  /** The payment that is corrected, and its instant where the day stays. */
  readonly corrects?: number;
}

/**
 * Whether the office names a payer who is neither one of the students nor the guardian who pays for the first. A
 * correction that keeps the name keeps the answer: the people may have other names by then.
 */
const isByAnother = (
  { full_name, student_id }: Checked['values'],
  pairs: Checked['pairs'],
  corrects: number | undefined,
) => sql`coalesce(
  (select w.by_another from payments w where w.id = ${corrects ?? null} and w.full_name = ${full_name}),
  ${student_id}::bigint is not null and not exists (
    select from people y
    where (
      y.id in (${student_id}, ${payingGuardian(sql`${student_id}`)})
      or y.id = any(${pairs.map(({ user_id }) => user_id)}::bigint[])
    ) and lower(trim(y.fullname)) = lower(trim(${full_name}))
  )
)`;

/** Null: the payment id is taken. It waits for a transaction that is about to take it. */
const insertPayment = (tx: Db, person: Person, { paymentId, checked: { values, pairs }, corrects }: Insert) =>
  maybeOne(
    tx,
    idRow,
    sql`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, currency, kind,
        campaign, method, note, status, paid_at, received_by, corrects, by_another)
      values (${paymentId}, ${values.course_id}, ${values.student_id}, ${values.full_name}, ${values.email_id},
        ${values.phone_number}, ${values.amount}::numeric, ${values.currency}, ${values.kind}, ${values.campaign},
        ${values.method}, ${values.note}, ${paidStatus},
        coalesce(
          (select w.paid_at from payments w
            where w.id = ${corrects ?? null} and (w.paid_at at time zone ${officeZone})::date = ${values.paid_at}::date),
          case when ${values.paid_at}::date = ${officeToday} then now()
            else ${values.paid_at}::timestamp at time zone ${officeZone} end
        ),
        ${person.id}, ${corrects ?? null}, ${isByAnother(values, pairs, corrects)})
      on conflict on constraint payments_payment_id_unique do nothing
      returning id
    `,
  );

const insertShares = (tx: Db, paymentId: number, shares: readonly Share[]) =>
  run(
    tx,
    sql`
      insert into payment_shares (payment_id, student_id, course_id, amount)
      select ${paymentId}, s.student_id, s.course_id, s.amount
      from unnest(
        ${shares.map(({ user_id }) => user_id)}::bigint[], ${shares.map(({ course_id }) => course_id)}::bigint[],
        ${shares.map(({ amount }) => amount)}::numeric[]
      ) with ordinality as s (student_id, course_id, amount, place)
      order by s.place
    `,
  );

const creditRow = row({ credit: money });

/** How much of this payment is more than was open, where something is charged. */
async function creditOf(tx: Db, { values: { currency }, pairs }: Checked): Promise<string> {
  const { credit } = await one(
    tx,
    creditRow,
    sql`
      select coalesce(sum(least(b.credit, g.amount)), 0) as credit
      from unnest(
        ${pairs.map(({ user_id }) => user_id)}::bigint[], ${pairs.map(({ course_id }) => course_id)}::bigint[],
        ${pairs.map(({ amount }) => amount)}::numeric[]
      ) as g (student_id, course_id, amount)
      join balances b on b.student_id = g.student_id and b.course_id = g.course_id and b.currency = ${currency}
      where b.charged > 0
    `,
  );
  return fromMils(toMils(credit), currency);
}

async function complete(tx: Db, id: number, paymentId: string, checked: Checked): Promise<WrittenDown> {
  await insertShares(tx, id, checked.shares);
  return { id, payment_id: paymentId, credit: await creditOf(tx, checked) };
}

const mostTries = 20;

/** Another payment may take the number at the same moment: then the next one is tried. */
export async function recordPayment(ctx: Ctx, written: WrittenPayment): Promise<WrittenDown> {
  const { db, person } = ctx;
  const { reference, again, ...values } = written;
  const checked = await checkWritten(ctx, values);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const counted = tries === 1 ? reference : `${reference}-${tries}`;
    const paymentId = reference === '' ? await nextNumber(db, checked.values) : counted;
    const added = await insertPayment(db, person, { paymentId, checked });
    if (added !== null) return complete(db, added.id, paymentId, checked);
    if (reference !== '' && again !== true) throw fail('payment_id_known');
  }
  throw fail('conflict');
}

/** The number of a payment that is void and has a successor, which takes its number. */
const voidNumber = (paymentId: string, id: number) => `${paymentId} (void ${id})`;

async function refuseRefunded(tx: Db, paymentId: number): Promise<void> {
  const hasRefunds = await exists(
    tx,
    sql`select from refunds r where r.payment_id = ${paymentId} and r.reversed_at is null limit 1`,
  );
  if (hasRefunds) throw fail('payment_has_refunds');
}

/** Its receipt becomes void with it. */
async function makeVoid(tx: Db, id: number, paymentId: string, reason: string): Promise<void> {
  await run(
    tx,
    sql`
      update payments m
      set status = ${voidStatus}, void_reason = ${reason}, payment_id = ${paymentId}
      where m.id = ${id}
    `,
  );
  await voidReceiptsOf(tx, [id], reason);
}

interface Correction extends PaymentInput {
  readonly id: number;
  readonly reason: string;
}

/** The new payment has the number of the old one, by which files, services and settlements know it. */
export async function correctPayment(ctx: Ctx, { id, reason, ...written }: Correction): Promise<WrittenDown> {
  const { db, person } = ctx;
  const checked = await checkWritten(ctx, written);
  const old = await holdPayment(db, person, id);
  if (old.status.toLowerCase() !== paidStatus) throw fail('payment_not_received');
  await refuseRefunded(db, id);
  await makeVoid(db, id, voidNumber(old.payment_id, id), reason);
  const added = await insertPayment(db, person, { paymentId: old.payment_id, checked, corrects: id });
  if (added === null) throw fail('conflict');
  return complete(db, added.id, old.payment_id, checked);
}

export async function voidPayment(
  { db, person }: Ctx,
  { id, reason }: { readonly id: number; readonly reason: string },
): Promise<Omit<WrittenDown, 'credit'>> {
  const { payment_id } = await holdPayment(db, person, id);
  await refuseRefunded(db, id);
  await makeVoid(db, id, payment_id, reason);
  return { id, payment_id };
}
