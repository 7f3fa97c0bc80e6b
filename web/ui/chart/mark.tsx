import type { ChartTone } from './part.ts';
import classes from './chart.module.css';

interface HatchProps {
  id: string;
}

/** What `rest` is filled with; every drawing holds its own under its own id. */
export function Hatch({ id }: HatchProps) {
  return (
    <defs>
      <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width={6} height={6} fill="var(--g-surface)" />
        <rect width={3.5} height={6} fill="var(--g-chart-rest)" />
      </pattern>
    </defs>
  );
}

/** What a mark of a tone is filled with, in the drawing of that hatch. */
export const fillOf = (tone: ChartTone, hatchId: string) =>
  tone === 'rest' ? `url(#${hatchId})` : `var(--g-chart-${tone})`;

interface SwatchProps extends HatchProps {
  tone: ChartTone;
}

/** The sign of a part beside its name. */
export function Swatch({ tone, id }: SwatchProps) {
  return (
    <svg className={classes.swatch} viewBox="0 0 14 14">
      <rect
        x={0.75}
        y={0.75}
        width={12.5}
        height={12.5}
        rx={4}
        fill={fillOf(tone, id)}
        stroke={`var(--g-chart-${tone})`}
        strokeWidth={1.5}
      />
    </svg>
  );
}
