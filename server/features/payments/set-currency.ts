import { mostDecided } from '@gurukul/contract/payments';
import type { CurrencyPreview, Undecided } from '@gurukul/contract/payments';
import { digitsOf, fromMils, toMils } from '@gurukul/contract/shared/money/money';
import sql, { raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { allOf } from '#server/db/all-of.ts';
import { int, money, row } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import { checked, digestOf } from '#server/http/requests/checked.ts';
import type { Ctx, Person } from '#server/http/handlers.ts';
import { fail } from '#server/http/answers/problem.ts';
import { hasStatus, paymentConditions, ticketConditions } from './queries.ts';
import { ownPayments } from './reach.ts';

/* Rows without a currency get one. The preview and the save use the same plan. */

const undecidedRow = row({ id: int, amount: money });

interface Plan extends CurrencyPreview {
  readonly ids: readonly number[];
}

function conditionsOf(person: Person, { of, filter, ids }: Undecided): Sql[] {
  const t = raw(of === 'payments' ? 'm' : 't');
  const ticked = ids ? [sql`${t}.id = any(${ids}::bigint[])`] : [];
  // Others are corrected, and never overwritten.
  const open = [sql`${t}.currency is null`, ...ticked];
  if (of === 'tickets') return [...open, ...ticketConditions(filter), ...hasStatus('t', filter.status)];
  const wanted = paymentConditions({ ...filter, courseadminId: null });
  return [...open, ...wanted, ...hasStatus('m', filter.status), ownPayments(person)];
}

/** The chosen rows that have no currency, the oldest first. A course admin reaches payments of their courses. */
async function planCurrency(db: Db, person: Person, asked: Undecided, isToSave: boolean): Promise<Plan> {
  if (asked.of === 'tickets' && person.role !== 'admin') throw fail('not_allowed');
  const from = asked.of === 'payments' ? sql`payments m` : sql`ticket_payments t`;
  const t = raw(asked.of === 'payments' ? 'm' : 't');
  const rows = await many(
    db,
    undecidedRow,
    sql`
      select ${t}.id, ${t}.amount
      from ${from}
      where ${allOf(conditionsOf(person, asked))}
      order by ${t}.id
      ${isToSave ? sql`for update of ${t}` : sql``}
    `,
  );
  const { currency } = asked;
  const step = 10n ** BigInt(3 - digitsOf(currency));
  const fit = rows.filter(({ amount }) => toMils(amount) % step === 0n);
  const changing = fit.slice(0, mostDecided);
  const ids = changing.map(({ id }) => id);
  return {
    ids,
    selected: rows.length,
    changes: ids.length,
    unfit: rows.length - fit.length,
    amount: fromMils(
      changing.reduce((sum, { amount }) => sum + toMils(amount), 0n),
      currency,
    ),
    digest: await digestOf([asked.of, currency, ...changing]),
  };
}

export async function previewCurrency({ db, person }: Ctx, asked: Undecided): Promise<CurrencyPreview> {
  const { ids: _, ...preview } = await planCurrency(db, person, asked, false);
  return preview;
}

/** The amounts get the decimals of the currency: '1250.00' becomes '1250' in JPY. */
export function setCurrency({ db, person }: Ctx, asked: Undecided, digest: string): Promise<number> {
  const table = raw(asked.of === 'payments' ? 'payments' : 'ticket_payments');
  return checked({
    turn: () => takeTurn(db, 'import of payments'),
    plan: () => planCurrency(db, person, asked, true),
    preview: (plan) => plan,
    seen: digest,
    carryOut: ({ ids }) =>
      run(
        db,
        sql`
          update ${table} m
          set currency = ${asked.currency}, amount = round(m.amount, ${digitsOf(asked.currency)}::integer)
          where m.id = any(${ids}::bigint[])
        `,
      ),
  });
}
