import { payments, ticketSorts, type TicketRow } from '@gurukul/contract/payments';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { paymentsTexts } from '#web/texts/payments.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { LoadingState } from '#web/ui/feedback/states.tsx';
import { CurrencyBar } from './currency-bar.tsx';
import { ServerExport } from '#web/features/exports/server-export.tsx';
import { MoneyFilters, moneyFilters, MoneySearch } from './money-filters.tsx';
import { MoneyTable } from './money-table.tsx';
import { MoneyTotals } from './money-totals.tsx';
import { ticketColumns } from './ticket-columns.tsx';
import { Undecided } from './undecided.tsx';
import { useAskedMoney } from './use-asked-money.ts';
import { useUndecided } from './use-undecided.ts';
import { officeClock } from './paid-when.ts';

const t = paymentsTexts.tickets;

/** The kinds there are and, when the address names another one, that one too. */
function typeOptions(known: readonly string[], asked: string) {
  const all = asked === '' || known.includes(asked) ? known : [...known, asked];
  return [{ value: '', label: t.anyCourseType }, ...all.map((value) => ({ value, label: value }))];
}

/** /eventtickets: who bought a ticket for an event. */
export function EventTicketsPage() {
  const asked = useAskedMoney({ size: 10 }, ticketSorts);
  const course_type = asked.search['type'] ?? '';
  const filter = { ...asked.filter, course_type };
  const list = useQuery({
    ...query(payments.get_ticket_payment_details, { ...filter, ...asked.page }),
    placeholderData: keepPreviousData,
  });
  const { currency, sort: _, ...narrowing } = filter;
  const isUndecided = currency === 'none';
  const isNarrowed = currency !== '' || Object.values(narrowing).some((one) => one !== '');
  const undecided = useUndecided({ of: 'tickets', filter: narrowing });
  const { data } = list;
  const total = data?.total_count;
  return (
    <>
      <PageHeader title={t.title} lead={`${t.lead} ${paymentsTexts.clock({ zone: officeClock() })}`} />
      <MoneyTotals
        totals={data?.totals}
        byStatus={data?.by_status}
        words={t.totals}
        status={filter.status}
        onStatus={(status) => asked.ask({ status })}
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
      {list.isPending ? (
        <LoadingState />
      ) : (
        <MoneyTable
          label={t.table}
          columns={ticketColumns}
          rows={data?.data.data}
          total={total}
          view={asked.view}
          search={<MoneySearch asked={asked} hint={t.searchHint} />}
          filters={
            <MoneyFilters asked={asked} byStatus={data?.by_status}>
              <FilterChip
                label={t.courseType}
                options={typeOptions(data?.course_types ?? [], course_type)}
                value={course_type}
                onChange={(type) => asked.ask({ type })}
              />
            </MoneyFilters>
          }
          tools={
            <ServerExport
              call={payments.export_tickets}
              inputOf={(format) => ({ ...filter, format })}
              count={total}
            />
          }
          {...(isUndecided && {
            selection: {
              selected: undecided.isAll
                ? new Set(data?.data.data.map(({ id }) => String(id)))
                : undecided.ticked,
              onChange: undecided.tick,
              nameOf: ({ name, payment_id }: TicketRow) => `${name} ${payment_id}`,
            },
          })}
          {...(isNarrowed ? { emptyAction: <ShowAll filters={moneyFilters} /> } : { emptyText: t.none })}
          query={list}
        />
      )}
      {isUndecided ? <CurrencyBar selection={undecided} total={total} /> : null}
    </>
  );
}
