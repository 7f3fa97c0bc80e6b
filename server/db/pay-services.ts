import type { PayService } from '@gurukul/contract/checkouts';
import { payServices } from '@gurukul/contract/checkouts';
import sql from 'sql-template-tag';
import type { RowOf } from './columns.ts';
import { bool, instant, int, list, oneOf, row, text } from './columns.ts';
import type { Db } from './pool.ts';
import { many, maybeOne } from './rows.ts';

/* The payment services on whose pages families pay. */

const serviceRow = row({
  service: oneOf(payServices),
  key_id: text,
  is_test: bool,
  is_on: bool,
  currencies: list(text),
  connected_at: instant,
  heard_at: instant.nullable(),
  version: int,
});
export type ConnectedService = RowOf<typeof serviceRow>;

const columns = sql`
  s.service, s.key_id, s.is_test, s.is_on, s.currencies, s.connected_at, s.heard_at, s.version`;

export const listServices = (db: Db) =>
  many(db, serviceRow, sql`select ${columns} from pay_services s order by s.service`);

export const findService = (db: Db, service: PayService) =>
  maybeOne(db, serviceRow, sql`select ${columns} from pay_services s where s.service = ${service}`);

/** Razorpay serves the currencies that the office chose, Stripe all others. Null: nobody can pay in it. */
export function serviceFor(services: readonly ConnectedService[], currency: string): ConnectedService | null {
  const chosen = services.find(({ service }) => service === 'razorpay');
  const wanted: PayService = (chosen?.currencies ?? ['INR']).includes(currency) ? 'razorpay' : 'stripe';
  return services.find(({ service, is_on }) => service === wanted && is_on) ?? null;
}
