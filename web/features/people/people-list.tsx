import type { RegistrationRole } from '@gurukul/contract/accounts';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import type { PageSize } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { paths, type Address } from '#web/paths.ts';
import { invitationsTexts } from '#web/texts/invitations.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';

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
  /** There is more to do than to look: the actions wait behind one button. */
  isFolded?: boolean;
}

const nameOf = ({ fullname }: { readonly fullname: string }) => fullname;

/** A page of people; they are all here, so searching and sorting need no server. */
export function PeopleList<Row extends { readonly fullname: string }>(props: PeopleListProps<Row>) {
  const { words, newRole, size, columns, people, idOf, hrefOf, actionsOf, isFolded } = props;
  const view = useTableSearch(size);
  return (
    <>
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          <>
            <Button component={AppLink} href={paths.invitations} variant="default">
              {invitationsTexts.title}
            </Button>
            <InviteButton newRole={newRole} />
          </>
        }
      />
      <DataTable
        label={words.title}
        columns={columns}
        rows={people.data?.data}
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
        error={people.data ? null : people.error}
        onRetry={() => void people.refetch()}
        {...(view.q ? { emptyAction: <ShowAll /> } : { emptyText: words.none })}
      />
    </>
  );
}
