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
}

/** What everybody asks first about a thing, in lines under its title. A phone says it in two, and unfolds it. */
export function FactsBand({ facts, brief, lead }: FactsBandProps) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  const whole = <DescriptionList facts={facts} />;
  return (
    <div className={classes.facts} data-facts>
      {isPhone && lead ? <p>{lead}</p> : null}
      {isPhone ? (
        <details>
          <summary>{brief}</summary>
          {whole}
        </details>
      ) : (
        whole
      )}
    </div>
  );
}
