import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import classes from './page-header.module.css';

interface PageHeaderProps {
  title: string;
  /** One line under the title: what the page is for. */
  lead?: ReactNode;
  /** Buttons and links of the whole page. */
  actions?: ReactNode;
}

/** The page's one h1; it names the browser tab too. */
export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <title>{`${title} · ${texts.product}`}</title>
      <div className={classes.words}>
        <Title order={1}>{title}</Title>
        {lead ? <Text c="dimmed">{lead}</Text> : null}
      </div>
      {actions ? <Group gap="sm">{actions}</Group> : null}
    </header>
  );
}
