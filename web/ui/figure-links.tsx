import { formatNumber } from '#web/lib/format/format.ts';
import type { Address } from '#web/paths.ts';
import classes from './figure-links.module.css';
import { AppLink } from './link.tsx';

export interface FigureLink {
  readonly label: string;
  readonly value: number;
  /** The list of exactly those that are counted. */
  readonly href: Address;
  readonly isCurrent: boolean;
  readonly hint?: string;
}

/** Counts in one line, each of which leads to what it counts. */
export const FigureLinks = ({ label, figures }: { label: string; figures: readonly FigureLink[] }) => (
  <nav aria-label={label}>
    <ul className={classes.figures}>
      {figures.map(({ label: name, value, href, isCurrent, hint }) => (
        <li key={name}>
          <AppLink href={href} className={classes.figure} aria-current={isCurrent || undefined} title={hint}>
            {name} <strong>{formatNumber(value)}</strong>
          </AppLink>
        </li>
      ))}
    </ul>
  </nav>
);
