import type { ReactNode } from 'react';
import { Title } from '@mantine/core';
import { useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: ReactNode;
  /** Its id, where the focus is led here from elsewhere. */
  anchor?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A calm surface that holds one thing: a form, a table, a group of figures. */
export function Panel({ title, anchor, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section
      id={anchor}
      tabIndex={anchor ? -1 : undefined}
      className={classes.panel}
      aria-labelledby={title ? id : undefined}
    >
      {title || actions ? (
        <div className={classes.head}>
          {title ? (
            <Title order={2} id={id}>
              {title}
            </Title>
          ) : null}
          {actions}
        </div>
      ) : null}
      {children}
    </section>
  );
}
