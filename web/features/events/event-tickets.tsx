import { payments } from '@gurukul/contract/payments';
import { Anchor, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { MoneyTable } from '#web/features/payments/money-table.tsx';
import { ticketColumns } from '#web/features/payments/ticket-columns.tsx';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths } from '#web/paths.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { AppLink } from '#web/ui/link.tsx';

const t = eventsTexts.tickets;

const shown = new Set(['name', 'registration_code', 'created_at', 'adult', 'child', 'amount', 'status']);
const columns = ticketColumns
  .filter(({ id }) => shown.has(id))
  .map((column) => ({ ...column, sortable: false }));

/** The tickets of an event. They are sold elsewhere and name it by its name alone, as their course type. */
export function EventTickets({ name }: { name: string }) {
  const view = useTableSearch({ size: 10 }, '', 'tickets-');
  const list = useQuery({
    ...query(payments.get_ticket_payment_details, {
      course_type: name,
      page: view.page,
      pageSize: view.size,
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Text c="dimmed" mb="sm">
        {t.lead}{' '}
        <Anchor component={AppLink} href={`${paths.eventTickets}${stringifySearch({ type: name })}`} inherit>
          {t.inList}
        </Anchor>
      </Text>
      <MoneyTable
        label={t.of({ event: name })}
        columns={columns}
        rows={list.data?.data.data}
        total={list.data?.total_count}
        view={view}
        emptyText={t.none}
        query={list}
      />
    </>
  );
}
