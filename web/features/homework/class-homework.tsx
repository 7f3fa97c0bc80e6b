import { homework, type ClassHomeworkRow } from '@gurukul/contract/homework';
import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { stringifySearch } from '#web/lib/address/address-search.ts';
import { pageSizes } from '#web/lib/constants.ts';
import { formatDate } from '#web/lib/format/format.ts';
import { session } from '#web/lib/session.ts';
import { useTableSearch } from '#web/lib/address/table-search.ts';
import { paths } from '#web/paths.ts';
import { classPageTexts } from '#web/texts/class-page.ts';
import { homeworkTexts } from '#web/texts/homework.ts';
import { linkTo } from '#web/ui/link.tsx';
import { DataTable, type Column } from '#web/ui/table/data-table.tsx';
import { useLastPage } from '#web/ui/table/use-last-page.ts';
import { ThingLink } from '#web/ui/thing-link.tsx';
import { HomeworkBadge } from './homework-columns.tsx';
import classes from './homework.module.css';
import { ClassOwing } from './owing.tsx';
import { weekText } from './week-text.ts';

const t = classPageTexts.homework;

/** Links to PDFs work for five minutes. */
const linksAgeMs = 4 * 60_000;

/** The server lists pending homework first and sorts by nothing else. */
const columns: readonly Column<ClassHomeworkRow>[] = [
  { id: 'week_name', header: t.week, value: ({ week_name }) => weekText(week_name), sortable: false },
  {
    id: 'fullname',
    header: t.student,
    value: ({ fullname }) => fullname,
    cell: ({ student_id, fullname }) => (
      <ThingLink to="student" id={student_id}>
        {fullname}
      </ThingLink>
    ),
    sortable: false,
  },
  {
    id: 'status',
    header: t.status,
    value: ({ status }) => homeworkTexts.statuses[status],
    cell: ({ status }) => <HomeworkBadge status={status} />,
    sortable: false,
  },
  {
    id: 'submitted_at',
    header: t.submitted,
    value: ({ submitted_at }) => formatDate(submitted_at),
    sortable: false,
  },
  {
    id: 'decided_by',
    header: t.decided,
    value: ({ decided_by, decided_at }) => [decided_by, formatDate(decided_at)].filter(Boolean).join(', '),
    sortable: false,
  },
  {
    id: 'home_work',
    header: t.file,
    value: ({ home_work }) => (home_work ? homeworkTexts.hasFile : homeworkTexts.noFile),
    cell: ({ home_work, fullname, week_name }) =>
      home_work ? (
        <Button
          component="a"
          href={home_work}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          size="compact-md"
          className={classes.open}
          leftSection={<IconFileTypePdf aria-hidden size={18} />}
        >
          {homeworkTexts.open}{' '}
          <VisuallyHidden component="span">
            {homeworkTexts.of({ name: fullname, week: weekText(week_name) })}
          </VisuallyHidden>
        </Button>
      ) : (
        <span className={classes.none}>{homeworkTexts.noFile}</span>
      ),
    sortable: false,
  },
];

interface ClassHomeworkProps {
  course_id: number;
  class_id: number;
  name: string;
}

/** The homework of a class. Its teacher decides on the page of homework. */
export function ClassHomework({ course_id, class_id, name }: ClassHomeworkProps) {
  const view = useTableSearch(pageSizes.mails, '', 'homework-');
  const list = useQuery({
    ...query(homework.get_class_homework, { class_id, page: view.page, pageSize: view.size }),
    placeholderData: keepPreviousData,
    refetchInterval: linksAgeMs,
  });
  const { data } = list;
  const isLoading = useLastPage(view, {
    rows: data?.data,
    total: data?.total_count,
    isStale: list.isPlaceholderData,
    error: list.error,
  });
  const pending = data?.pending ?? 0;
  const search = stringifySearch({ course: course_id, class: class_id, status: 'pending' });
  return (
    <Stack gap="lg">
      <DataTable
        label={t.table({ name })}
        columns={columns}
        rows={data?.data}
        rowId={({ id }) => String(id)}
        view={view}
        total={data?.total_count}
        isLoading={isLoading}
        tools={
          pending > 0 && session.role === 'teacher' ? (
            <Button renderRoot={linkTo(`${paths.homeworks}${search}`)}>{t.decide({ count: pending })}</Button>
          ) : null
        }
        query={list}
        emptyText={t.empty}
      />
      <ClassOwing class_id={class_id} name={name} />
    </Stack>
  );
}
