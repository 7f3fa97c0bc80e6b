import { useElementSize } from '@mantine/hooks';
import { arc, pie } from 'd3-shape';
import { useId } from 'react';
import { formatNumber } from '#web/lib/format/format.ts';
import { fillOf, Hatch } from './mark.tsx';
import { formatShare, formatsWithin, sumOf, type ChartPart, type ChartTone } from './part.ts';
import classes from './chart.module.css';

const slices = pie<ChartPart>()
  .value(({ value }) => value)
  .sortValues(null);

interface SwatchProps {
  tone: ChartTone;
  /** Of the hatch. */
  id: string;
}

/** The sign of a part beside its name. */
function Swatch({ tone, id }: SwatchProps) {
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

/** Parts of a whole as a ring, with the names and numbers beside it and the whole in its middle. */
export function DonutChart({ parts }: { parts: readonly ChartPart[] }) {
  const id = useId();
  const { ref, width: size } = useElementSize<HTMLDivElement>();
  const ring = arc<{ startAngle: number; endAngle: number; padAngle: number }>()
    .innerRadius(size * 0.34)
    .outerRadius(size / 2)
    .cornerRadius(3)
    .padAngle(0.025);
  const whole = sumOf(parts);
  const drawn = slices(parts.filter(({ value }) => value > 0));
  return (
    <div className={classes.donut}>
      <div ref={ref} className={classes.ring}>
        <svg className={classes.svg} viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}>
          <Hatch id={id} />
          {size > 0
            ? drawn.map((slice) => (
                <path
                  key={slice.data.label}
                  className={classes.arc}
                  d={ring(drawn.length === 1 ? { ...slice, padAngle: 0 } : slice) ?? ''}
                  fill={fillOf(slice.data.tone, id)}
                />
              ))
            : null}
          {size > 0 ? (
            <text className={classes.total} textAnchor="middle" dominantBaseline="central">
              {formatsWithin([whole], size * 0.6)(whole)}
            </text>
          ) : null}
        </svg>
      </div>
      <ul className={classes.legend}>
        {parts.map(({ label, value, tone }) => (
          <li key={label}>
            <Swatch tone={tone} id={id} />
            <span className={classes.legendName}>{label}</span>
            <span className={classes.legendValue}>
              <strong>{formatNumber(value)}</strong>
              <span>{formatShare(value, whole)}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
