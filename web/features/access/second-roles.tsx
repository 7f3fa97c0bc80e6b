import { access, type SecondRole } from '@gurukul/contract/access';
import { isPortalRole } from '@gurukul/contract/shared/calls/roles';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDateTime } from '#web/lib/format/format.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { accessTexts } from '#web/texts/access.ts';
import { texts } from '#web/texts/texts.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useChoices, type Choice } from '#web/ui/table/use-choices.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = accessTexts.secondRoles;

const roleName = (role: string) => (isPortalRole(role) ? texts.shell.roleLabels[role] : role);
const takenBy = ({ taken_by, fullname }: SecondRole) => (taken_by === fullname ? t.themselves : taken_by);

const columns: readonly Column<SecondRole>[] = [
  { id: 'fullname', header: t.columns.name, value: (row) => row.fullname },
  { id: 'main_role', header: t.columns.main, value: (row) => roleName(row.main_role) },
  { id: 'second_role', header: t.columns.second, value: (row) => roleName(row.second_role) },
  {
    id: 'taken_at',
    header: t.columns.taken,
    value: (row) => row.taken_at,
    exported: (row) => formatDateTime(row.taken_at) || t.before,
    cell: (row) => formatDateTime(row.taken_at) || t.before,
  },
  { id: 'taken_by', header: t.columns.by, value: takenBy },
];

const choices: readonly Choice<SecondRole>[] = [
  { key: 'second', label: t.columns.second, of: (row) => [row.second_role], word: roleName },
  { key: 'by', label: t.columns.by, of: (row) => [takenBy(row) ?? t.before] },
];

const failureOf = (error: unknown) => refusalOf(error, accessTexts.wentWrong);

function TakeBackButton({ row }: { row: SecondRole }) {
  const takeBack = useAction(access.take_back_role);
  return (
    <AskedButton
      label={t.takeBack}
      busyLabel={t.busy}
      name={row.fullname}
      color="red"
      disabledReason={row.duty === null ? '' : t[row.duty]}
      question={t.question({ name: row.fullname, role: roleName(row.second_role) })}
      action={() => takeBack.run({ user_id: row.user_id })}
      isPending={takeBack.isPending}
      done={t.done}
      failureOf={failureOf}
    />
  );
}

const rowId = ({ user_id }: SecondRole) => String(user_id);
const actionsOf = (row: SecondRole) => <TakeBackButton row={row} />;

/** Who holds a second role, and a way to take it back. */
export function SecondRoles() {
  const view = useTableSearch(pageSizes.access, '', 'roles-');
  const list = useQuery(query(access.get_second_roles, {}));
  const { rows, filters, chosen } = useChoices(list.data?.data, choices, 'roles-');
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {t.lead}
      </Text>
      <DataTable
        label={t.table}
        columns={columns}
        rows={rows}
        filters={filters}
        rowId={rowId}
        rowActions={actionsOf}
        view={view}
        {...(chosen.length > 0 ? { emptyAction: <ShowAll filters={chosen} /> } : { emptyText: t.none })}
        query={list}
      />
    </Panel>
  );
}
