import type { ClassRow } from '@gurukul/contract/classes';
import type { CourseTeacherRow } from '@gurukul/contract/shared/teacher-row';
import { Text } from '@mantine/core';
import { InviteButton } from '#web/features/accounts/invite-button.tsx';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { classesTexts } from '#web/texts/classes.ts';
import { valueText } from '#web/texts/values.ts';
import { HelpMark } from '#web/ui/help-mark.tsx';
import { ShowAll } from '#web/ui/table/show-all.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { nameColumn } from '#web/ui/table/name-column.tsx';
import { EmailText } from '#web/ui/email-text.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { SearchBox } from '#web/ui/form/search-box.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { AssociationButton } from './association-button.tsx';
import { controls, goTo } from '../classes/go-to.ts';
import { StrengthField } from './strength-field.tsx';
import classes from './teacher-table.module.css';
import { useStableOrder } from './use-stable-order.ts';

const t = classesTexts.teachers;

const columns: readonly Column<CourseTeacherRow>[] = [
  {
    id: 'fullname',
    header: t.name,
    // A course admin can open the pages of their own teachers.
    ...nameColumn(
      'teacher',
      ({ user_id, status }) => (session.role === 'admin' || status === 'associate' ? user_id : null),
      ({ fullname }) => fullname,
    ),
    cut: 7,
  },
  {
    id: 'email_id',
    header: t.email,
    value: ({ email_id }) => email_id,
    cell: ({ email_id }) => (
      <span className={classes.email}>
        <EmailText address={email_id} />
      </span>
    ),
    onPhone: 'line',
  },
  {
    id: 'student_count',
    header: t.strength,
    help: <HelpMark of={t.strength}>{t.strengthHelp}</HelpMark>,
    value: ({ student_count }) => student_count,
    cell: (teacher) => <StrengthField key={`${teacher.course_id} ${teacher.user_id}`} teacher={teacher} />,
  },
  {
    id: 'work_status',
    header: t.workStatus,
    help: <HelpMark of={t.workStatus}>{t.associateHelp}</HelpMark>,
    value: ({ work_status }) => work_status,
    cell: ({ work_status }) => (work_status && valueText('work', work_status)) || t.unknown,
  },
  {
    id: 'available_slots',
    header: t.availableSlots,
    value: ({ available_slots }) => available_slots,
    cell: ({ available_slots }) => available_slots ?? t.unknown,
    align: 'end',
  },
  {
    id: 'status',
    header: t.status,
    value: ({ status }) => t.statuses[status],
    cell: ({ status }) => (
      <StatusBadge tone={status === 'associate' ? 'good' : 'calm'}>{t.statuses[status]}</StatusBadge>
    ),
    onPhone: 'end',
  },
];

interface TeacherTableProps {
  courseId: number | null;
  teachers: readonly CourseTeacherRow[] | undefined;
  error: { message: string } | null;
  onRetry: () => void;
  /** Slots of the course. */
  slots: readonly ClassRow[] | undefined;
  onSlot: (slotId: number) => void;
}

/** All teachers: whether they are associated with the course, and how many students they can take there. */
export function TeacherTable(props: TeacherTableProps) {
  const { courseId, teachers, error, onRetry, slots, onSlot } = props;
  const view = useTableSearch({ size: 10 }, '', 'teachers-');
  const rows = useStableOrder(courseId, teachers);
  const replace = ({ user_id }: CourseTeacherRow) => {
    const taught = slots?.find(({ teacher }) => teacher?.user_id === user_id);
    if (taught) onSlot(taught.id);
    goTo(controls.teacher);
  };
  const actionsOf = (teacher: CourseTeacherRow) => (
    <AssociationButton teacher={teacher} courseId={courseId} onReplace={() => replace(teacher)} />
  );
  return (
    <Panel title={t.title} anchor={controls.teachers} actions={<InviteButton newRole="teacher" />}>
      {courseId === null ? (
        <Text c="dimmed" mb="sm">
          {t.withoutCourse}
        </Text>
      ) : null}
      <DataTable
        label={t.label}
        columns={columns}
        rows={rows}
        rowId={({ user_id }) => String(user_id)}
        rowActions={actionsOf}
        view={view}
        search={
          <SearchBox
            label={t.search}
            placeholder={t.searchHint}
            value={view.q}
            onChange={(text) => view.setQuery(text)}
          />
        }
        filter={view.q}
        query={{ data: teachers, error, refetch: onRetry }}
        {...(view.q ? { emptyAction: <ShowAll filters={['teachers-q']} /> } : { emptyText: t.empty })}
      />
    </Panel>
  );
}
