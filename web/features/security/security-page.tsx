import type { CallInput } from '@gurukul/contract/shared/calls/call';
import { security, type SecurityEntryRow } from '@gurukul/contract/security';
import { securityKinds } from '@gurukul/contract/shared/calls/security-kinds';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useBusy } from '#web/lib/use-busy.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { dayInAddress } from '#web/lib/address/day-in-address.ts';
import { formatDateTime, formatNumber, isTurned } from '#web/lib/format/format.ts';
import { idIn } from '#web/lib/address/route-id.ts';
import { searchText } from '#web/lib/address/search-text.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { saveExport } from '#web/features/exports/server-export.tsx';
import { securityTexts } from '#web/texts/security.ts';
import { texts } from '#web/texts/texts.ts';
import { Fault } from '#web/ui/feedback/notice.tsx';
import { toast } from '#web/ui/feedback/toast.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { DaysFilter } from '#web/ui/table/days-filter.tsx';
import { ClearFilters, FilterChip } from '#web/ui/table/filter-chip.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import classes from '#web/ui/table/tool-button.module.css';
import { factsOf } from './facts.ts';

const t = securityTexts;

const columns: readonly Column<SecurityEntryRow>[] = [
  {
    id: 'kind',
    header: t.columns.kind,
    value: ({ kind }) => t.kinds[kind],
    width: '10.5rem',
    sortable: false,
  },
  {
    id: 'at',
    header: t.columns.at,
    value: ({ at }) => formatDateTime(at),
    sortable: false,
    under: 'kind',
    onPhone: 'line',
  },
  {
    id: 'by',
    header: t.columns.by,
    value: ({ by }) => by?.fullname ?? t.nobody,
    width: '11rem',
    sortable: false,
    onPhone: 'line',
  },
  {
    id: 'about',
    header: t.columns.about,
    value: ({ about }) => about?.fullname ?? '',
    sortable: false,
  },
  { id: 'from', header: t.columns.from, value: ({ from }) => from ?? '', sortable: false, under: 'by' },
  { id: 'facts', header: t.columns.facts, value: factsOf, sortable: false },
  {
    id: 'number',
    header: t.columns.number,
    value: ({ entry_id }) => entry_id,
    sortable: false,
    align: 'end',
  },
];

const rowId = ({ entry_id }: SecurityEntryRow) => String(entry_id);

/** The check of the chain: its button, and what came of it. */
function useChainCheck() {
  const check = useAction(security.check_log);
  const [said, setSaid] = useState<{ readonly text: string; readonly isGood: boolean } | null>(null);
  const press = async () => {
    if (check.isPending) return;
    setSaid(null);
    try {
      const { entries, problem, at } = (await check.run({})).data;
      const text =
        problem === null
          ? t.intact({ count: formatNumber(entries) })
          : t[problem]({ entry: formatNumber(at ?? 0) });
      setSaid({ text, isGood: problem === null });
    } catch (error) {
      toast.error(refusalOf(error, t.failed));
    }
  };
  return {
    button: (
      <Button variant="default" aria-busy={check.isPending} onClick={() => void press()}>
        {check.isPending ? t.checking : t.check}
      </Button>
    ),
    result: (
      <>
        <output>{said?.isGood === true ? said.text : null}</output>
        {said?.isGood === false ? <Fault>{said.text}</Fault> : null}
      </>
    ),
  };
}

function ExportButton({ filters }: { filters: CallInput<typeof security.export_log> }) {
  const [isBusy, setBusy] = useBusy();
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await saveExport(security.export_log, filters);
    } catch (error) {
      toast.error(refusalOf(error, texts.ui.export.failed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      className={classes.button}
      title={t.export}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      leftSection={<IconDownload aria-hidden size={18} />}
      onClick={() => void save()}
    >
      <span className={classes.word} data-word>
        {isBusy ? t.exporting : t.export}
      </span>
    </Button>
  );
}

/** /security, for account admins. A link may name a person: `?person=7`. */
export function SecurityPage() {
  const view = useTableSearch(pageSizes.security);
  const [search, change] = useSearchState();
  const kind = securityKinds.find((known) => known === search['kind']) ?? null;
  const from = dayInAddress(search['from']);
  const until = dayInAddress(search['to']);
  const filters = {
    kind,
    person_id: idIn(search['person']),
    search: searchText(view.q, 200) || null,
    from,
    // An end before the start is no end.
    to: until < from ? '' : until,
  };
  const ask = (part: Readonly<Record<string, string>>) => change({ ...part, page: '' });
  const list = useQuery({
    ...query(security.get_log, { ...filters, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
  });
  const isLoading = useLastPage(view, {
    rows: list.data?.data,
    total: list.data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  const chain = useChainCheck();
  const isNarrowed = kind !== null || filters.person_id !== null || from !== '' || until !== '';
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={chain.button} />
      {chain.result}
      <DataTable
        label={t.table}
        columns={columns}
        rows={list.data?.data}
        rowId={rowId}
        view={view}
        total={list.data?.total_count}
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
              label={t.kind}
              options={[
                { value: '', label: t.allKinds },
                ...securityKinds.map((value) => ({ value, label: t.kinds[value] })),
              ]}
              value={kind ?? ''}
              onChange={(next) => ask({ kind: next })}
            />
            <DaysFilter
              label={t.days}
              from={from}
              to={until}
              onDays={ask}
              error={isTurned(from, until) && texts.ui.fromAfterTo}
            />
            {isNarrowed ? (
              <ClearFilters onClick={() => ask({ kind: '', person: '', from: '', to: '' })} />
            ) : null}
          </>
        }
        isLoading={isLoading}
        query={list}
        tools={<ExportButton filters={filters} />}
        {...(view.q !== '' || isNarrowed
          ? { emptyAction: <ShowAll filters={['kind', 'person', 'from', 'to']} /> }
          : { emptyText: t.none })}
      />
    </>
  );
}
