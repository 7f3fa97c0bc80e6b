import type { TicketIntake } from '@gurukul/contract/intake';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { repeated, twice } from './results.ts';
import type { Judged } from './results.ts';

/** Stores tickets by their payment ids: new ones are added, known ones updated. */
export async function takeTickets(tx: Db, items: readonly TicketIntake[]): Promise<Judged[]> {
  const again = repeated(items.map((item) => item.payment_id));
  const written = await writeTickets(
    tx,
    items.filter((_, index) => !again.has(index)),
  );
  const byPayment = new Map(written.map((row) => [row.payment_id, row]));
  return items.map(({ payment_id: paymentId }, index) => {
    const row = byPayment.get(paymentId);
    return again.has(index) || row === undefined ? twice : { outcome: row.outcome, id: row.id };
  });
}

const writtenTicket = row({
  id: int,
  payment_id: text,
  outcome: oneOf(['unchanged', 'created', 'updated']),
});
type WrittenTicket = RowOf<typeof writtenTicket>;

async function writeTickets(tx: Db, items: readonly TicketIntake[]): Promise<WrittenTicket[]> {
  const column = <K extends keyof TicketIntake>(key: K) => items.map((item) => item[key]);
  const written = await many(
    tx,
    writtenTicket,
    sql`
      with given as (
        select *
        from unnest(
          ${column('payment_id')}::text[], ${column('name')}::text[], ${column('email')}::text[],
          ${items.map(({ phone = '' }) => phone)}::text[], ${column('course_type')}::text[],
          ${column('registration_code')}::text[], ${column('adult')}::integer[], ${column('child')}::integer[],
          ${column('amount')}::numeric[], ${column('status')}::text[], ${column('paid_at')}::timestamptz[]
        ) as g (payment_id, name, email, phone, course_type, registration_code, adult, child, amount, status, created_at)
      )
      insert into ticket_payments as t
        (payment_id, name, email, phone, course_type, registration_code, adult, child, amount, status, created_at)
      -- in one order, so that requests with the same tickets wait for each other in one direction
      select * from given order by payment_id
      on conflict on constraint ticket_payments_payment_id_unique do update
      set name = excluded.name, email = excluded.email, phone = coalesce(nullif(excluded.phone, ''), t.phone), course_type = excluded.course_type,
        registration_code = excluded.registration_code, adult = excluded.adult, child = excluded.child,
        amount = excluded.amount, status = excluded.status, created_at = excluded.created_at
      where (t.name, t.email, t.phone, t.course_type, t.registration_code, t.adult, t.child, t.amount, t.status,
          t.created_at)
        is distinct from (excluded.name, excluded.email, coalesce(nullif(excluded.phone, ''), t.phone), excluded.course_type,
          excluded.registration_code, excluded.adult, excluded.child, excluded.amount, excluded.status,
          excluded.created_at)
      -- xmax is 0 in a row that this statement added
      returning t.id, t.payment_id, case when t.xmax = 0 then 'created' else 'updated' end as outcome
    `,
  );
  return [...written, ...(await findUnchanged(tx, items, written))];
}

/** In a statement of its own, so that it sees a ticket that another request stored while this one waited. */
async function findUnchanged(
  tx: Db,
  items: readonly TicketIntake[],
  written: readonly WrittenTicket[],
): Promise<WrittenTicket[]> {
  const isWritten = new Set(written.map((row) => row.payment_id));
  const others = items.map((item) => item.payment_id).filter((id) => !isWritten.has(id));
  if (others.length === 0) return [];
  return many(
    tx,
    writtenTicket,
    sql`
      select t.id, t.payment_id, 'unchanged' as outcome
      from ticket_payments t
      where t.payment_id = any(${others}::text[])
    `,
  );
}
