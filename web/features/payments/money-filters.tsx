import type { MoneyOfStatus } from '@gurukul/contract/shared/money/payment-preview';
import type { ReactNode } from 'react';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { formatNumber, isTurned } from '#web/lib/format/format.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { texts } from '#web/texts/texts.ts';
import { valueText } from '#web/texts/values.ts';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { DaysFilter } from '#web/ui/table/days-filter.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import type { AskedMoney } from './use-asked-money.ts';

const t = paymentsTexts;

/** The statuses there are and, when the address names another one, that one too. */
function statusOptions(byStatus: readonly MoneyOfStatus[] | undefined, asked: string) {
  const counts = new Map<string, number>();
  for (const { status, count } of byStatus ?? []) counts.set(status, (counts.get(status) ?? 0) + count);
  const known = Array.from(counts, ([status, count]) => ({ status, count }));
  const missing = asked !== '' && !known.some(({ status }) => status === asked);
  return [
    { value: '', label: t.anyStatus },
    ...known.map(({ status, count }) => ({
      value: status,
      label: t.statusOf({ status: valueText('money', status), count: formatNumber(count) }),
    })),
    ...(missing ? [{ value: asked, label: valueText('money', asked) }] : []),
  ];
}

/** The currencies there are and the one that the address names; `none` for rows without any. */
function currencyOptions(byStatus: readonly MoneyOfStatus[] | undefined, asked: string) {
  const known = new Set((byStatus ?? []).map(({ currency }) => currency ?? 'none'));
  if (asked !== '') known.add(asked);
  return [
    { value: '', label: t.anyCurrency },
    ...Array.from(known, (value) => ({ value, label: value === 'none' ? t.withoutCurrency : value })),
  ];
}

/** Every filter of the two lists, as the address names them. */
const nothingAsked = {
  status: '',
  currency: '',
  from: '',
  to: '',
  course: '',
  type: '',
  region: '',
  kind: '',
  campaign: '',
};

/** Their names in the address. */
export const moneyFilters = Object.keys(nothingAsked);

const isFiltered = ({ search }: AskedMoney) => moneyFilters.some((key) => search[key]);

interface MoneySearchProps {
  asked: AskedMoney;
  hint: string;
}

export const MoneySearch = ({ asked: { view }, hint }: MoneySearchProps) => (
  <SearchBox label={t.search} placeholder={hint} value={view.q} onChange={(text) => view.setQuery(text)} />
);

interface MoneyFiltersProps {
  asked: AskedMoney;
  byStatus: readonly MoneyOfStatus[] | undefined;
  /** What else can be chosen, before the status. */
  children: ReactNode;
}

/** Status and days of a list of payments or tickets. */
export const MoneyFilters = ({ asked, byStatus, children }: MoneyFiltersProps) => (
  <>
    {children}
    <FilterChip
      label={t.status}
      options={statusOptions(byStatus, asked.filter.status)}
      value={asked.filter.status}
      onChange={(status) => asked.ask({ status })}
    />
    <FilterChip
      label={t.currency}
      options={currencyOptions(byStatus, asked.filter.currency)}
      value={asked.filter.currency}
      onChange={(currency) => asked.ask({ currency })}
    />
    <DaysFilter
      label={t.days}
      from={asked.filter.from}
      to={asked.filter.to}
      onDays={asked.ask}
      error={isTurned(asked.filter.from, dayInAddress(asked.search['to'])) && texts.ui.fromAfterTo}
    />
    {isFiltered(asked) ? <ClearFilters onClick={() => asked.ask(nothingAsked)} /> : null}
  </>
);
