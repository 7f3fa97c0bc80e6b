import type { SettlementService } from '@gurukul/contract/shared/files/settlement-layouts';
import { officeZone } from '#server/time/office-clock.ts';
import sql from 'sql-template-tag';
import type { RowOf } from '#server/db/columns.ts';
import { bool, date, idRow, instant, int, list, money, row, signedMoney, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';

const knownPayment = row({
  /** payments.id; null: a ticket. */
  id: int.nullable(),
  payment_id: text,
  full_name: text,
  amount: money,
  currency: text.nullable(),
  status: text,
  paid_on: date,
});
/** A payment or a ticket that a line may mean. */
export type KnownPayment = RowOf<typeof knownPayment>;

/** Payments and tickets with one of these numbers. */
export const findPaymentsByNumber = (db: Db, numbers: readonly string[]): Promise<KnownPayment[]> =>
  many(
    db,
    knownPayment,
    sql`
      select m.id, m.payment_id, m.full_name, m.amount, m.currency, m.status,
        (m.paid_at at time zone ${officeZone})::date as paid_on
      from payments m
      where m.payment_id = any(${numbers}::text[])
      union all
      select null, t.payment_id, t.name, t.amount, t.currency, t.status,
        (t.created_at at time zone ${officeZone})::date
      from ticket_payments t
      where t.payment_id = any(${numbers}::text[])
        and not exists (select from payments m where m.payment_id = t.payment_id)
    `,
  );

/** Received payments by bank, UPI or cheque of these amounts, between two days. */
export const findPaymentsByAmount = (
  db: Db,
  currency: string,
  amounts: readonly string[],
  from: string,
  until: string,
): Promise<KnownPayment[]> =>
  many(
    db,
    knownPayment,
    sql`
      select m.id, m.payment_id, m.full_name, m.amount, m.currency, m.status,
        (m.paid_at at time zone ${officeZone})::date as paid_on
      from payments m
      where m.paid_at >= (${from}::date - 4)::timestamp at time zone ${officeZone}
        and m.paid_at < (${until}::date + 5)::timestamp at time zone ${officeZone}
        and m.amount = any(${amounts}::numeric[])
        and m.currency = ${currency}
        and lower(m.status) = 'success'
        and coalesce(m.method, 'bank') in ('bank', 'upi', 'cheque')
      order by m.id
    `,
  );

const knownRefund = row({
  refund_id: text.nullable(),
  id: int,
  payment_id: text,
  full_name: text,
  kind: text,
  amount: money,
  is_reversed: bool,
});
export type KnownRefund = RowOf<typeof knownRefund>;

/** Refunds with one of these numbers, or of one of these payments. */
export const findRefunds = (
  db: Db,
  numbers: readonly string[],
  paymentIds: readonly number[],
): Promise<KnownRefund[]> =>
  many(
    db,
    knownRefund,
    sql`
      select r.refund_id, r.id, m.payment_id, m.full_name, r.kind, r.amount, r.reversed_at is not null as is_reversed
      from refunds r
      join payments m on m.id = r.payment_id
      where r.refund_id = any(${numbers}::text[]) or r.payment_id = any(${paymentIds}::bigint[])
      order by r.id
    `,
  );

const savedLine = row({ service: text, line_id: text, explained_by: text.nullable(), kind: text });
export type SavedLine = RowOf<typeof savedLine>;

/** Saved lines with one of these numbers, or explained by one of these payments. */
export const findSavedLines = (
  db: Db,
  service: SettlementService,
  ids: readonly string[],
  payments: readonly string[],
): Promise<SavedLine[]> =>
  many(
    db,
    savedLine,
    sql`
      select l.service, l.line_id, l.explained_by, l.kind
      from settlement_lines l
      where (l.service = ${service} and l.line_id = any(${ids}::text[]))
        or (l.explained_by = any(${payments}::text[]) and (l.service = 'bank') = ${service === 'bank'})
    `,
  );

const savedPayout = row({
  id: int,
  service: text,
  payout_id: text,
  utr: text,
  currency: text,
  payout: signedMoney,
  paid_on: date.nullable(),
  has_arrived: bool,
});
export type SavedPayout = RowOf<typeof savedPayout>;

const payoutColumns = sql`
  s.id, s.service, s.payout_id, s.utr, s.currency, s.payout, s.paid_on,
  exists (select from settlement_lines l where l.payout_of = s.id) as has_arrived`;

/** Saved payouts of this service with one of these numbers. */
export const findPayouts = (
  db: Db,
  service: SettlementService,
  ids: readonly string[],
): Promise<SavedPayout[]> =>
  many(
    db,
    savedPayout,
    sql`
      select ${payoutColumns}
      from settlements s
      where s.service = ${service} and s.payout_id = any(${ids}::text[])
    `,
  );

/** Payouts of payment services that a statement may show: by their amount. */
export const findPayoutsByAmount = (
  db: Db,
  currency: string,
  amounts: readonly string[],
): Promise<SavedPayout[]> =>
  many(
    db,
    savedPayout,
    sql`
      select ${payoutColumns}
      from settlements s
      where s.service <> 'bank' and s.currency = ${currency} and s.payout = any(${amounts}::numeric[])
      order by s.id
    `,
  );

export interface SettlementToSave {
  readonly service: SettlementService;
  readonly payout_id: string;
  readonly utr: string;
  readonly paid_on: string | null;
  readonly currency: string;
  readonly captures: string;
  readonly fees: string;
  readonly tax: string;
  readonly refunds: string;
  readonly adjustments: string;
  readonly payout: string;
  readonly file_name: string;
  readonly saved_by: number;
}

export async function insertSettlement(tx: Db, s: SettlementToSave): Promise<number> {
  const { id } = await one(
    tx,
    idRow,
    sql`
      insert into settlements (service, payout_id, utr, paid_on, currency, captures, fees, tax, refunds, adjustments,
        payout, file_name, saved_by)
      values (${s.service}, ${s.payout_id}, ${s.utr}, ${s.paid_on}, ${s.currency}, ${s.captures}, ${s.fees}, ${s.tax},
        ${s.refunds}, ${s.adjustments}, ${s.payout}, ${s.file_name}, ${s.saved_by})
      returning id
    `,
  );
  return id;
}

export interface LineToSave {
  readonly settlement_id: number;
  readonly line_id: string;
  readonly row_number: number;
  readonly kind: string;
  readonly refs: readonly string[];
  readonly on_day: string | null;
  readonly description: string;
  readonly gross: string;
  readonly fee: string;
  readonly tax: string;
  readonly net: string;
  readonly shown_amount: string | null;
  readonly shown_currency: string | null;
  readonly explained_by: string | null;
  readonly payout_of: number | null;
  readonly open: string | null;
}

export const insertLines = (
  tx: Db,
  service: SettlementService,
  lines: readonly LineToSave[],
): Promise<number> =>
  run(
    tx,
    sql`
      insert into settlement_lines (service, settlement_id, line_id, row_number, kind, refs, on_day, description, gross,
        fee, tax, net, shown_amount, shown_currency, explained_by, payout_of, open)
      select ${service}, l.*
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as l (settlement_id bigint, line_id text,
        row_number integer, kind text, refs text[], on_day date, description text, gross numeric, fee numeric,
        tax numeric, net numeric, shown_amount numeric, shown_currency text, explained_by text, payout_of bigint,
        open text)
    `,
  );

const savedRow = row({
  id: int,
  service: text,
  payout_id: text,
  utr: text,
  paid_on: date.nullable(),
  currency: text,
  captures: signedMoney,
  fees: signedMoney,
  tax: signedMoney,
  refunds: signedMoney,
  adjustments: signedMoney,
  payout: signedMoney,
  file_name: text,
  saved_by: text,
  saved_at: instant,
  arrived_on: date.nullable(),
  lines: int,
});
export type SavedRow = RowOf<typeof savedRow>;

export const listSettlements = (db: Db, limit: number, offset: number): Promise<SavedRow[]> =>
  many(
    db,
    savedRow,
    sql`
      select s.id, s.service, s.payout_id, s.utr, s.paid_on, s.currency, s.captures, s.fees, s.tax, s.refunds,
        s.adjustments, s.payout, s.file_name, by.fullname as saved_by, s.saved_at,
        (select min(l.on_day) from settlement_lines l where l.payout_of = s.id) as arrived_on,
        (select count(*) from settlement_lines l where l.settlement_id = s.id) as lines
      from settlements s
      join people by on by.id = s.saved_by
      order by s.paid_on desc nulls last, s.id desc
      limit ${limit} offset ${offset}
    `,
  );

const countRow = row({ count: int });

export const countSettlements = async (db: Db): Promise<number> =>
  (await one(db, countRow, sql`select count(*) as count from settlements`)).count;

const openLine = row({
  settlement_id: int,
  service: text,
  currency: text,
  line_id: text,
  row_number: int,
  kind: text,
  refs: list(text),
  on_day: date.nullable(),
  description: text,
  gross: signedMoney,
  fee: signedMoney,
  tax: signedMoney,
  net: signedMoney,
  shown_amount: signedMoney.nullable(),
  shown_currency: text.nullable(),
});
export type OpenLine = RowOf<typeof openLine>;

/** Lines that nothing explained when they were saved, and those whose payment does not count as received any more. */
export const listOpenLines = (db: Db, settlementIds: readonly number[]): Promise<OpenLine[]> =>
  many(
    db,
    openLine,
    sql`
      select l.settlement_id, l.service, s.currency, l.line_id, l.row_number, l.kind, l.refs, l.on_day, l.description,
        l.gross, l.fee, l.tax, l.net, l.shown_amount, l.shown_currency
      from settlement_lines l
      join settlements s on s.id = l.settlement_id
      where l.settlement_id = any(${settlementIds}::bigint[])
        and (
          l.open is not null
          or l.kind = 'payment' and l.payout_of is null
            and not exists (
              select from payments m where m.payment_id = l.explained_by
                and lower(m.status) similar to '%(success|refund|disput|chargeback|settled)%'
            )
            and not exists (
              select from ticket_payments t where t.payment_id = l.explained_by
                and lower(t.status) similar to '%(success|refund|disput|chargeback|settled)%'
            )
        )
      order by l.settlement_id, l.row_number
    `,
  );
