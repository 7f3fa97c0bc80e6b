import { formatNumber } from '#web/lib/format/format.ts';
import classes from './figures.module.css';

interface Figure {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly value: number;
}

/** A few numbers side by side. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={classes.figures}>
    {figures.map(({ id, label, hint, value }) => (
      <div key={id} data-figure={id}>
        <dt>{label}</dt>
        <dd>
          <strong>{formatNumber(value)}</strong>
          {hint ? <span>{hint}</span> : null}
        </dd>
      </div>
    ))}
  </dl>
);
