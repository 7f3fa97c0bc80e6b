import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './events.module.css';

interface SectionProps {
  title: string;
  /** The heading's id, where the focus is led here from elsewhere. */
  anchor?: string;
  actions: ReactNode;
  children: ReactNode;
}

/** One list of the page, as wide as the page: events have more columns than a panel has room for. */
export const Section = ({ title, anchor, actions, children }: SectionProps) => (
  <div className={classes.section}>
    <div className={classes.head}>
      <Title order={2} id={anchor} tabIndex={anchor ? -1 : undefined} className={classes.title}>
        {title}
      </Title>
      {actions}
    </div>
    {children}
  </div>
);
