import { useElementSize } from '@mantine/hooks';
import { scalePoint } from 'd3-scale';
import { line } from 'd3-shape';
import { formatShortDay } from '#web/lib/format/format.ts';
import { formatShare } from '#web/ui/chart/part.ts';
import classes from './figures.module.css';

export interface Weekly {
  readonly marks: readonly number[];
  readonly present: readonly number[];
}

/** In per cent by week; null where nobody has a mark. */
const sharesOf = ({ marks, present }: Weekly) =>
  marks.map((whole, place) => (whole === 0 ? null : (100 * (present[place] ?? 0)) / whole));

/** Straight from week to week, with a gap where there is no mark. `y` of 100 % is `top`, of 0 % `base`. */
function geometry(weekly: Weekly, width: number, top: number, base: number) {
  const shares = sharesOf(weekly);
  const places = shares.map((_, place) => place);
  const room = width / Math.max(1, shares.length);
  const across = scalePoint(places, [room / 2, width - room / 2]);
  const x = (place: number) => across(place) ?? 0;
  const y = (place: number) => base - ((shares[place] ?? 0) / 100) * (base - top);
  const path = line(x, y).defined((place) => typeof shares[place] === 'number')(places) ?? '';
  return { shares, x, y, path, room };
}

const smallSize = { width: 128, height: 32 };

/** Beside a name and a number, which say what it shows. */
export function SmallLine(weekly: Weekly) {
  const { shares, x, y, path } = geometry(weekly, smallSize.width, 3, smallSize.height - 3);
  const last = shares.findLastIndex((share) => share !== null);
  return (
    <svg aria-hidden className={classes.small} viewBox={`0 0 ${smallSize.width} ${smallSize.height}`}>
      <line
        className={classes.baseline}
        x1={0}
        x2={smallSize.width}
        y1={smallSize.height}
        y2={smallSize.height}
      />
      <path className={classes.line} d={path} />
      {last < 0 ? null : <circle className={classes.point} cx={x(last)} cy={y(last)} r={3.5} />}
    </svg>
  );
}

/** Px of the names below, and of a number above a point. */
const names = 24;
const number = 24;

export function WeeksLine({ weeks, ...weekly }: Weekly & { weeks: readonly string[] }) {
  const { ref, width, height } = useElementSize<HTMLDivElement>();
  const base = height - names;
  const { shares, x, y, path, room } = geometry(weekly, width, number, base);
  // Where all do not fit, every second one, and the last.
  const step = Math.max(1, Math.ceil(52 / Math.max(1, room)));
  const isNamed = (place: number) => (weeks.length - 1 - place) % step === 0;
  return (
    <div ref={ref} style={{ height: '100%' }}>
      {width > 0 ? (
        <svg className={classes.drawing} textAnchor="middle">
          <line className={classes.baseline} x2="100%" y1={base + 0.5} y2={base + 0.5} />
          <path className={classes.line} d={path} />
          {weeks.map((week, place) => (
            <g key={week}>
              {shares[place] === null ? null : (
                <>
                  <circle className={classes.point} cx={x(place)} cy={y(place)} r={4} />
                  {isNamed(place) ? (
                    <text className={classes.number} x={x(place)} y={y(place) - 10}>
                      {formatShare(weekly.present[place] ?? 0, weekly.marks[place] ?? 0)}
                    </text>
                  ) : null}
                </>
              )}
              {isNamed(place) ? (
                <text className={classes.name} x={x(place)} y={height - 4}>
                  {formatShortDay(week)}
                </text>
              ) : null}
            </g>
          ))}
        </svg>
      ) : null}
    </div>
  );
}
