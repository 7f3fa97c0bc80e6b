import { ActionIcon, NativeSelect } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
  type Icon,
} from '@tabler/icons-react';
import { formatNumber } from '#web/lib/format/format.ts';
import { texts } from '#web/texts/texts.ts';
import classes from './pager.module.css';
import type { TableView } from './data-table.tsx';

const t = texts.ui;

interface StepProps {
  label: string;
  icon: Icon;
  isOff: boolean;
  onClick: () => void;
}

/** Stays focusable at the ends, so that paging by keyboard does not lose its place. */
function Step({ label, icon: StepIcon, isOff, onClick }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
    >
      <StepIcon aria-hidden size={18} />
    </ActionIcon>
  );
}

interface DataTablePagerProps {
  /** The table's own name: a screen may hold several. */
  label: string;
  view: TableView;
  page: number;
  count: number;
}

export function DataTablePager({ label, view, page, count }: DataTablePagerProps) {
  const last = Math.max(1, Math.ceil(count / view.size));
  const from = (page - 1) * view.size + 1;
  // All rows on the shortest page there is: the others are of no use.
  const hasSizes = view.sizes?.some((size) => size < count) ?? false;
  return (
    <nav aria-label={t.pagesOf({ table: label })} className={classes.pager}>
      {view.sizes && hasSizes ? (
        <div className={classes.sizes}>
          <span aria-hidden>{t.rowsPerPage}</span>
          <NativeSelect
            aria-label={t.rowsPerPage}
            value={String(view.size)}
            data={view.sizes.map(String)}
            onChange={(event) => view.setSize(Number(event.currentTarget.value))}
          />
        </div>
      ) : null}
      <output>
        {t.range({
          from: formatNumber(from),
          to: formatNumber(Math.min(count, page * view.size)),
          total: formatNumber(count),
        })}
      </output>
      {last > 1 ? (
        <div className={classes.steps}>
          <Step
            label={t.firstPage}
            icon={IconChevronLeftPipe}
            isOff={page === 1}
            onClick={() => view.setPage(1)}
          />
          <Step
            label={t.previousPage}
            icon={IconChevronLeft}
            isOff={page === 1}
            onClick={() => view.setPage(page - 1)}
          />
          <Step
            label={t.nextPage}
            icon={IconChevronRight}
            isOff={page === last}
            onClick={() => view.setPage(page + 1)}
          />
          <Step
            label={t.lastPage}
            icon={IconChevronRightPipe}
            isOff={page === last}
            onClick={() => view.setPage(last)}
          />
        </div>
      ) : null}
    </nav>
  );
}
