import { events, type EventRegistrationRow, type EventRow } from '@gurukul/contract/events';
import { Button, Group } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { tellDone } from '#web/features/audit/tell-done.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { session } from '#web/lib/session.ts';
import { eventsTexts } from '#web/texts/events.ts';
import { texts } from '#web/texts/texts.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { FilterChip } from '#web/ui/table/filter-chip.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { EraseGuest } from './erase-guest.tsx';
import { useEventOptions } from './event-options.ts';
import classes from './events.module.css';
import { Section } from './section.tsx';
import { useFailureToast } from './use-failure-toast.ts';
import type { OpenDialog } from './use-open-dialog.ts';
import { useRegistrations } from './use-registrations.ts';

const t = eventsTexts.registrations;

/** Where the list of one event is led to from its row. */
export const registrationsAnchor = 'registrations';
const registeredFor = 'registered-event';

/** The part of the address that shows one event's list alone, from its first page. */
export const showing = (eventId: number | string) => ({
  [registeredFor]: eventId,
  'registered-page': '',
  'registered-q': '',
});

/** In the order of the server, which sends them by page: the latest registration comes first. */
const columns: readonly Column<EventRegistrationRow>[] = [
  {
    id: 'user_name',
    header: t.columns.name,
    value: ({ user_name: name, is_guest }) => (is_guest ? t.guest({ name }) : name),
    sortable: false,
  },
  {
    id: 'email_id',
    header: t.columns.email,
    value: ({ email_id, phone_number }) => [email_id, phone_number].filter(Boolean).join(' · '),
    sortable: false,
    under: 'user_name',
  },
  {
    id: 'course_name',
    header: t.columns.course,
    ...nameColumn(
      'course',
      (row) => row.course_id,
      (row) => row.course_name,
    ),
    sortable: false,
    under: 'event_name',
  },
  {
    id: 'event_name',
    header: t.columns.event,
    value: (row) => row.event_name,
    onPhone: 'line',
    sortable: false,
  },
  {
    id: 'event_date',
    header: t.columns.date,
    value: (row) => row.event_date,
    cell: (row) => <span className={classes.line}>{formatDate(row.event_date)}</span>,
    onPhone: 'end',
    sortable: false,
  },
];

const failureOf = (error: unknown) => refusalOf(error, eventsTexts.wentWrong);

function RemoveButton({ row }: { row: EventRegistrationRow }) {
  const remove = useAction(events.delete_student_from_event);
  return (
    <AskedButton
      label={t.remove}
      busyLabel={t.removing}
      name={t.removeOf({ student: row.user_name, event: row.event_name })}
      color="red"
      disabledReason={row.can.remove ? '' : eventsTexts.why.notYours}
      question={eventsTexts.ask.remove({ student: row.user_name, event: row.event_name })}
      action={() => remove.run({ register_id: row.register_id, listed: false })}
      isPending={remove.isPending}
      done={(answer) =>
        tellDone(answer, eventsTexts.done.removed, {
          kind: 'registered',
          what: row.user_name,
        })
      }
      failureOf={failureOf}
      revertedText=""
    />
  );
}

const rowId = ({ register_id }: EventRegistrationRow) => String(register_id);
const nameOf = ({ user_name }: EventRegistrationRow) => user_name;
const actionsOf = (row: EventRegistrationRow) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    <RemoveButton row={row} />
    {row.is_guest && session.role === 'admin' ? <EraseGuest row={row} /> : null}
  </Group>
);

const ofOneEvent = columns.filter(({ id }) => id === 'user_name' || id === 'email_id');

/** Who is registered for one event. */
export function EventPeople({ event, open }: { event: EventRow } & Pick<OpenDialog, 'open'>) {
  const { event_id, event_name } = event;
  const { view, list, all } = useRegistrations(event_id, 'people-');
  const isLoading = useLastPage(view, {
    rows: list.data?.result,
    total: list.data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  return (
    <DataTable
      label={t.of({ event: event_name })}
      columns={ofOneEvent}
      rows={list.data?.result}
      rowId={rowId}
      rowActions={actionsOf}
      view={view}
      search={
        <SearchBox
          label={t.search}
          placeholder={t.searchPeopleHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
      }
      tools={
        <ActionButton
          size="compact-md"
          variant="light"
          leftSection={<IconUserPlus aria-hidden size={18} />}
          disabledReason={event.can.add_student ? '' : eventsTexts.why.notYours}
          onClick={() => open('people', event_id)}
        >
          {t.add}
        </ActionButton>
      }
      total={list.data?.total_count}
      isLoading={isLoading}
      query={list}
      emptyText={view.q ? texts.ui.noRecords : t.none}
      canExport
      fetchRows={all}
    />
  );
}

/** Who is registered for which event. */
export function Registrations({ open }: Pick<OpenDialog, 'open'>) {
  const [search, change] = useSearchState();
  const eventId = idIn(search[registeredFor]);
  const { view, list, all } = useRegistrations(eventId);
  useFailureToast(list.error);
  const isLoading = useLastPage(view, {
    rows: list.data?.result,
    total: list.data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  const { options, onNear } = useEventOptions(eventId, { all: t.allEvents, unknown: t.unknownEvent });
  return (
    <Section
      title={t.title}
      anchor={registrationsAnchor}
      actions={
        <Button
          variant="default"
          leftSection={<IconUserPlus aria-hidden size={18} />}
          onClick={() => open('people', eventId)}
        >
          {t.add}
        </Button>
      }
    >
      <DataTable
        label={t.title}
        columns={columns}
        rows={list.data?.result}
        rowId={rowId}
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
          <FilterChip
            label={t.event}
            options={options}
            value={eventId === null ? '' : String(eventId)}
            onNear={onNear}
            onChange={(next) => change(showing(next))}
          />
        }
        total={list.data?.total_count}
        isLoading={isLoading}
        query={list}
        emptyText={view.q || eventId !== null ? texts.ui.noRecords : t.none}
        canExport
        fetchRows={all}
      />
    </Section>
  );
}
