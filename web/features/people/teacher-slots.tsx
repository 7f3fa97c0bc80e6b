import type { TeacherSlotRow } from '@gurukul/contract/shared/teacher-row';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import { hasHistory } from '#web/features/audit/tell-done.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths, to } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { peopleTexts } from '#web/texts/people.ts';
import { linkTo } from '#web/ui/link.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { MeetingTimes, meetingTimesText } from '#web/ui/meeting-time.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';

const { columns: headers, detail: t } = peopleTexts;
const { teacherPage: own } = classPageTexts;

const columns: readonly Column<TeacherSlotRow>[] = [
  { id: 'class_name', header: headers.class, value: ({ class_name }) => class_name },
  {
    id: 'course_name',
    header: headers.course,
    value: ({ course_name }) => course_name,
    cell: ({ course_id, course_name }) => (
      <ThingLink to="course" id={course_id}>
        {course_name}
      </ThingLink>
    ),
    onPhone: 'line',
    plain: ({ course_name }) => course_name,
  },
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

const classOf = ({ class_id }: TeacherSlotRow) => to(paths.class, class_id);

/** The page of the class, with the question who shall teach it. */
const replacing = (slot: TeacherSlotRow) => (
  <Button size="compact-sm" variant="light" renderRoot={linkTo(`${classOf(slot)}?dialog=teacher`)}>
    {own.replace}
    <VisuallyHidden>{` ${own.replaceIn({ name: slot.class_name })}`}</VisuallyHidden>
  </Button>
);

/** A teacher's week, one line for each slot. */
export function TeacherSlots({ name, rows }: { name: string; rows: readonly TeacherSlotRow[] }) {
  const view = useTableSearch(pageSizes.profileTables, '', 'slots-');
  return (
    <Panel title={t.slots}>
      <Text c="dimmed" mb="sm">
        {t.slotsLead}
      </Text>
      <DataTable
        label={t.slotsOf({ name })}
        columns={columns}
        rows={rows}
        rowId={({ assigned_id }) => String(assigned_id)}
        rowHref={classOf}
        rowActions={hasHistory() ? replacing : undefined}
        view={view}
        canExport
        emptyText={t.noSlots}
      />
    </Panel>
  );
}
