import type { PayService } from '@gurukul/contract/checkouts';
import { payServices } from '@gurukul/contract/checkouts';
import { nameOfProvider } from '@gurukul/contract/provider';
import type { ProviderSettings } from '@gurukul/contract/provider';
import { sumOf } from '@gurukul/contract/shared/money/money';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { instant, int, money, oneOf, row, text } from '#server/db/columns.ts';
import { dues } from '#server/db/due-money.ts';
import type { Db } from '#server/db/pool.ts';
import { many, maybeOne, run } from '#server/db/rows.ts';
import { inTransaction } from '#server/db/tx.ts';
import { holdAgain } from '../held-places/hold.ts';
import { ServiceRefused } from './ask.ts';
import type { PayConfig } from './gateway.ts';
import { gatewayOf } from './gateway.ts';
import { toMinor } from './minor.ts';
import type { Gateway } from './news.ts';
import { listServices, serviceFor } from '#server/db/pay-services.ts';

/** Stripe ends a page after half an hour at the earliest, Razorpay after a quarter. */
const minutes: Readonly<Record<PayService, number>> = { razorpay: 20, stripe: 31 };
/** A page that ends sooner is not given out again. */
const leastMinutes = 5;

export interface Begun {
  readonly pageId: number;
  readonly readerId: number;
  /** For whom they pay. */
  readonly students: readonly number[];
  readonly currency: string;
  /** For this course alone. Absent: for all that is due. */
  readonly courseId?: number;
}

/** Nothing is due; nobody can pay in this currency now; the service does not take this amount, or said no, or nothing. */
export type NotBegun = 'nothing' | 'off' | 'amount' | 'refused' | 'away';

const partRow = row({ student_id: int, course_id: int, course_name: text, due: money });

const listDue = (db: Db, { students, currency, courseId }: Begun) =>
  many(
    db,
    partRow,
    sql`
      select l.student_id, l.course_id, c.course_name, dues.due
      from ledger_sums l
      join courses c on c.id = l.course_id and c.deleted_at is null
      cross join ${dues}
      where l.student_id = any(${students}::bigint[]) and l.currency = ${currency} and dues.due > 0
        and (${courseId ?? null}::bigint is null or l.course_id = ${courseId ?? null})
      order by l.student_id, l.course_id
    `,
  );

const openRow = row({
  id: int,
  reference: text,
  service: oneOf(payServices),
  service_id: text.nullable(),
  url: text.nullable(),
  ends_at: instant,
});
type Open = RowOf<typeof openRow>;

const openColumns = sql`k.id, k.reference, k.service, k.service_id, k.url, k.ends_at`;

interface Asked extends Open {
  readonly amount: string;
  readonly name: string;
  /** Pages of the reader about some of the same, which ended with this one. */
  readonly ended: readonly Open[];
}

