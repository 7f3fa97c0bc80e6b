import type { RegistrationRole } from '@gurukul/contract/accounts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import type { PageSize } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import type { Address } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import classes from './person-columns.module.css';

interface ListTexts {
  readonly title: string;
  readonly lead: string;
  readonly searchHint: string;
  readonly none: string;
}

interface PeopleListProps<Row> {
  words: ListTexts;
  /** What those are invited as who are to be in the list. */
  newRole: RegistrationRole;
  size: PageSize;
  columns: readonly Column<Row>[];
  people: UseQueryResult<{ data: Row[] }>;
  idOf: (row: Row) => number;
  hrefOf: (row: Row) => Address;
  actionsOf: (row: Row) => ReactNode;
}

/** A page of people; they are all here, so searching and sorting need no server. */
export function PeopleList<Row extends object>(props: PeopleListProps<Row>) {
  const { words, newRole, size, columns, people, idOf, hrefOf, actionsOf } = props;
  const view = useTableSearch(size);
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={<InviteButton newRole={newRole} />} />
      <search className={classes.search}>
        <SearchBox
          label={peopleTexts.search}
          placeholder={words.searchHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
      </search>
      <DataTable
        label={words.title}
        columns={columns}
        rows={people.data?.data}
        rowId={(row) => String(idOf(row))}
        rowHref={hrefOf}
        rowActions={actionsOf}
        view={view}
        filter={view.q}
        canExport
        error={people.data ? null : people.error}
        onRetry={() => void people.refetch()}
        emptyText={view.q ? texts.ui.noRecords : words.none}
      />
    </>
  );
}
