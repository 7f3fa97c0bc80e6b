import type { ReactNode } from 'react';
import { texts } from '#web/texts/texts.ts';
import classes from './description-list.module.css';

export type Fact = readonly [label: string, value: ReactNode];

/** What is known, as names and values; what nobody has filled in says so. */
export function DescriptionList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value || <span className={classes.none}>{texts.ui.notGiven}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
