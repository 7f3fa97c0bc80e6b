import sql from 'sql-template-tag';
import type { Db } from '#server/db/pool.ts';
import { int, row, text } from '#server/db/columns.ts';
import { many } from '#server/db/rows.ts';

const priceRow = row({ course_id: int, country_name: text, currency_code: text });
const regionRow = row({ id: int, region: text });

interface OfCourse {
  readonly course: number | null;
  readonly student: number | null;
}

/**
 * The currencies of payments that come without one, in their order: that of the course's prices where they have one,
 * else that of its price for the student's region, else null.
 */
export async function usualCurrencies(db: Db, payments: readonly OfCourse[]): Promise<(string | null)[]> {
  if (payments.length === 0) return [];
  const prices = await many(
    db,
    priceRow,
    sql`
      select p.course_id, p.country_name, p.currency_code
      from course_prices p
      where p.course_id = any(${payments.map(({ course }) => course)}::bigint[])
    `,
  );
  const regions = await many(
    db,
    regionRow,
    sql`select p.id, p.region from people p where p.id = any(${payments.map(({ student }) => student)}::bigint[])`,
  );
  const ofCourse = Map.groupBy(prices, ({ course_id }) => course_id);
  const regionOf = new Map(regions.map(({ id, region }) => [id, region]));
  return payments.map(({ course, student }) => {
    const priced = ofCourse.get(course ?? 0) ?? [];
    const codes = new Set(priced.map(({ currency_code }) => currency_code));
    if (codes.size === 1) return [...codes][0]!;
    const region = regionOf.get(student ?? 0) ?? '';
    return priced.find(({ country_name }) => country_name === region)?.currency_code ?? null;
  });
}

const typeRow = row({ type: text, currency: text });

/** The currency of the prices of all courses of a type, for the types whose prices have one. */
export async function currenciesOfTypes(
  db: Db,
  types: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await many(
    db,
    typeRow,
    sql`
      select y.type, min(p.currency_code) as currency
      from course_types y
      join courses c on c.type_id = y.id
      join course_prices p on p.course_id = c.id
      where y.type = any(${types}::text[])
      group by y.type
      having count(distinct p.currency_code) = 1
    `,
  );
  return new Map(found.map(({ type, currency }) => [type, currency]));
}
