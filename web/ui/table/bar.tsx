import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import classes from './bar.module.css';

interface TableBarProps {
  search?: ReactNode;
  /** `FilterChip`s. */
  filters?: ReactNode;
  /** How a phone sorts, at the end of the filters. */
  sort?: ReactNode;
  /** What is done with the whole list. */
  tools?: ReactNode;
}

/** What stands above a list: its search, its filters, and at the end its tools. A phone unfolds filters and tools. */
export function TableBar({ search, filters, sort, tools }: TableBarProps) {
  const [isOpen, setOpen] = useState(false);
  // Without a search there is room for the order.
  const folds = filters || (search && sort);
  return (
    <div className={classes.bar} data-table-tools>
      {search || filters ? (
        <search className={classes.search}>
          {search ? <div className={classes.field}>{search}</div> : null}
          {folds ? (
            <div className={classes.chips} data-open={isOpen || undefined}>
              {filters}
              {sort}
            </div>
          ) : null}
        </search>
      ) : null}
      {folds ? (
        <Button
          variant="default"
          className={classes.opener}
          aria-label={texts.ui.tools}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal aria-hidden size={18} />
        </Button>
      ) : (
        sort
      )}
      {tools ? <div className={classes.tools}>{tools}</div> : null}
    </div>
  );
}
