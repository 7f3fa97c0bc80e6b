import { intake, type IntakeKey } from '@gurukul/contract/intake';
import { Anchor, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { refusalOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { intakeTexts } from '#web/texts/intake.ts';
import { AskedButton } from '#web/ui/feedback/asked-button.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { useChoices } from '#web/ui/table/use-choices.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ManageKeyButton } from './key-dialog.tsx';
import { keyChoices, keyColumns } from './key-columns.tsx';
import classes from './key-columns.module.css';
import { NewKeyButton } from './new-key-dialog.tsx';

const t = intakeTexts;

const failureOf = (error: unknown) => refusalOf(error, t.revoke.failed);

function RevokeButton({ row }: { row: IntakeKey }) {
  const revoke = useAction(intake.revoke_key);
  return (
    <AskedButton
      label={t.revoke.label}
      busyLabel={t.revoke.busy}
      name={row.name}
      color="red"
      disabledReason={row.can.revoke ? '' : t.revoke.already}
      question={t.revoke.question({ name: row.name })}
      action={() => revoke.run({ id: row.id })}
      isPending={revoke.isPending}
      done={t.revoke.done}
      failureOf={failureOf}
    />
  );
}

const rowId = ({ id }: IntakeKey) => String(id);
const actionsOf = (row: IntakeKey) => (
  <Group gap="xs" wrap="nowrap">
    <ManageKeyButton row={row} />
    <RevokeButton row={row} />
  </Group>
);

/** /intake: the keys with which machines hand things in. */
export function IntakeKeysPage() {
  const view = useTableSearch({ size: 10 });
  const keys = useQuery(query(intake.keys, {}));
  const { rows, filters, chosen } = useChoices(keys.data?.data, keyChoices);
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} actions={<NewKeyButton />} />
      <DataTable
        label={t.table}
        columns={keyColumns}
        rows={rows}
        filters={filters}
        rowId={rowId}
        rowActions={actionsOf}
        view={view}
        {...(chosen.length > 0 ? { emptyAction: <ShowAll filters={chosen} /> } : { emptyText: t.none })}
        query={keys}
      />
      <Text className={classes.foot}>
        {/* The server's own page, not one of the portal's. */}
        <Anchor href="/api/docs">{t.docs}</Anchor>
      </Text>
    </>
  );
}
