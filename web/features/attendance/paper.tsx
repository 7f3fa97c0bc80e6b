import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useProvider } from '#web/lib/provider.ts';
import classes from './printed-report.module.css';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

export const Facts = ({ facts, className }: { facts: readonly Fact[]; className: string | undefined }) => (
  <dl className={className}>
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

interface PaperProps {
  /** Names what is printed, for what looks for it. */
  kind: 'printed-report' | 'blank-register';
  title: string;
  facts: readonly Fact[];
  children: ReactNode;
}

/** A printed sheet. It stands beside the portal in the body, so that the portal is not printed around it. */
export function Paper({ kind, title, facts, children }: PaperProps) {
  const { name } = useProvider();
  return createPortal(
    <article className={classes.sheet} {...{ [`data-${kind}`]: true }}>
      <h1>
        {title} · {name}
      </h1>
      <Facts facts={facts} className={classes.facts} />
      {children}
    </article>,
    document.body,
  );
}
