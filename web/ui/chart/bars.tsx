import { useElementSize } from '@mantine/hooks';
import { scaleBand } from 'd3-scale';
import { useId } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { fillOf, Hatch } from './mark.tsx';
import { formatShare, lengthsWithin, numberWidth, sumOf, type ChartPart } from './part.ts';
import classes from './chart.module.css';

/** Room for a bar and its words above it, in px. */
const thickness = 14;

/** Parts of a whole as lying bars, each under its own name and number. */
export function BarChart({ parts }: { parts: readonly ChartPart[] }) {
  const id = useId();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const whole = sumOf(parts);
  const rows = scaleBand(
    parts.map(({ label }) => label),
    [0, height],
  );
  const along = lengthsWithin(
    parts.map(({ value }) => value),
    width,
  );
  return (
    <div ref={ref} className={classes.drawing}>
      <svg className={classes.svg}>
        <Hatch id={id} />
        {width > 0
          ? parts.map(({ label, value, tone }) => {
              const middle = (rows(label) ?? 0) + rows.bandwidth() / 2;
              const number = formatNumber(value);
              const share = formatShare(value, whole);
              return (
                <g key={label} transform={`translate(0 ${middle})`}>
                  <text className={classes.name} y={-10}>
                    {label}
                  </text>
                  <text className={classes.number} x={width - numberWidth('100 %')} y={-10} textAnchor="end">
                    {number}
                  </text>
                  <text className={classes.share} x={width} y={-10} textAnchor="end">
                    {share}
                  </text>
                  <rect className={classes.track} width={width} height={thickness} rx={thickness / 2} />
                  {value > 0 ? (
                    <rect
                      className={classes.bar}
                      width={Math.max(along(value), thickness)}
                      height={thickness}
                      rx={thickness / 2}
                      fill={fillOf(tone, id)}
                    />
                  ) : null}
                </g>
              );
            })
          : null}
      </svg>
    </div>
  );
}
