import type { ExchangeRate } from '@gurukul/contract/settlements';
import sql from 'sql-template-tag';
import { date, money, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, one, run } from '#server/db/rows.ts';
import { printOf, refuseOlder } from '#server/http/version.ts';

const reportingRow = row({ reporting_currency: text.nullable() });
const rateRow = row({ currency: text, rate: money, as_of: date });

interface Rates {
  readonly reporting_currency: string | null;
  readonly rates: ExchangeRate[];
  readonly version: string;
}

export async function readRates(db: Db): Promise<Rates> {
  const { reporting_currency } = await one(db, reportingRow, sql`select reporting_currency from provider`);
  const rates = await many(
    db,
    rateRow,
    sql`select r.currency, r.rate, r.as_of from exchange_rates r order by r.currency`,
  );
  const version = printOf(...rates.flatMap(({ currency, rate, as_of }) => [currency, rate, as_of]));
  return { reporting_currency, rates, version };
}

/** Rates that stay as they are write nothing, so that the trail names only what changed. */
export async function saveRates(
  tx: Db,
  rates: readonly ExchangeRate[],
  version: string | undefined,
): Promise<void> {
  // One person after the other: the second sees what the first one saved.
  await run(tx, sql`select from provider for no key update`);
  refuseOlder(version, (await readRates(tx)).version);
  const given = sql`
    jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as n (currency text, rate numeric, as_of date)
  `;
  await run(
    tx,
    sql`
      delete from exchange_rates r
      where not exists (select from ${given} where n.currency = r.currency)
    `,
  );
  await run(
    tx,
    sql`
      insert into exchange_rates as r (currency, rate, as_of)
      select n.currency, n.rate, n.as_of from ${given}
      on conflict on constraint exchange_rates_currency_unique do update
        set rate = excluded.rate, as_of = excluded.as_of
        where (r.rate, r.as_of) is distinct from (excluded.rate, excluded.as_of)
    `,
  );
}
