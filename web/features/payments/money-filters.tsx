import type { MoneyTotals } from '@gurukul/contract/shared/payment-preview';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayInAddress } from '#web/features/attendance/day-in-address.ts';
import { formatNumber, isTurned } from '#web/lib/format.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { texts } from '#web/texts/texts.ts';
import { valueText } from '#web/texts/values.ts';
import { DateField } from '#web/ui/form/date-field.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import classes from './money-filters.module.css';
import type { AskedMoney } from './use-asked-money.ts';

const t = paymentsTexts;

/** The statuses there are and, when the address names another one, that one too. */
function statusOptions(totals: MoneyTotals | undefined, asked: string) {
  const known = totals?.by_status ?? [];
  const missing = asked !== '' && !known.some(({ status }) => status === asked);
  return [
    { value: '', label: t.anyStatus },
    ...known.map(({ status, count }) => ({
      value: status,
      label: t.statusOf(valueText('money', status), formatNumber(count)),
    })),
    ...(missing ? [{ value: asked, label: valueText('money', asked) }] : []),
  ];
}

interface MoneyFiltersProps {
  asked: AskedMoney;
  searchHint: string;
  totals: MoneyTotals | undefined;
  /** What else can be chosen, before the status. */
  children: ReactNode;
  exportMenu: ReactNode;
}

/** Search, status and days of a list of payments or tickets. */
export function MoneyFilters({ asked, searchHint, totals, children, exportMenu }: MoneyFiltersProps) {
  const { view, filter, ask } = asked;
  return (
    <div className={classes.bar}>
      <search className={classes.filters}>
        <SearchBox
          label={t.search}
          placeholder={searchHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
        {children}
        <NativeSelect
          label={t.status}
          data={statusOptions(totals, filter.status)}
          value={filter.status}
          onChange={(event) => ask({ status: event.currentTarget.value })}
        />
        <DateField
          label={t.from}
          value={filter.from}
          error={isTurned(filter.from, dayInAddress(asked.search['to'])) && texts.ui.fromAfterTo}
          onChange={(from) => ask({ from })}
          max={filter.to}
          clearable
        />
        <DateField
          label={t.to}
          value={filter.to}
          onChange={(to) => ask({ to })}
          min={filter.from}
          clearable
        />
      </search>
      <div className={classes.export}>{exportMenu}</div>
    </div>
  );
}
