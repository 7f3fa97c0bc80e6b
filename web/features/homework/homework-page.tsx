import type { HomeworkRow } from '@gurukul/contract/homework';
import { useState } from 'react';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { DataTable, useFiltered, type Selection } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { decideActions } from './decide-buttons.tsx';
import { useOwnHomework } from './fetch-pdf.ts';
import { homeworkColumns } from './homework-columns.tsx';
import { HomeworkFilters } from './homework-filters.tsx';
import { rowId, useHomework } from './homework-list.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import { useDecide } from './use-decide.ts';
import { weekText } from './week-text.ts';

const t = homeworkTexts;

const noneChosen: ReadonlySet<string> = new Set();
const canDecide = (row: HomeworkRow) => row.can.decide;
const nameOf = (row: HomeworkRow) => t.rowOf({ name: row.fullname, week: weekText(row.week_name) });

/** /homeworks: what was handed in to the signed-in teacher. */
export function HomeworkPage() {
  const view = useTableSearch({ size: 10 });
  const { list, rows, course, group, status } = useHomework();
  const [shown, setShown] = useSearchParam('pdf');
  const [selected, setSelected] = useState(noneChosen);
  const decide = useDecide();
  const readAgain = useOwnHomework();

  const columns = homeworkColumns((row) => setShown(rowId(row)));
  const found = useFiltered(columns, rows, view.q.trim());

  const chooseNone = () => setSelected(noneChosen);
  const selection: Selection<HomeworkRow> = { selected, onChange: setSelected, nameOf, canSelect: canDecide };
  const chosen = rows?.filter((row) => selected.has(rowId(row)) && canDecide(row)) ?? [];
  const isAnyWaiting = rows?.some(canDecide) ?? false;
  const isNarrowed = Boolean(view.q || course || group || (status && status !== 'pending'));

  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <DataTable
        label={t.table}
        columns={columns}
        rows={found}
        rowId={rowId}
        view={view}
        search={
          <SearchBox
            label={t.search}
            placeholder={t.searchHint}
            value={view.q}
            onChange={(text) => {
              // What is ticked stays in sight, so that nothing is decided unseen.
              chooseNone();
              view.setQuery(text);
            }}
          />
        }
        filters={
          <HomeworkFilters list={list} course={course} group={group} status={status} onChange={chooseNone} />
        }
        {...(isAnyWaiting ? { selection } : {})}
        rowActions={decideActions(decide)}
        foldActions={nameOf}
        query={list}
        {...(isNarrowed
          ? { emptyAction: <ShowAll filters={['course', 'class', 'status']} /> }
          : { emptyText: status === 'pending' ? t.nonePending : t.none })}
      />
      {isAnyWaiting ? <BulkBar chosen={chosen} onDone={chooseNone} /> : null}
      <PreviewDialog
        row={list.data?.data.find((row) => rowId(row) === shown)}
        isOpen={shown !== ''}
        isLoading={list.isPending}
        decide={decide}
        readAgain={readAgain}
        waiting={found?.filter(canDecide) ?? []}
        onShow={(row) => setShown(rowId(row), 'replace')}
        onClose={() => setShown('', 'replace')}
      />
    </>
  );
}
