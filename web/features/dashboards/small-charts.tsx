import type { DashboardData, DashboardSeries } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { UnstyledButton } from '@mantine/core';
import { useEffect, useId, type ReactNode } from 'react';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { fillOf, Hatch } from '#web/ui/chart/mark.tsx';
import { formatShare, lengthsWithin, sumOf, type ChartPart } from '#web/ui/chart/part.ts';
import { useOnFirstUse } from '#web/ui/use-on-first-use.ts';
import classes from './dashboard.module.css';
import { ageParts, chartNames, genderParts, regionParts, type ChartName } from './parts.ts';

const t = dashboardsTexts;

const loadLarge = async () => (await import('./chart-dialog.tsx')).ChartDialog;

/** The drawings have no words and no measure of their own: 100 by 50, as wide as their place. */
const size = { width: 100, height: 50 };

function lineOf(counts: readonly number[]) {
  const lengthOf = lengthsWithin(counts, size.height - 4);
  const points = counts.map(
    (count, place) =>
      `${(place * size.width) / Math.max(1, counts.length - 1)},${size.height - 2 - lengthOf(count)}`,
  );
  return (
    <svg viewBox="0 0 100 50" preserveAspectRatio="none">
      <polygon
        points={`0,${size.height} ${points.join(' ')} ${size.width},${size.height}`}
        fill="var(--g-chart-first)"
        opacity={0.12}
      />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--g-chart-first)"
        strokeWidth={2.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Standing columns, or lying ones; `id` is that of the hatch. */
function barsOf(parts: readonly ChartPart[], id: string, isLying: boolean) {
  const room = (isLying ? size.height : size.width) / Math.max(1, parts.length);
  const lengthOf = lengthsWithin(
    parts.map(({ value }) => value),
    isLying ? size.width : size.height,
  );
  return (
    <svg viewBox="0 0 100 50" preserveAspectRatio="none">
      <Hatch id={id} />
      {parts.map(({ label, value, tone }, place) => {
        const [begin, thick, long] = [room * (place + 0.15), room * 0.7, Math.max(lengthOf(value), 1)];
        const box = isLying
          ? { x: 0, y: begin, width: long, height: thick }
          : { x: begin, y: size.height - long, width: thick, height: long };
        return <rect key={label} {...box} rx={1.5} fill={fillOf(tone, id)} />;
      })}
    </svg>
  );
}

/** A ring, its parts one after the other from the top. */
function ringOf(parts: readonly ChartPart[], id: string) {
  const whole = Math.max(1, sumOf(parts));
  return (
    <svg viewBox="0 0 50 50">
      <Hatch id={id} />
      {parts.map(({ label, value, tone }, place) => (
        <circle
          key={label}
          r={19}
          cx={25}
          cy={25}
          fill="none"
          stroke={fillOf(tone, id)}
          strokeWidth={9}
          pathLength={100}
          strokeDasharray={`${(100 * value) / whole} 100`}
          transform={`rotate(${(360 * sumOf(parts.slice(0, place))) / whole - 90} 25 25)`}
        />
      ))}
    </svg>
  );
}

/** The largest part, which a look would tell. */
function largest(parts: readonly ChartPart[]): string {
  const whole = sumOf(parts);
  const [first] = parts.toSorted((one, other) => other.value - one.value);
  return whole === 0 || !first ? t.noStudentsTitle : `${first.label} ${formatShare(first.value, whole)}`;
}

interface SmallChartsProps {
  role: PortalRole;
  data: DashboardData;
  months: DashboardSeries;
}

/** The four charts at a glance. Each opens large, with its numbers, at a press. */
export function SmallCharts(figures: SmallChartsProps) {
  const { role, data, months } = figures;
  const id = useId();
  const [open, setOpen] = useSearchParam('chart');
  const { part: ChartDialog, prepare, want } = useOnFirstUse(loadLarge);
  const name = chartNames.find((one) => one === open);
  useEffect(() => {
    if (name) void want();
  });
  const [gender, age, region] = [genderParts(data), ageParts(role, data), regionParts(data)];
  const { counts } = months.students;
  const enrolled = counts.reduce((sum, count) => sum + count, 0);
  const small: Readonly<Record<ChartName, readonly [drawing: ReactNode, words: string]>> = {
    months: [lineOf(counts), `${formatNumber(enrolled)} ${t.months.enrolments}`],
    gender: [ringOf(gender, `${id}g`), largest(gender)],
    age: [barsOf(age, `${id}a`, false), largest(age)],
    region: [barsOf(region, `${id}r`, true), largest(region)],
  };
  return (
    <>
      {chartNames.map((one) => {
        const [drawing, words] = small[one];
        return (
          <UnstyledButton
            key={one}
            className={classes.chart}
            aria-haspopup="dialog"
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => void want().then((isThere) => isThere && setOpen(one))}
          >
            <strong>{t[one].title}</strong>
            {drawing} <span>{words}</span>
          </UnstyledButton>
        );
      })}
      {ChartDialog ? <ChartDialog {...figures} name={name} onClose={() => setOpen('')} /> : null}
    </>
  );
}
