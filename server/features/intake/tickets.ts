import type { TicketIntake } from '@gurukul/contract/intake';
import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, oneOf, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';
import { amountFor } from './amounts.ts';
import { currenciesOfTypes } from './currencies.ts';
import { rejected, repeated, twice } from './results.ts';
import type { ItemResult } from './results.ts';

/** Stores tickets by their payment ids: new ones are added, known ones updated. */
export async function takeTickets(tx: Db, items: readonly TicketIntake[]): Promise<ItemResult[]> {
  const again = repeated(items.map((item) => item.payment_id));
  const known = await findCurrencies(
    tx,
    items.map((item) => item.payment_id),
  );
  const usual = await currenciesOfTypes(
    tx,
    items.map((item) => item.course_type),
  );
  const judged = items.map((item, index): ItemResult | TicketToWrite => {
    if (again.has(index)) return twice;
    const currency = item.currency ?? known.get(item.payment_id) ?? usual.get(item.course_type) ?? null;
    const amount = amountFor(item.amount, currency);
    return typeof amount === 'string'
      ? { ...item, amount, currency, saysCurrency: item.currency !== undefined }
      : amount;
  });
  const written = await writeTickets(
    tx,
    judged.filter((each) => 'amount' in each),
  );
  const byPayment = new Map(written.map((row) => [row.payment_id, row]));
  return judged.map((each) => {
    if (!('amount' in each)) return each;
    const row = byPayment.get(each.payment_id);
    return row === undefined ? rejected('item_not_saved') : { outcome: row.outcome, id: row.id };
  });
}

const currencyRow = row({ payment_id: text, currency: text.nullable() });

async function findCurrencies(tx: Db, paymentIds: readonly string[]) {
  const found = await many(
    tx,
    currencyRow,
    sql`
      select t.payment_id, t.currency
      from ticket_payments t
      where t.payment_id = any(${paymentIds}::text[])
    `,
  );
  return new Map(found.map(({ payment_id, currency }) => [payment_id, currency]));
}

const writtenTicket = row({
  id: int,
  payment_id: text,
  outcome: oneOf(['unchanged', 'created', 'updated']),
});
type WrittenTicket = RowOf<typeof writtenTicket>;

interface TicketToWrite extends Omit<TicketIntake, 'currency'> {
  readonly currency: string | null;
  /** Where the item says none, a known ticket keeps its own. */
  readonly saysCurrency: boolean;
}

/** A known ticket after an item about it. */
const next = sql`
  select excluded.name, excluded.email, coalesce(nullif(excluded.phone, ''), t.phone), excluded.course_type,
    excluded.registration_code, excluded.adult, excluded.child, excluded.amount,
    case when g.says_currency then excluded.currency else coalesce(t.currency, excluded.currency) end, excluded.status,
    excluded.created_at
  from given g
  where g.payment_id = t.payment_id
`;

async function writeTickets(tx: Db, items: readonly TicketToWrite[]): Promise<WrittenTicket[]> {
  const column = <K extends keyof TicketToWrite>(key: K) => items.map((item) => item[key]);
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
          ${column('amount')}::numeric[], ${column('currency')}::text[], ${column('status')}::text[],
          ${column('paid_at')}::timestamptz[], ${column('saysCurrency')}::boolean[]
        ) as g (payment_id, name, email, phone, course_type, registration_code, adult, child, amount, currency, status,
          created_at, says_currency)
      )
      insert into ticket_payments as t
        (payment_id, name, email, phone, course_type, registration_code, adult, child, amount, currency, status,
          created_at)
      -- in one order, so that requests with the same tickets wait for each other in one direction
      select g.payment_id, g.name, g.email, g.phone, g.course_type, g.registration_code, g.adult, g.child, g.amount,
        g.currency, g.status, g.created_at
      from given g
      order by g.payment_id
      on conflict on constraint ticket_payments_payment_id_unique do update
      set (name, email, phone, course_type, registration_code, adult, child, amount, currency, status, created_at)
        = (${next})
      where exists (
        select t.name, t.email, t.phone, t.course_type, t.registration_code, t.adult, t.child, t.amount, t.currency,
          t.status, t.created_at
        except ${next}
      )
      -- xmax is 0 in a row that this statement added
      returning t.id, t.payment_id, case when t.xmax = 0 then 'created' else 'updated' end as outcome
    `,
  );
  return [...written, ...(await findUnchanged(tx, items, written))];
}

/** In a statement of its own, so that it sees a ticket that another request stored while this one waited. */
async function findUnchanged(
  tx: Db,
  items: readonly TicketToWrite[],
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
