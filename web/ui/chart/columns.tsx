import { useElementSize } from '@mantine/hooks';
import { scaleBand } from 'd3-scale';
import { useId } from 'react';
import { fillOf, Hatch } from './mark.tsx';
import { formatsWithin, lengthsWithin, type ChartPart } from './part.ts';
import classes from './chart.module.css';

/** Px above the highest column for its number, and below all of them for two lines of a name. */
const above = 24;
const below = 40;

/** Counts side by side as standing columns, each with its number above and its name below. */
export function ColumnChart({ parts }: { parts: readonly ChartPart[] }) {
  const id = useId();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const across = scaleBand(
    parts.map(({ label }) => label),
    [0, width],
  )
    .paddingInner(0.5)
    .paddingOuter(0.35);
  const base = height - below;
  const values = parts.map(({ value }) => value);
  const lengthOf = lengthsWithin(values, base - above);
  const format = formatsWithin(values, across.step());
  return (
    <div ref={ref} className={classes.drawing}>
      <svg className={classes.svg}>
        <Hatch id={id} />
        {width > 0
          ? parts.map(({ label, value, tone }) => {
              const top = value > 0 ? base - Math.max(lengthOf(value), 3) : base;
              return (
                <g key={label} transform={`translate(${across(label)} 0)`} textAnchor="middle">
                  <rect
                    className={classes.column}
                    y={top}
                    width={across.bandwidth()}
                    height={base - top}
                    rx={Math.min(6, (base - top) / 2)}
                    fill={fillOf(tone, id)}
                  />
                  <text className={classes.number} x={across.bandwidth() / 2} y={top - 8}>
                    {format(value)}
                  </text>
                  {/* A name of two words stands in two lines. */}
                  {label.split(' ').map((word, line) => (
                    <text
                      key={word}
                      className={classes.name}
                      x={across.bandwidth() / 2}
                      y={base + 18 + 16 * line}
                    >
                      {word}
                    </text>
                  ))}
                </g>
              );
            })
          : null}
        <line className={classes.baseline} x2="100%" y1={base + 0.5} y2={base + 0.5} />
      </svg>
    </div>
  );
}
