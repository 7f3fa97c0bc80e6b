import { homework, type OwingRow } from '@gurukul/contract/homework';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { WriteButton } from '#web/features/messages/write-button.tsx';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatList, formatNumber } from '#web/lib/format/format.ts';
import { texts } from '#web/texts/texts.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { studentTexts } from '#web/texts/student.ts';
import { DescriptionList } from '#web/ui/description-list.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { ThingLink } from '#web/ui/thing-link.tsx';

const t = studentTexts.owing;

const weeksOf = (weeks: readonly number[]) =>
  formatList(weeks.map((week) => texts.ui.weekOf({ number: formatNumber(week) })));

/** The weeks of which a student owes homework, by course. */
export function StudentOwing({ rows }: { rows: readonly OwingRow[] }) {
  if (rows.length === 0) return null;
  const lines = ({ missing, late }: OwingRow) =>
    (['missing', 'late'] as const)
      .map((state) => ({ state: t[state], weeks: weeksOf({ missing, late }[state]) }))
      .filter(({ weeks }) => weeks !== '');
  return (
    <section aria-label={t.title}>
      <DescriptionList
        facts={rows.map((row) => [
          row.course_name,
          lines(row).map((line) => <Text key={line.state}>{t.line(line)}</Text>),
        ])}
      />
      <Text size="sm" c="dimmed" mb="md">
        {t.hint}
      </Text>
    </section>
  );
}

const columns: readonly Column<OwingRow>[] = [
  {
    id: 'fullname',
    header: homeworkTexts.columns.name,
    value: ({ fullname }) => fullname,
    cell: ({ student_id, fullname }) => (
      <ThingLink to="student" id={student_id}>
        {fullname}
      </ThingLink>
    ),
    sortable: false,
  },
  {
    id: 'missing',
    header: t.missing,
    value: ({ missing }) => weeksOf(missing),
    sortable: false,
    onPhone: 'line',
  },
  { id: 'late', header: t.late, value: ({ late }) => weeksOf(late), sortable: false },
];

/** The students of a class who owe homework; those whose is missing can be written to in one press. */
export function ClassOwing({ class_id, name }: { class_id: number; name: string }) {
  const view = useTableSearch(pageSizes.mails, '', 'missing-');
  const list = useQuery(query(homework.get_missing_homework, { class_id }));
  const rows = list.data?.data ?? [];
  if (rows.length === 0) return null;
  const missing = rows.filter((row) => row.missing.length > 0).map(({ student_id }) => student_id);
  return (
    <Panel
      title={t.title}
      actions={
        missing.length > 0 ? (
          <WriteButton audience={{ user_ids: missing }} whom={t.whom({ count: missing.length })} />
        ) : null
      }
    >
      <Text c="dimmed">{t.hint}</Text>
      <DataTable
        label={t.table({ name })}
        columns={columns}
        rows={rows}
        rowId={({ student_id }) => String(student_id)}
        view={view}
        query={list}
      />
    </Panel>
  );
}
