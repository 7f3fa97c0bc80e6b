import { paymentUpload, type SavedUpload } from '@gurukul/contract/payment-upload';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { officeZone } from '#web/lib/constants.ts';
import { formatDateTime, formatNumber } from '#web/lib/format/format.ts';
import { paymentUploadTexts } from '#web/texts/payment-upload.ts';
import { ActionButton } from '#web/ui/feedback/action-button.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { useUploadUndo } from './undo.ts';
import classes from './rows.module.css';

const t = paymentUploadTexts.recent;
const u = paymentUploadTexts.undo;

const columns: readonly Column<SavedUpload>[] = [
  {
    id: 'file_name',
    header: t.file,
    value: (upload) => upload.file_name,
    cell: (upload) => <span className={classes.text}>{upload.file_name}</span>,
  },
  {
    id: 'created_at',
    header: t.when,
    value: (upload) => upload.created_at,
    cell: (upload) => <span className={classes.line}>{formatDateTime(upload.created_at, officeZone)}</span>,
  },
  {
    id: 'created_by',
    header: t.by,
    value: (upload) => upload.created_by,
    cell: (upload) => <span className={classes.text}>{upload.created_by}</span>,
  },
  {
    id: 'row_count',
    header: t.rows,
    value: (upload) => upload.row_count,
    cell: (upload) => formatNumber(upload.row_count),
    align: 'end',
  },
  {
    id: 'created',
    header: t.created,
    value: (upload) => upload.created,
    cell: (upload) => formatNumber(upload.created),
    align: 'end',
  },
  {
    id: 'updated',
    header: t.updated,
    value: (upload) => upload.updated,
    cell: (upload) => formatNumber(upload.updated),
    align: 'end',
  },
  {
    id: 'state',
    header: t.state,
    value: (upload) => upload.undone_at ?? '',
    cell: (upload) =>
      upload.undone_at ? (
        <div>
          <StatusBadge tone="calm">{t.undone}</StatusBadge>
          <span className={classes.soft}>{formatDateTime(upload.undone_at, officeZone)}</span>
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
    aria-label={u.of(upload.file_name)}
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
        {t.clock}
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
