import type { ReactNode } from 'react';
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

/** What stands above a list: its search, its filters, and at the end its tools. */
export const TableBar = ({ search, filters, sort, tools }: TableBarProps) => (
  <div className={classes.bar} data-table-tools>
    {search || filters ? (
      <search className={classes.search}>
        {search ? <div className={classes.field}>{search}</div> : null}
        {filters ? (
          <div className={classes.chips}>
            {filters}
            {sort}
          </div>
        ) : null}
      </search>
    ) : null}
    {filters ? null : sort}
    {tools ? <div className={classes.tools}>{tools}</div> : null}
  </div>
);
