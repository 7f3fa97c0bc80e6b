import type { RegistrationRole } from '@gurukul/contract/accounts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import type { TableSearch } from '#web/lib/address/table-search.ts';
import type { Address } from '#web/paths.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';

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
  view: TableSearch;
  columns: readonly Column<Row>[];
  /** With `total_count` it is a page of the server's. Without it all people are here: the table searches and sorts. */
  people: UseQueryResult<{ data: Row[]; total_count?: number | undefined }>;
  /** Brings the rows of all pages, for a file. */
  fetchRows?: () => Promise<readonly Row[]>;
  idOf: (row: Row) => number;
  hrefOf: (row: Row) => Address;
  actionsOf: (row: Row) => ReactNode;
  /** There is more to do than to look: the actions wait behind one button. */
  isFolded?: boolean;
}

const nameOf = ({ fullname }: { readonly fullname: string }) => fullname;

/** A page with a list of people. */
export function PeopleList<Row extends { readonly fullname: string }>(props: PeopleListProps<Row>) {
  const { words, newRole, view, columns, people, fetchRows, idOf, hrefOf, actionsOf, isFolded } = props;
  const rows = people.data?.data;
  const total = people.data?.total_count;
  const isStale = people.isPlaceholderData;
  const isLoading = useLastPage(view, { rows, total: total ?? rows?.length, isStale, error: people.error });
  return (
    <>
      <PageHeader title={words.title} lead={words.lead} actions={<InviteButton newRole={newRole} />} />
      <DataTable
        label={words.title}
        columns={columns}
        rows={rows}
        total={total}
        rowId={(row) => String(idOf(row))}
        rowHref={hrefOf}
        rowActions={actionsOf}
        {...(isFolded ? { foldActions: nameOf } : {})}
        view={view}
        search={
          <SearchBox
            label={peopleTexts.search}
            placeholder={words.searchHint}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filter={view.q}
        canExport
        {...(fetchRows ? { fetchRows } : {})}
        isLoading={isLoading}
        isStale={isStale}
        query={people}
        {...(view.q ? { emptyAction: <ShowAll /> } : { emptyText: words.none })}
      />
    </>
  );
}
