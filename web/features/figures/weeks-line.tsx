import { useElementSize } from '@mantine/hooks';
import { scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { formatShortDay } from '#web/lib/format/format.ts';
import type { Address } from '#web/paths.ts';
import { formatShare } from '#web/ui/chart/part.ts';
import { AppLink } from '#web/ui/link.tsx';
import classes from './figures.module.css';

/** By week; null where there is nothing to count. */
type Values = readonly (number | null)[];

/** Straight from week to week, with a gap where there is nothing. `y` of `most` is `top`, of `least` it is `base`. */
function geometry(
  values: Values,
  [least, most]: readonly [number, number],
  width: number,
  top: number,
  base: number,
) {
  const places = values.map((_, place) => place);
  const room = width / Math.max(1, values.length);
  const across = scalePoint(places, [room / 2, width - room / 2]);
  const x = (place: number) => across(place) ?? 0;
  const y = (place: number) =>
    base - (((values[place] ?? 0) - least) / Math.max(1, most - least)) * (base - top);
  const path = line(x, y).defined((place) => typeof values[place] === 'number')(places) ?? '';
  return { x, y, path, room };
}

const smallSize = { width: 128, height: 32 };

/** Beside a number, which says what it shows. */
export function SmallLine({ values }: { values: Values }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const { x, y, path } = geometry(values, [0, most], smallSize.width, 3, smallSize.height - 3);
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg aria-hidden className={classes.small} viewBox={`0 0 ${smallSize.width} ${smallSize.height}`}>
      <path className={classes.line} d={path} />
      {last < 0 ? null : <circle className={classes.point} cx={x(last)} cy={y(last)} r={3.5} />}
    </svg>
  );
}

/** Px of the names below, of a number above a point, and between two lines of the axis at least. */
const names = 24;
const number = 24;

interface WeeksLineProps {
  weeks: readonly string[];
  marks: readonly number[];
  present: readonly number[];
  /** Where the point of a week leads. */
  hrefOf: (week: string) => Address;
}

/** Attendance by week, on an axis from the ten per cent below the lowest to all. */
export function WeeksLine({ weeks, marks, present, hrefOf }: WeeksLineProps) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const base = height - names;
  const shares = marks.map((whole, place) => (whole === 0 ? null : (100 * (present[place] ?? 0)) / whole));
  const known = shares.filter((share) => share !== null);
  const least = Math.min(90, Math.floor(Math.min(...known) / 10) * 10);
  const { x, y, path, room } = geometry(shares, [least, 100], width, number, base);
  // Where all do not fit, every second one, and the last.
  const step = Math.max(1, Math.ceil(52 / Math.max(1, room)));
  const isNamed = (place: number) => (weeks.length - 1 - place) % step === 0;
  const said = (place: number) => formatShare(present[place] ?? 0, marks[place] ?? 0);
  return (
    <div ref={ref} className={classes.weeksLine}>
      {width > 0 ? (
        <>
          <svg aria-hidden className={classes.drawing} textAnchor="middle">
            {[least, 100].map((share) => {
              const at = share === 100 ? number : base;
              return (
                <g key={share}>
                  <line className={classes.baseline} x2="100%" y1={at + 0.5} y2={at + 0.5} />
                  <text className={classes.name} x={0} y={at - 4} textAnchor="start">
                    {formatShare(share, 100)}
                  </text>
                </g>
              );
            })}
            <path className={classes.line} d={path} />
            {weeks.map((week, place) =>
              isNamed(place) ? (
                <g key={week}>
                  {shares[place] === null ? null : (
                    <text className={classes.number} x={x(place)} y={y(place) - 10}>
                      {said(place)}
                    </text>
                  )}
                  <text className={classes.name} x={x(place)} y={height - 4}>
                    {formatShortDay(week)}
                  </text>
                </g>
              ) : null,
            )}
          </svg>
          {weeks.map((week, place) =>
            shares[place] === null ? null : (
              <AppLink
                key={week}
                href={hrefOf(week)}
                className={classes.pointLink}
                style={{ insetInlineStart: x(place), insetBlockStart: y(place) }}
                aria-label={`${formatShortDay(week)} ${said(place)}`}
              />
            ),
          )}
        </>
      ) : null}
    </div>
  );
}
