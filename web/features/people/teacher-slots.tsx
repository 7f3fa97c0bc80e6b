import type { TeacherSlotRow } from '@gurukul/contract/shared/teacher-row';
import { Text } from '@mantine/core';
import { pageSizes } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/table-search.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { MeetingTimes, meetingTimesText } from '#web/ui/meeting-time.tsx';
import { Panel } from '#web/ui/panel.tsx';

const { columns: headers, detail: t } = peopleTexts;

const columns: readonly Column<TeacherSlotRow>[] = [
  { id: 'class_name', header: headers.class, value: ({ class_name }) => class_name },
  { id: 'course_name', header: headers.course, value: ({ course_name }) => course_name },
  {
    id: 'slot_time',
    header: headers.time,
    // Which meets next.
    value: ({ slot_time }) => slot_time,
    exported: ({ weekly_slots }) => meetingTimesText(weekly_slots),
    cell: ({ weekly_slots }) => <MeetingTimes slots={weekly_slots} />,
  },
  {
    id: 'student_count',
    header: headers.students,
    value: ({ student_count }) => student_count,
    align: 'end',
  },
];

/** A teacher's week, one line for each slot. */
export function TeacherSlots({ name, rows }: { name: string; rows: readonly TeacherSlotRow[] }) {
  const view = useTableSearch(pageSizes.profileTables, '', 'slots-');
  return (
    <Panel title={t.slots}>
      <Text c="dimmed" mb="sm">
        {t.slotsLead}
      </Text>
      <DataTable
        label={t.slotsOf(name)}
        columns={columns}
        rows={rows}
        rowId={({ assigned_id }) => String(assigned_id)}
        view={view}
        canExport
        emptyText={t.noSlots}
      />
    </Panel>
  );
}
