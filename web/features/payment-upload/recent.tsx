import { paymentUpload, type SavedUpload } from '@gurukul/contract/payment-upload';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { officeZone } from '#web/lib/provider.ts';
import { officeClock } from '../payments/paid-when.ts';
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { useUploadUndo } from './undo.ts';
import { Line, Soft, Words } from '../imports/import-rows.tsx';

const t = paymentUploadTexts.recent;
const u = paymentUploadTexts.undo;

const columns: readonly Column<SavedUpload>[] = [
  {
    id: 'file_name',
    header: t.file,
    value: (upload) => upload.file_name,
    cell: (upload) => <Words>{upload.file_name}</Words>,
  },
  {
    id: 'created_at',
    header: t.when,
    value: (upload) => upload.created_at,
    cell: (upload) => <Line>{formatDateTime(upload.created_at, officeZone())}</Line>,
  },
  {
    id: 'created_by',
    header: t.by,
    value: (upload) => upload.created_by,
    cell: (upload) => <Words>{upload.created_by}</Words>,
  },
  ...(['row_count', 'created', 'updated'] as const).map((id): Column<SavedUpload> => ({
    id,
    header: t[id],
    value: (upload) => upload[id],
    cell: (upload) => formatNumber(upload[id]),
    align: 'end',
  })),
  {
    id: 'state',
    header: t.state,
    value: (upload) => upload.undone_at ?? '',
    cell: (upload) =>
      upload.undone_at ? (
        <div>
          <StatusBadge tone="calm">{t.undone}</StatusBadge>
          <Soft>{formatDateTime(upload.undone_at, officeZone())}</Soft>
        </div>
      ) : (
        <StatusBadge tone="good">{t.saved}</StatusBadge>
      ),
  },
];

export function reasonAgainstUndo({ can, undone_at }: SavedUpload): string | null {
  if (can.undo) return null;
  return undone_at ? u.already : u.builtUpon;
}

export const useRecentUploads = () => useQuery(query(paymentUpload.payments_list, {}));

interface UndoButtonProps {
  upload: SavedUpload;
  isPending: boolean;
  onUndo: () => void;
}

const UndoButton = ({ upload, isPending, onUndo }: UndoButtonProps) => (
  <ActionButton
    variant="default"
    size="compact-sm"
    aria-label={u.of({ file: upload.file_name })}
    disabledReason={reasonAgainstUndo(upload)}
    aria-disabled={isPending || undefined}
    onClick={onUndo}
  >
    {u.label}
  </ActionButton>
);

/** The latest uploads; each can be taken back as a whole as long as nothing was built upon it. */
export function RecentUploads() {
  const uploads = useRecentUploads();
  const { undo, isPending } = useUploadUndo();
  const view = useLocalView(5);
  const actionOf = (upload: SavedUpload) => (
    <UndoButton upload={upload} isPending={isPending} onUndo={() => void undo(upload)} />
  );
  return (
    <Panel title={t.title}>
      <Text c="dimmed" mb="sm">
        {t.clock({ zone: officeClock() })}
      </Text>
      {uploads.error && !uploads.data ? (
        <FailedState
          title={t.failed}
          message={messageOf(uploads.error)}
          onRetry={() => void uploads.refetch()}
        />
      ) : (
        <DataTable
          label={t.table}
          columns={columns}
          rows={uploads.data?.data}
          rowId={(upload) => String(upload.id)}
          view={view}
          isLoading={uploads.isPending}
          emptyText={t.none}
          rowActions={actionOf}
        />
      )}
    </Panel>
  );
}
