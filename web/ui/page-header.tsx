import type { ReactNode } from 'react';
import { useProvider } from '#web/lib/provider.ts';
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
  const { name } = useProvider();
  return (
    <header className={classes.header}>
      <title>{`${title} · ${name}`}</title>
      <h1 className={classes.title}>{title}</h1>
      {lead ? <p className={classes.lead}>{lead}</p> : null}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}
