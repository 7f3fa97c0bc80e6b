import { useElementSize } from '@mantine/hooks';
import { scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useId } from 'react';
import { formatsWithin, lengthsWithin } from './part.ts';
import classes from './chart.module.css';

/** Px of the columns at the foot, of the names between the two drawings, and of a number above a mark. */
const foot = 22;
const names = 42;
const number = 28;

/** The words of a month in lines: Jun, and below it the year where it begins. */
function linesOf(month: string, before: string | undefined): readonly string[] {
  const [name = '', year = ''] = month.split(' ');
  return year === '' || before?.endsWith(year) ? [name] : [name, year];
}

interface Series {
  readonly name: string;
  readonly counts: readonly number[];
}

interface MonthsChartProps {
  months: readonly string[];
  /** Drawn as a line. */
  main: Series;
  /** Drawn as small columns below, by a scale of its own; left out while there is nothing in it. */
  side: Series;
  /** The meaning of the dotted end of the line. */
  running: string;
}

/**
 * Two series over the same months. The last month is not over, so the line to it is dotted. Lines are straight: between two
 * counts there is no other.
 */
export function MonthsChart({ months, main, side, running }: MonthsChartProps) {
  const id = useId();
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const last = months.length - 1;
  const room = width / Math.max(1, months.length);
  const places = months.map((_, place) => place);
  const across = scalePoint(places, [room / 2, width - room / 2]);
  const x = (place: number) => across(place) ?? 0;

  const hasSide = side.counts.some((count) => count > 0);
  const base = height - names - (hasSide ? foot + number : 0);
  const lengthOf = lengthsWithin(main.counts, base - 4 - number);
  const y = (place: number) => base - 4 - lengthOf(main.counts[place] ?? 0);
  const curve = line(x, y)(places) ?? '';
  const surface = area(x, base, y)(places) ?? '';
  const format = formatsWithin(main.counts, room);

  const sideLengthOf = lengthsWithin(side.counts, foot);
  const sideFormat = formatsWithin(side.counts, room);
  const column = Math.min(28, room * 0.45);

  return (
    <>
      <ul className={classes.keys}>
        <li>
          <svg width={22} height={12}>
            <path className={classes.line} d="M2 6H20" />
            <circle className={classes.point} cx={11} cy={6} r={4} />
          </svg>
          {main.name}
        </li>
        {hasSide ? (
          <li>
            <svg width={12} height={12}>
              <rect width={12} height={12} rx={3} fill="var(--g-chart-second)" />
            </svg>
            {side.name}
          </li>
        ) : null}
        <li>
          <svg width={22} height={12}>
            <path className={`${classes.line} ${classes.running}`} d="M2 6H14" />
            <circle className={classes.pointRunning} cx={16} cy={6} r={4} />
          </svg>
          {running}
        </li>
      </ul>
      <div ref={ref} className={classes.months}>
        {width > 0 ? (
          <svg className={classes.svg} textAnchor="middle">
            <defs>
              <clipPath id={`${id}-done`}>
                <rect y={-10} width={x(last - 1)} height={height + 20} />
              </clipPath>
              <clipPath id={`${id}-running`}>
                <rect x={x(last - 1)} y={-10} width={width} height={height + 20} />
              </clipPath>
            </defs>
            <line className={classes.baseline} x2="100%" y1={base + 0.5} y2={base + 0.5} />
            <path className={classes.area} d={surface} />
            <path className={classes.line} d={curve} clipPath={`url(#${id}-done)`} />
            <path
              className={`${classes.line} ${classes.running}`}
              d={curve}
              clipPath={`url(#${id}-running)`}
            />
            {months.map((month, place) => {
              const count = side.counts[place] ?? 0;
              const top = height - Math.max(sideLengthOf(count), count > 0 ? 3 : 1);
              return (
                <g key={month}>
                  <circle
                    className={place === last ? classes.pointRunning : classes.point}
                    cx={x(place)}
                    cy={y(place)}
                    r={4.5}
                  />
                  <text className={`${classes.number} ${classes.above}`} x={x(place)} y={y(place) - 11}>
                    {format(main.counts[place] ?? 0)}
                  </text>
                  {linesOf(month, months[place - 1]).map((word, line) => (
                    <text key={word} className={classes.name} x={x(place)} y={base + 18 + 16 * line}>
                      {word}
                    </text>
                  ))}
                  {hasSide ? (
                    <>
                      <rect
                        className={classes.column}
                        x={x(place) - column / 2}
                        y={top}
                        width={column}
                        height={height - top}
                        rx={Math.min(4, (height - top) / 2)}
                        fill={count > 0 ? 'var(--g-chart-second)' : 'var(--g-line)'}
                      />
                      <text className={count > 0 ? classes.number : classes.name} x={x(place)} y={top - 6}>
                        {sideFormat(count)}
                      </text>
                    </>
                  ) : null}
                </g>
              );
            })}
          </svg>
        ) : null}
      </div>
    </>
  );
}
