import { paymentKinds, payments, type PaymentRow } from '@gurukul/contract/payments';
import type { CallOutput } from '@gurukul/contract/shared/calls/call';
import type { UseQueryResult } from '@tanstack/react-query';
import { session } from '#web/lib/session.ts';
import type { Address } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { RegionChip } from '../regions/region-chip.tsx';
import { CourseFilter } from './course-filter.tsx';
import { CourseTypeFilter } from './course-type-filter.tsx';
import { CurrencyBar } from './currency-bar.tsx';
import { MailThis } from '#web/features/reports/mail-this.tsx';
import { ServerExport } from '#web/features/exports/server-export.tsx';
import { MoneyFilters, moneyFilters, MoneySearch } from './money-filters.tsx';
import { MoneyTable } from './money-table.tsx';
import { MoneyTotals } from './money-totals.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { Undecided } from './undecided.tsx';
import { UploadLink } from './upload-link.tsx';
import { paymentsIn, type AskedPayments } from './use-asked-payments.ts';
import { useUndecided } from './use-undecided.ts';

const t = paymentsTexts;

const kinds = [
  { value: '', label: t.anyKind },
  ...paymentKinds.map((value) => ({ value, label: t.kinds[value] })),
];

/** The campaigns there are and, when the address names another one, that one too. */
const campaignOptions = (known: readonly string[], asked: string) => [
  { value: '', label: t.anyCampaign },
  ...[...new Set([...known, asked])].filter((one) => one !== '').map((value) => ({ value, label: value })),
];

interface PaymentListProps {
  asked: AskedPayments;
  list: UseQueryResult<CallOutput<typeof payments.get_payment_details>>;
  hrefOf: (payment: PaymentRow) => Address;
}

/** Filters, sums and one page of payments. */
export function PaymentList({ asked, list, hrefOf }: PaymentListProps) {
  const { data } = list;
  const total = data?.total_count;
  const { sort: _, ...narrowing } = asked.filter;
  const { status, course_id, course_type, region, kind, campaign, currency, ...others } = narrowing;
  const isUndecided = currency === 'none';
  const undecided = useUndecided({
    of: 'payments',
    filter: { status, course_id, course_type, region, kind, campaign, ...others },
  });
  const isNarrowed = Object.values(narrowing).some((one) => one !== '');
  return (
    <>
      <MoneyTotals
        totals={data?.totals}
        byStatus={data?.by_status}
        words={t.totals}
        status={status}
        onStatus={(next) => asked.ask({ status: next })}
        isStale={list.isPlaceholderData}
        isFailed={list.isError}
      />
      {isUndecided ? null : (
        <Undecided
          byStatus={data?.by_status}
          words={t.undecided}
          onDecide={() => asked.ask({ currency: 'none' })}
        />
      )}
      <MoneyTable
        label={t.table}
        columns={paymentColumns}
        rows={data?.data}
        total={total}
        view={asked.view}
        search={<MoneySearch asked={asked} hint={t.searchHint} />}
        filters={
          <MoneyFilters asked={asked} byStatus={data?.by_status}>
            <FilterChip
              label={t.kind}
              options={kinds}
              value={kind}
              onChange={(next) => asked.ask({ kind: next, campaign: '' })}
            />
            {kind === 'donation' && session.role === 'admin' ? (
              <FilterChip
                label={t.campaign}
                options={campaignOptions(data?.campaigns ?? [], campaign)}
                value={campaign}
                onChange={(next) => asked.ask({ campaign: next })}
              />
            ) : null}
            <CourseFilter value={course_id} onChange={(course) => asked.ask({ course })} />
            <CourseTypeFilter value={course_type} onChange={(type) => asked.ask({ type })} />
            <RegionChip
              label={t.region}
              any={t.anyRegion}
              value={region}
              onChange={(next) => asked.ask({ region: next })}
            />
          </MoneyFilters>
        }
        tools={
          <>
            <MailThis
              report={{ list: 'payments', ...asked.filter }}
              views={asked.view.display.views}
              reportOf={(search) => ({ list: 'payments', ...paymentsIn(search) })}
            />
            <ServerExport
              call={payments.export_payments}
              inputOf={(format) => ({ ...asked.filter, format })}
              count={total}
            />
          </>
        }
        rowHref={hrefOf}
        {...(isUndecided && {
          selection: {
            selected: undecided.isAll ? new Set(data?.data.map(({ id }) => String(id))) : undecided.ticked,
            onChange: undecided.tick,
            nameOf: ({ full_name, payment_id }: PaymentRow) => `${full_name} ${payment_id}`,
          },
        })}
        {...(isNarrowed
          ? { emptyAction: <ShowAll filters={moneyFilters} /> }
          : { emptyText: t.noneYet, emptyHint: t.noneHint, emptyAction: <UploadLink /> })}
        query={list}
      />
      {isUndecided ? <CurrencyBar selection={undecided} total={total} /> : null}
    </>
  );
}
