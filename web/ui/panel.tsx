import type { ReactNode } from 'react';
import { Title } from '@mantine/core';
import { useId } from 'react';
import classes from './panel.module.css';

interface PanelProps {
  title?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A calm surface that holds one thing: a form, a table, a group of figures. */
export function Panel({ title, actions, children }: PanelProps) {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={title ? id : undefined}>
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
