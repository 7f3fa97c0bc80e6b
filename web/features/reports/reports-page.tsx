import { reports, type ReportRow } from '@gurukul/contract/reports';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { messageOf } from '#web/calls/errors.ts';
import { useAction } from '#web/calls/use-action.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { reportsTexts } from '#web/texts/reports.ts';
import { toast } from '#web/ui/feedback/toast.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { tellDone } from '../audit/tell-done.ts';
import { SendNow } from './send-now.tsx';

const t = reportsTexts;

const columns: readonly Column<ReportRow>[] = [
  { id: 'name', header: t.name, value: ({ name }) => name },
  { id: 'list', header: t.columns.list, value: ({ list }) => t.lists[list] },
  { id: 'rhythm', header: t.rhythm, value: ({ rhythm }) => t.rhythms[rhythm] },
  { id: 'receiver', header: t.columns.receiver, value: ({ receiver }) => receiver.fullname },
  { id: 'author', header: t.columns.author, value: ({ author }) => author },
  {
    id: 'next',
    header: t.columns.next,
    value: ({ next_on, state }) => (state === 'active' ? formatDate(next_on) : ''),
  },
  { id: 'state', header: t.columns.state, value: ({ state }) => t.states[state] },
];

function Actions({ report: { report_id, name, state, can } }: { report: ReportRow }) {
  const pause = useAction(reports.pause_report);
  const remove = useAction(reports.delete_report);
  const attempt = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      toast.error(messageOf(error));
    }
  };
  const isActive = state === 'active';
  return (
    <Group gap="xs" wrap="nowrap">
      {can.change ? <SendNow reportId={report_id} /> : null}
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={!can.change}
        onClick={() =>
          void attempt(async () => {
            const answer = await pause.run({ report_id, is_paused: isActive });
            tellDone(answer, t.changed, { kind: 'changed', what: name });
          })
        }
      >
        {isActive ? t.pause : t.resume}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        color="red"
        onClick={() =>
          void attempt(async () => {
            const answer = await remove.run({ report_id });
            tellDone(answer, t.removed, { kind: 'removed', what: name });
          })
        }
      >
        {t.remove}
      </Button>
    </Group>
  );
}

const actionsOf = (report: ReportRow) => <Actions report={report} />;
const rowId = ({ report_id }: ReportRow) => String(report_id);

/** /Reports: the lists that are mailed regularly: one's own, and all for an account admin. */
export function ReportsPage() {
  const list = useQuery(query(reports.list_reports, {}));
  return (
    <>
      <PageHeader title={t.title} lead={t.lead} />
      <DataTable<ReportRow>
        label={t.title}
        columns={columns}
        rows={list.data?.data}
        rowId={rowId}
        rowActions={actionsOf}
        isLoading={list.isPending}
        query={list}
        emptyText={t.none}
        emptyHint={t.noneHint}
      />
    </>
  );
}
