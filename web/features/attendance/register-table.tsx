import { Text } from '@mantine/core';
import { attendanceTexts } from '#web/texts/attendance.ts';
import { DataTable, type Column, type DataTableProps } from '#web/ui/table/data-table.tsx';
import { Marked } from './mark-history.tsx';
import { hearing, OtherMarks } from './register.tsx';
import type { Line, Register } from './use-register.ts';
import classes from './register.module.css';

const { mark: t, statuses, studentName } = attendanceTexts;

/** `hasOthers` offers every mark in its row. */
export const registerColumns = (header: string, hasOthers: boolean): readonly Column<Line>[] => [
  {
    id: 'student_name',
    header: studentName,
    value: ({ student }) => student.student_name,
    cell: ({ student }) => (
      <span className={classes.name}>
        {student.student_name}
        {student.level_missing ? <small className={classes.excuse}>{t.levelMissing}</small> : null}
      </span>
    ),
  },
  {
    id: 'attendance_status',
    header,
    value: ({ status }) => (status ? statuses[status] : t.notMarked),
    cell: (line) => (
      <span className={classes.mark}>
        <Marked
          status={line.status}
          student={line.student.student_name}
          day={line.day}
          correctedId={line.student.corrected ? line.student.student_attendance_id : null}
        />
        {hasOthers && line.isTapped && line.status !== line.saved ? (
          <Text size="sm">
            {line.saved === null ? t.notSaved : t.notSavedOver({ status: statuses[line.saved] })}
          </Text>
        ) : null}
        {hasOthers ? <OtherMarks line={line} /> : null}
      </span>
    ),
    // A line would leave its place while it is being ticked.
    sortable: false,
  },
];

const idOf = ({ student }: Line) => String(student.student_id);

interface RegisterTableProps extends Pick<
  DataTableProps<Line>,
  'label' | 'columns' | 'view' | 'maxHeight' | 'isStale'
> {
  register: Register;
  query: NonNullable<DataTableProps<Line>['query']>;
  /** What a tick says; null where a status is chosen for all who are ticked. */
  tick: Line['status'];
}

/** The students as a table, to tick them. */
export function RegisterTable({ register, query, tick, ...table }: RegisterTableProps) {
  const { shown, ticked, isClosed, mark } = register;
  const selected = new Set(ticked.map(idOf));
  const onChange = (next: ReadonlySet<string>) => {
    const changed = shown.map(idOf).filter((id) => next.has(id) !== selected.has(id));
    mark(changed.map((id) => [Number(id), next.has(id) ? tick : undefined]));
  };
  const selection = { selected, onChange, nameOf: ({ student }: Line) => student.student_name };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the lists in its rows
    <div onChange={hearing(mark)}>
      <DataTable
        {...table}
        rows={query.data === undefined ? undefined : shown}
        rowId={idOf}
        {...(isClosed ? {} : { selection })}
        query={query}
        phone="scroll"
      />
    </div>
  );
}
