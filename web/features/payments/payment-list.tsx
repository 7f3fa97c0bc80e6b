import type { payments, PaymentRow } from '@gurukul/contract/payments';
import type { CallOutput } from '@gurukul/contract/shared/call';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Address } from '#web/paths.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { RegionChip } from '../regions/region-chip.tsx';
import { CourseFilter } from './course-filter.tsx';
import { CourseTypeFilter } from './course-type-filter.tsx';
import { currencyColumn } from './money-columns.tsx';
import { MoneyExport } from './money-export.tsx';
import { MoneyFilters, moneyFilters, MoneySearch } from './money-filters.tsx';
import { MoneyTable } from './money-table.tsx';
import { MoneyTotals } from './money-totals.tsx';
import { paymentColumns } from './payment-columns.tsx';
import { UploadLink } from './upload-link.tsx';
import type { AskedPayments } from './use-asked-payments.ts';

const t = paymentsTexts;

interface PaymentListProps {
  asked: AskedPayments;
  list: UseQueryResult<CallOutput<typeof payments.get_payment_details>>;
  readAll: () => Promise<readonly PaymentRow[]>;
  hrefOf: (payment: PaymentRow) => Address;
}

/** Filters, sums and one page of payments. */
export function PaymentList({ asked, list, readAll, hrefOf }: PaymentListProps) {
  const { data } = list;
  const total = data?.total_count;
  const { sort: _, ...narrowing } = asked.filter;
  const { status, course_id, course_type, region } = narrowing;
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
      <MoneyTable
        label={t.table}
        columns={paymentColumns}
        rows={data?.data}
        total={total}
        view={asked.view}
        search={<MoneySearch asked={asked} hint={t.searchHint} />}
        filters={
          <MoneyFilters asked={asked} byStatus={data?.by_status}>
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
          <MoneyExport
            label={t.table}
            columns={[...paymentColumns, currencyColumn]}
            count={total}
            readAll={readAll}
          />
        }
        rowHref={hrefOf}
        isStale={list.isPlaceholderData}
        {...(isNarrowed
          ? { emptyAction: <ShowAll filters={moneyFilters} /> }
          : { emptyText: t.noneYet, emptyAction: <UploadLink /> })}
        error={data ? null : list.error}
        onRetry={() => void list.refetch()}
      />
    </>
  );
}
