import { liveStatuses, type EventRow } from '@gurukul/contract/events';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { stringifySearch, useSearchState } from '#web/lib/address-search.ts';
import { dayInAddress } from '#web/lib/day-in-address.ts';
import { isTurned } from '#web/lib/format.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { paths } from '#web/paths.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { texts } from '#web/texts/texts.ts';
import { DaysFilter } from '#web/ui/table/days-filter.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { EventActions } from './event-actions.tsx';
import { eventColumns } from './event-columns.tsx';
import { inOrder } from './event-order.ts';
import { Section } from './section.tsx';
import { useFailureToast } from './use-failure-toast.ts';
import { useEventDeeds } from './use-event-deeds.tsx';
import { useEvents } from './use-events.ts';
import { closedPanel, panelKey, type OpenDialog } from './use-open-dialog.ts';

const t = eventsTexts;

const statuses = [
  { value: '', label: t.allStatuses },
  ...liveStatuses.map((value) => ({ value, label: t.statuses[value] })),
];

const rowId = ({ event_id }: EventRow) => String(event_id);
const nameOf = ({ event_name }: EventRow) => event_name;
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

/** The events that the viewer may manage, with everything that is done to them. */
export function EventsList({ open, onShowRegistered }: EventsListProps) {
  const view = useTableSearch({ size: 10 });
  const [search, change] = useSearchState();
  const list = useEvents();
  useFailureToast(list.error);
  const deeds = useEventDeeds();
  const [withMails, setWithMails] = useState(noneTicked);

  const status = liveStatuses.find((known) => known === search['status']);
  const all = list.data?.data.data;
  const from = dayInAddress(search['from']);
  const asked = dayInAddress(search['to']);
  // An end before the start is no end.
  const to = asked < from ? '' : asked;
  const rows = useMemo(
    () =>
      all &&
      inOrder(all).filter(
        ({ live_status, event_date: day }) =>
          (status === undefined || live_status === status) && day >= from && (to === '' || day <= to),
      ),
    [all, status, from, to],
  );
  const isNarrowed = status !== undefined || from !== '' || to !== '';

  const columns = eventColumns({ onShowRegistered });

  const actionsOf = (event: EventRow) => (
    <EventActions
      event={event}
      deeds={deeds}
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
              onFrom={(next) => change({ from: next, page: '' })}
              onTo={(next) => change({ to: next, page: '' })}
              error={isTurned(from, asked) && texts.ui.fromAfterTo}
            />
            {isNarrowed ? (
              <ClearFilters onClick={() => change({ status: '', from: '', to: '', page: '' })} />
            ) : null}
          </>
        }
        filter={view.q}
        error={list.data ? null : list.error}
        onRetry={() => void list.refetch()}
        {...(view.q || isNarrowed
          ? { emptyAction: <ShowAll filters={['status', 'from', 'to']} /> }
          : { emptyText: t.none })}
        canExport
      />
    </Section>
  );
}
