import { Figure, type Stat } from './stat-cards.tsx';
import classes from './stat-row.module.css';

interface StatRowProps {
  /** Whom the figures are about, for screen readers. */
  label: string;
  stats: readonly Stat[];
}

/** Figures on a page of one person: small, and all of them in sight. */
export const StatRow = ({ label, stats }: StatRowProps) => (
  <section aria-label={label}>
    <ul className={classes.row}>
      {stats.map((stat) => (
        <li key={stat.label}>
          <Figure {...stat} isLoading={false} />
        </li>
      ))}
    </ul>
  </section>
);
