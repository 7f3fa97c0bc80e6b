import { events, eventSorts, liveStatuses, type EventRow } from '@gurukul/contract/events';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query, send } from '#web/calls/client.ts';
import { stringifySearch, useSearchState } from '#web/lib/address/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { isTurned } from '#web/lib/format/format.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { sortIn } from '#web/lib/address/sort-in.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths } from '#web/paths.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { texts } from '#web/texts/texts.ts';
import { DaysFilter } from '#web/ui/table/days-filter.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { EventActions } from './event-actions.tsx';
import { eventColumns } from './event-columns.tsx';
import { Section } from './section.tsx';
import { isOver } from './event-time.ts';
import { useFailureToast } from './use-failure-toast.ts';
import { useEventActions } from './use-event-actions.tsx';
import { whileMailsWait } from './use-events.ts';
import { closedPanel, panelKey, type OpenDialog } from './use-open-dialog.ts';

const t = eventsTexts;

/** The server takes no longer text. */
const searchMax = 100;

const statuses = [
  { value: '', label: t.allStatuses },
  ...liveStatuses.map((value) => ({ value, label: t.statuses[value] })),
];

const rowId = ({ event_id }: EventRow) => String(event_id);
const nameOf = ({ event_name }: EventRow) => event_name;
/** Coming events stand first, unless a column sorts. */
const pastOnes = (event: EventRow) => (isOver(event) ? t.past : '');
const noneTicked: ReadonlySet<number> = new Set();

function ticked(set: ReadonlySet<number>, id: number, isTicked: boolean): ReadonlySet<number> {
  const next = new Set(set);
  if (isTicked) next.add(id);
  else next.delete(id);
  return next;
}

interface EventsListProps {
  open: OpenDialog['open'];
  onShowRegistered: (eventId: number) => void;
}

/**
 * The events that the viewer may manage, with everything that is done to them. The server sends the page that is shown.
 */
export function EventsList({ open, onShowRegistered }: EventsListProps) {
  const view = useTableSearch(pageSizes.events);
  const [search, change] = useSearchState();
  const actions = useEventActions();
  const [withMails, setWithMails] = useState(noneTicked);

  const status = liveStatuses.find((known) => known === search['status']);
  const from = dayInAddress(search['from']);
  const asked = dayInAddress(search['to']);
  // An end before the start is no end.
  const to = asked < from ? '' : asked;
  const isNarrowed = status !== undefined || from !== '' || to !== '';
  const filter = {
    search: searchText(view.q, searchMax),
    status,
    from: from || undefined,
    to: to || undefined,
    sort: sortIn(eventSorts, view.sort) ?? ('' as const),
  };
  const list = useQuery({
    ...query(events.get_events, { ...filter, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => whileMailsWait(data?.data.data),
  });
  useFailureToast(list.error);
  const rows = list.data?.data.data;
  const total = list.data?.total_count;
  const isStale = list.isPlaceholderData;
  const isLoading = useLastPage(view, { rows, total, isStale, error: list.error });

  const columns = eventColumns({ onShowRegistered });

  const actionsOf = (event: EventRow) => (
    <EventActions
      event={event}
      actions={actions}
      open={open}
      withMails={withMails.has(event.event_id)}
      onTick={(isTicked) => setWithMails((set) => ticked(set, event.event_id, isTicked))}
    />
  );

  return (
    <Section
      title={t.list}
      actions={
        <Button leftSection={<IconPlus aria-hidden size={18} />} onClick={() => open('add')}>
          {t.add}
        </Button>
      }
    >
      <DataTable
        label={t.list}
        columns={columns}
        rows={rows}
        rowId={rowId}
        rowHref={({ event_id }) =>
          `${paths.events}${stringifySearch({ ...search, ...closedPanel, [panelKey]: event_id })}`
        }
        rowActions={actionsOf}
        foldActions={nameOf}
        groupOf={filter.sort === '' ? pastOnes : undefined}
        view={view}
        search={
          <SearchBox
            label={t.search}
            placeholder={t.searchHint}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filters={
          <>
            <FilterChip
              label={t.status}
              options={statuses}
              value={status ?? ''}
              onChange={(next) => change({ status: next, page: '' })}
            />
            <DaysFilter
              label={t.days}
              from={from}
              to={to}
              onDays={(days) => change({ ...days, page: '' })}
              error={isTurned(from, asked) && texts.ui.fromAfterTo}
            />
            {isNarrowed ? (
              <ClearFilters onClick={() => change({ status: '', from: '', to: '', page: '' })} />
            ) : null}
          </>
        }
        total={total}
        isLoading={isLoading}
        isStale={isStale}
        query={list}
        {...(view.q || isNarrowed
          ? { emptyAction: <ShowAll filters={['status', 'from', 'to']} /> }
          : { emptyText: t.none })}
        canExport
        fetchRows={async () => (await send(events.get_events, filter)).data.data}
      />
    </Section>
  );
}
