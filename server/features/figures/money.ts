import type { MoneyFigures } from '@gurukul/contract/figures';
import { debtAges, moneyMonths } from '@gurukul/contract/figures';
import { sumOf } from '@gurukul/contract/shared/money/money';
import type { Db } from '#server/db/pool.ts';
import { sumOwing } from '../ledger/owing.ts';
import { lastDayOf, monthFrom, monthOf } from './cohorts.ts';
import type { About } from './reach.ts';
import { readMoney } from './week.ts';

/** What was received month by month, as the list of payments adds it up, and what is due, as the list of debts does. */
export async function readMoneyFigures(db: Db, about: About, today: string): Promise<MoneyFigures | null> {
  const months: MoneyFigures['months'] = [];
  for (let back = moneyMonths - 1; back >= 0; back -= 1) {
    const month = monthFrom(monthOf(today), -back);
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the server has others to answer
    const money = await readMoney(db, about, { from: month, to: lastDayOf(month) });
    if (money === null) return null;
    months.push({ month, money });
  }
  // All that is at least so old.
  const since: ReadonlyMap<string, string>[] = [];
  for (const overdue of debtAges) {
    // oxlint-disable-next-line no-await-in-loop
    const { totals } = await sumOwing(db, about.caller, {
      show: 'due',
      course_id: about.courseId,
      ...(overdue > 0 && { overdue }),
    });
    since.push(new Map(totals.map(({ currency, due }) => [currency, due])));
  }
  const debts = [...(since[0]?.keys() ?? [])].map((currency) => {
    const least = (age: number) => since[age]?.get(currency) ?? '0';
    return { currency, due: debtAges.map((_, age) => sumOf([least(age), `-${least(age + 1)}`], currency)) };
  });
  return { months, debts };
}
