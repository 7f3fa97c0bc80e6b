import { homework, type HomeworkRow } from '@gurukul/contract/homework';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { decideActions } from '#web/features/homework/decide-buttons.tsx';
import { homeworkColumns } from '#web/features/homework/homework-columns.tsx';
import { StudentOwing } from '#web/features/homework/owing.tsx';
import { PreviewDialog } from '#web/features/homework/preview-dialog.tsx';
import { useDecide } from '#web/features/homework/use-decide.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { Panel } from '#web/ui/panel.tsx';

const t = homeworkTexts;

const rowId = ({ id }: HomeworkRow) => String(id);

/** What a student handed in, newest first, to read and, for their teachers, to decide. */
export function StudentHomework({ studentId }: { studentId: number }) {
  const view = useTableSearch({ size: 10 }, '', 'homework-');
  const [shown, setShown] = useSearchParam('pdf');
  const list = useQuery(query(homework.get_student_homework, { student_id: studentId }));
  const decide = useDecide();
  const rows = list.data?.data;
  const columns = homeworkColumns((row) => setShown(rowId(row))).filter(({ id }) => id !== 'fullname');
  return (
    // The table has the name of the tab.
    <Panel>
      <StudentOwing rows={list.data?.owing ?? []} />
      <DataTable
        label={t.table}
        columns={columns}
        rows={rows}
        rowId={rowId}
        view={view}
        {...(rows?.some(({ can }) => can.decide) ? { rowActions: decideActions(decide) } : {})}
        query={list}
        emptyText={t.none}
      />
      <PreviewDialog
        row={rows?.find((row) => rowId(row) === shown)}
        isOpen={shown !== ''}
        isLoading={list.isPending}
        decide={decide}
        readAgain={async () => (await list.refetch()).data?.data ?? []}
        waiting={rows?.filter(({ can }) => can.decide) ?? []}
        onShow={(row) => setShown(rowId(row), 'replace')}
        onClose={() => setShown('', 'replace')}
      />
    </Panel>
  );
}
