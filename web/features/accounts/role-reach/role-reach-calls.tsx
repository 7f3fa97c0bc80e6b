import type { CallReach } from '@gurukul/contract/accounts';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { portalRoles } from '@gurukul/contract/shared/calls/roles';
import { NativeSelect } from '@mantine/core';
import { sizeChoice } from '#web/lib/constants.ts';
import { useSearchState } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { roleReachTexts } from '#web/texts/role-reach.ts';
import { texts } from '#web/texts/texts.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { areas, roleReachColumns } from './role-reach-columns.tsx';
import classes from './role-reach.module.css';

const t = roleReachTexts;

interface ReachFilter {
  /** As it stands in the address. */
  readonly value: string;
  readonly label: string;
  readonly holds: (row: CallReach) => boolean;
}

const may = (role: PortalRole) => (row: CallReach) => row[role] !== null;
const mayNot = (role: PortalRole) => (row: CallReach) => row.open_to === 'roles' && row[role] === null;

const choices: readonly ReachFilter[] = [
  { value: '', label: t.all, holds: () => true },
  ...portalRoles.flatMap((role) => {
    const name = texts.shell.roleLabels[role];
    return [
      { value: role, label: t.may({ role: name }), holds: may(role) },
      { value: `not-${role}`, label: t.mayNot({ role: name }), holds: mayNot(role) },
    ];
  }),
  { value: 'outside', label: t.outside, holds: ({ open_to }) => open_to !== 'roles' },
];

const areaOptions = [
  { value: '', label: t.allAreas },
  ...Object.entries(areas).map(([value, label]) => ({ value, label })),
];

const rowId = ({ call }: CallReach) => call;

/** Every call of the API, with its reach as the server checks it. */
export function RoleReachCalls({ calls }: { calls: readonly CallReach[] | undefined }) {
  const view = useTableSearch({ size: 50, sizes: sizeChoice });
  const [search, change] = useSearchState();

  const shown = choices.find(({ value }) => value === search['show']) ?? choices[0]!;
  const area = areaOptions.find(({ value }) => value === search['area'])?.value ?? '';
  const rows = calls?.filter((row) => shown.holds(row) && (area === '' || row.noun === area));
  return (
    <>
      <search aria-label={t.filters} className={classes.filters}>
        <SearchBox
          label={t.search}
          placeholder={t.searchHint}
          value={view.q}
          onChange={(text) => view.setQuery(text)}
        />
        <NativeSelect
          label={t.area}
          data={areaOptions}
          value={area}
          onChange={(event) => change({ area: event.currentTarget.value, page: '' })}
        />
        <NativeSelect
          label={t.show}
          data={choices.map(({ value, label }) => ({ value, label }))}
          value={shown.value}
          onChange={(event) => change({ show: event.currentTarget.value, page: '' })}
        />
      </search>
      <DataTable
        label={t.table}
        columns={roleReachColumns}
        rows={rows}
        rowId={rowId}
        view={view}
        filter={view.q}
        canExport
        emptyText={t.none}
      />
    </>
  );
}
