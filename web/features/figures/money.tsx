import { debtAges, figures, type MoneyFigures } from '@gurukul/contract/figures';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { formatMoney } from '#web/lib/format/format.ts';
import { figuresTexts } from '#web/texts/figures.ts';
import { locale } from '#web/texts/language.ts';
import { BarChart } from '#web/ui/chart/bars.tsx';
import { ColumnChart } from '#web/ui/chart/columns.tsx';
import { ChartFrame } from '#web/ui/chart/frame.tsx';
import { useAbout } from './about.ts';
import classes from './figures.module.css';

const t = figuresTexts;

const months = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' });

interface AmountsProps {
  title: string;
  /** What the amounts are by. */
  by: string;
  currency: string | null;
  amounts: readonly (readonly [label: string, amount: string])[];
  Drawing: typeof ColumnChart;
}

/** Amounts of one currency, which is never added to another. */
function Amounts({ title, by, currency, amounts, Drawing }: AmountsProps) {
  const [isTable, setTable] = useState(false);
  const name = `${title} · ${currency ?? t.money.without}`;
  return (
    <ChartFrame
      title={name}
      table={{
        columns: [by, title],
        rows: amounts.map(([label, amount]) => [label, formatMoney(amount, currency)]),
      }}
      empty={null}
      isTable={isTable}
      onTable={setTable}
    >
      <Drawing
        parts={amounts.map(([label, amount]) => ({
          label,
          value: Math.round(Number(amount)),
          tone: 'first',
        }))}
      />
    </ChartFrame>
  );
}

const ageOf = (from: number, place: number) => {
  const next = debtAges[place + 1];
  return next === undefined ? t.debts.over({ days: from }) : t.debts.age({ from, to: next - 1 });
};

function Charts({ money }: { money: MoneyFigures }) {
  const currencies = new Set(
    money.months.flatMap((one) => one.money.flatMap(({ currency }) => currency ?? [])),
  );
  return (
    <div className={classes.money}>
      {[...currencies].toSorted().map((currency) => (
        <Amounts
          key={`received ${currency}`}
          title={t.money.title}
          by={t.cohorts.month}
          currency={currency}
          amounts={money.months.map((one) => [
            months.format(Date.parse(one.month)),
            one.money.find((each) => each.currency === currency)?.received ?? '0',
          ])}
          Drawing={ColumnChart}
        />
      ))}
      {money.debts.map(({ currency, due }) => (
        <Amounts
          key={`due ${currency}`}
          title={t.debts.title}
          by={t.debts.by}
          currency={currency}
          amounts={debtAges.map((from, place) => [ageOf(from, place), due[place] ?? '0'])}
          Drawing={BarChart}
        />
      ))}
    </div>
  );
}

/** Money by month and debts by age, a chart for each currency; nothing for who sees no money. */
export function MoneyPanels() {
  const { about } = useAbout();
  const { week: _week, ...of } = about;
  const { data } = useQuery(query(figures.get_figures, { ...of, part: 'money' }));
  return data?.money ? <Charts money={data.money} /> : null;
}
