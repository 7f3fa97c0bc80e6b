import type { HomeworkRow, HomeworkStatus } from '@gurukul/contract/homework';
import { Button, VisuallyHidden } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { homeworkTexts } from '#web/texts/homework.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { StatusBadge, type Tone } from '#web/ui/status-badge.tsx';
import classes from './homework.module.css';
import { weekText } from './week-text.ts';

const t = homeworkTexts;

const tones: Readonly<Record<HomeworkStatus, Tone>> = { pending: 'warn', accepted: 'good', rejected: 'bad' };

export const HomeworkBadge = ({ status }: { status: HomeworkStatus }) => (
  <StatusBadge tone={tones[status]}>{t.statuses[status]}</StatusBadge>
);

/** `open` shows the PDF of a row. */
export const homeworkColumns = (open: (row: HomeworkRow) => void): readonly Column<HomeworkRow>[] => [
  {
    id: 'week_name',
    header: t.columns.week,
    value: (row) => row.week_name,
    cell: (row) => <span className={classes.week}>{weekText(row.week_name)}</span>,
    onPhone: 'line',
  },
  {
    id: 'fullname',
    header: t.columns.name,
    value: (row) => row.fullname,
    cell: (row) => <span className={classes.name}>{row.fullname}</span>,
    onPhone: 'line',
  },
  { id: 'class_name', header: t.columns.class, value: (row) => row.class_name },
  {
    id: 'course_name',
    header: t.columns.course,
    value: (row) => row.course_name,
    under: 'class_name',
  },
  {
    id: 'home_work',
    header: t.columns.file,
    value: (row) => (row.home_work ? t.hasFile : t.noFile),
    cell: (row) =>
      row.home_work ? (
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.open}
          leftSection={<IconFileTypePdf aria-hidden size={18} />}
          onClick={() => open(row)}
        >
          {t.open}{' '}
          <VisuallyHidden component="span">
            {t.of({ name: row.fullname, week: weekText(row.week_name) })}
          </VisuallyHidden>
        </Button>
      ) : (
        <span className={classes.none}>{t.noFile}</span>
      ),
  },
  {
    id: 'status',
    header: t.columns.status,
    value: (row) => t.statuses[row.status],
    cell: (row) => <HomeworkBadge status={row.status} />,
    onPhone: 'end',
  },
];
