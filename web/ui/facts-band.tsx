import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { DescriptionList, type Fact } from './description-list.tsx';
import classes from './facts-band.module.css';

interface FactsBandProps {
  facts: readonly Fact[];
  /** What a phone says of them, in a line. */
  brief: string;
  /** Stands above that line. */
  lead?: ReactNode;
  /** Stands beside the facts at a desk, and below them on a phone. */
  children?: ReactNode;
}

/** What everybody asks first about a thing, in one band under its title. A phone says it in two lines, and unfolds it. */
export function FactsBand({ facts, brief, lead, children }: FactsBandProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const whole = (
    <>
      <DescriptionList facts={facts} />
      {children}
    </>
  );
  if (!isPhone) return <div className={classes.facts}>{whole}</div>;
  return (
    <div className={classes.facts}>
      {lead ? <p>{lead}</p> : null}
      <details>
        <summary>{brief}</summary>
        {whole}
      </details>
    </div>
  );
}
