import type { TestRow, TestState } from '@gurukul/contract/tests';
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useState, type ComponentProps } from 'react';
import { JoinButton } from '#web/features/meetings/join-button.tsx';
import { whenOf } from '#web/lib/format/meeting-times.ts';
import { testsTexts } from '#web/texts/tests.ts';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import { DataTable, useLocalView, type Column } from '#web/ui/table/data-table.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { clocksOf, nameOf } from './test-words.ts';

const t = testsTexts;

const tones: Readonly<Record<TestState, Tone>> = {
  booked: 'warn',
  passed: 'good',
  again: 'bad',
  no_show: 'bad',
  canceled: 'calm',
};

const columns: readonly Column<TestRow>[] = [
  {
    id: 'starts_at',
    header: t.when,
    value: ({ starts_at }) => starts_at,
    exported: clocksOf,
    cell: clocksOf,
    plain: whenOf,
    onPhone: 'line',
  },
  {
    id: 'student',
    header: t.student,
    value: ({ student_name }) => student_name,
    cell: ({ student_name, has_left }) => (has_left ? t.left({ name: student_name }) : student_name),
  },
  { id: 'portion', header: t.portion, value: ({ portion_name }) => portion_name },
  { id: 'course', header: t.course, value: ({ course_name }) => course_name },
  {
    id: 'examiner',
    header: t.examiner,
    value: ({ examiner_name }) => examiner_name,
    cell: ({ examiner_name, examiner_left }) =>
      examiner_left ? t.gone({ name: examiner_name }) : examiner_name,
  },
  {
    id: 'state',
    header: t.state,
    value: ({ state }) => t.states[state],
    cell: ({ state }) => (
      <StatusBadge tone={tones[state]} isOpen={state === 'booked'}>
        {t.states[state]}
      </StatusBadge>
    ),
    onPhone: 'end',
  },
  { id: 'words', header: t.words, value: ({ words }) => words },
];

interface TestListProps extends Pick<ComponentProps<typeof DataTable>, 'label' | 'emptyText'> {
  query?: ComponentProps<typeof DataTable>['query'];
  rows: readonly TestRow[] | undefined;
  /** Columns that say the same of every row. */
  without?: readonly string[];
}

/** Tests with their times, and what the reader may do with each: join, decide, change. */
export function TestList({ rows, without, ...list }: TestListProps) {
  const view = useLocalView(20, [20, 50, 100]);
  const [asked, setAsked] = useState<{ test: TestRow; to: 'decide' | 'change' } | null>(null);
  const button = (test: TestRow, to: 'decide' | 'change', label: string) => (
    <Button size="xs" variant="default" onClick={() => setAsked({ test, to })}>
      {label}
      <VisuallyHidden>&nbsp;{nameOf(test)}</VisuallyHidden>
    </Button>
  );
  const actionsOf = (test: TestRow) => (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {test.state === 'booked' ? <JoinButton meeting={test} name={nameOf(test)} /> : null}
      {test.can.decide ? button(test, 'decide', test.state === 'booked' ? t.decide : t.correct) : null}
      {test.can.change ? button(test, 'change', t.change) : null}
    </Group>
  );
  const close = () => setAsked(null);
  return (
    <>
      <DataTable
        {...list}
        columns={columns.filter(({ id }) => without?.includes(id) !== true)}
        rows={rows}
        rowId={({ test_id }) => String(test_id)}
        rowActions={actionsOf}
        view={view}
      />
      <DecideDialog test={asked?.to === 'decide' ? asked.test : null} onClose={close} />
      <ChangeDialog test={asked?.to === 'change' ? asked.test : null} onClose={close} />
    </>
  );
}