/** What is due becomes an open checkout: one that is there, or a new one. */
async function open(tx: Db, begun: Begun, provider: ProviderSettings): Promise<Asked | NotBegun> {
  const { pageId, readerId, currency } = begun;
  const due = await listDue(tx, begun);
  if (due.length === 0) return 'nothing';
  const serving = serviceFor(await listServices(tx), currency);
  if (serving === null) return 'off';
  const { service, is_test } = serving;
  const amount = sumOf(
    due.map((part) => part.due),
    currency,
  );
  if (toMinor(service, amount, currency) === null) return 'amount';
  const parts = due.map((part) => `${part.student_id}.${part.course_id}.${part.due}`).join(' ');
  // Of two presses at once the second waits here, and finds the checkout of the first.
  await run(tx, sql`select from people where id = ${readerId} for no key update`);
  const courses = [...new Set(due.map(({ course_name }) => course_name))].join(', ');
  const asked = { amount, name: `${nameOfProvider(provider)}: ${courses}`.slice(0, 200) };
  const isSame = sql`(
    k.service = ${service} and k.is_test = ${is_test} and k.currency = ${currency} and k.parts = ${parts}
    and k.page_id = ${pageId} and k.ends_at > now() + make_interval(mins => ${leastMinutes})
  )`;
  const ended = await many(
    tx,
    openRow,
    sql`
      update checkouts k
      set state = case when k.ends_at > now() then 'canceled' else 'expired' end
      where k.reader_id = ${readerId} and k.state = 'open' and not ${isSame} and exists (
          select from checkout_parts t
          where t.checkout_id = k.id and t.student_id = any(${begun.students}::bigint[])
        )
      returning ${openColumns}
    `,
  );
  const before = await maybeOne(
    tx,
    openRow,
    sql`select ${openColumns} from checkouts k where k.reader_id = ${readerId} and k.state = 'open' and ${isSame}`,
  );
  if (before !== null) return { ...before, ...asked, ended };
  const [added] = await many(
    tx,
    openRow,
    sql`
      with k as (
        insert into checkouts (service, is_test, page_id, reader_id, currency, amount, parts, ends_at)
        values (${service}, ${is_test}, ${pageId}, ${readerId}, ${currency}, ${amount}::numeric, ${parts},
          now() + make_interval(mins => ${minutes[service]}))
        returning *
      ), t as (
        insert into checkout_parts (checkout_id, student_id, course_id, amount)
        select k.id, g.student_id, g.course_id, g.amount
        from k, unnest(
          ${due.map(({ student_id }) => student_id)}::bigint[], ${due.map(({ course_id }) => course_id)}::bigint[],
          ${due.map((part) => part.due)}::numeric[]
        ) with ordinality as g (student_id, course_id, amount, place)
        order by g.place
      )
      select ${openColumns} from k
    `,
  );
  return { ...added!, ...asked, ended };
}

interface Tools {
  readonly pool: pg.Pool;
  readonly config: PayConfig;
  readonly provider: ProviderSettings;
  readonly warn: (error: unknown) => void;
}

/** Ends pages at their services, as far as these answer. What is paid there all the same arrives as any payment. */
async function endPages({ pool, config, warn }: Tools, pages: readonly Open[]): Promise<void> {
  for (const { service, service_id } of pages) {
    if (service_id === null) continue;
    const gateway = await gatewayOf(pool, config, service);
    await gateway?.cancel(service_id).catch(warn);
  }
}

async function askFor(gateway: Gateway, { pool, config }: Tools, asked: Asked, currency: string) {
  const { reference, amount, name, ends_at } = asked;
  const returnTo = `${config.appUrl}/me/paid/${reference}`;
  const { id, url } = await gateway.create({
    reference,
    amount,
    currency,
    name,
    endsAt: new Date(ends_at),
    returnTo,
    leaveTo: `${returnTo}?left=yes`,
  });
  await run(pool, sql`update checkouts set service_id = ${id}, url = ${url} where id = ${asked.id}`);
  return url;
}

/**
 * The address of the service's page for what is due. No transaction is open while the service is asked; after a lost
 * answer the next press asks with the same reference, and gets the same page.
 */
export async function beginCheckout(
  tools: Tools,
  begun: Begun,
): Promise<{ readonly url: string } | NotBegun> {
  const { pool, config, provider, warn } = tools;
  // Two transactions: a payment that arrives meanwhile locks its checkout first, and the registrations after it.
  await inTransaction(pool, async (tx) => holdAgain(tx, begun.students));
  const asked = await inTransaction(pool, async (tx) => open(tx, begun, provider));
  if (typeof asked === 'string') return asked;
  await endPages(tools, asked.ended);
  if (asked.url !== null) return { url: asked.url };
  const gateway = await gatewayOf(pool, config, asked.service);
  if (gateway === null) return 'off';
  try {
    return { url: await askFor(gateway, tools, asked, begun.currency) };
  } catch (error) {
    warn(error);
    if (!(error instanceof ServiceRefused)) return 'away';
    // It will say no again. The next press begins anew.
    await run(pool, sql`update checkouts set state = 'canceled' where id = ${asked.id} and state = 'open'`);
    return 'refused';
  }
}
