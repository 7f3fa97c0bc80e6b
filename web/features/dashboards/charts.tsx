import type { DashboardData, DashboardSeries } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import type { ReactNode } from 'react';
import { formatMonth, formatNumber } from '#web/lib/format/format.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { BarChart } from '#web/ui/chart/bars.tsx';
import { ColumnChart } from '#web/ui/chart/columns.tsx';
import { DonutChart } from '#web/ui/chart/donut.tsx';
import { ChartFrame, ChartSkeleton, partsTable } from '#web/ui/chart/frame.tsx';
import { MonthsChart } from '#web/ui/chart/months.tsx';
import { sumOf, type ChartPart } from '#web/ui/chart/part.ts';
import classes from './charts.module.css';
import { ageParts, genderParts, regionParts } from './parts.ts';

const t = dashboardsTexts;

/** Whether a chart is read as a table is kept in the address, under the chart's name. */
function useAsTable(name: string): [boolean, (isTable: boolean) => void] {
  const [view, setView] = useSearchParam(name);
  return [view === 'table', (isTable) => setView(isTable ? 'table' : '')];
}

interface PartsChartProps {
  name: 'gender' | 'age' | 'region';
  parts: readonly ChartPart[];
  children: ReactNode;
}

function PartsChart({ name, parts, children }: PartsChartProps) {
  const [isTable, setTable] = useAsTable(name);
  const { title } = t[name];
  return (
    <ChartFrame
      title={title}
      table={partsTable(title, t.students, parts)}
      empty={sumOf(parts) === 0 ? { title: t.noStudentsTitle, text: t.noStudents } : null}
      isTable={isTable}
      onTable={setTable}
    >
      {children}
    </ChartFrame>
  );
}

function EnrolmentChart({ months: { students, courses } }: { months: DashboardSeries }) {
  const [isTable, setTable] = useAsTable('months');
  const isEmpty = [...students.counts, ...courses.counts].every((count) => count === 0);
  return (
    <ChartFrame
      title={t.months.title}
      table={{
        columns: [t.months.month, t.months.enrolments, t.months.courses],
        rows: students.labels.map((label, place) => [
          formatMonth(label),
          formatNumber(students.counts[place] ?? 0),
          formatNumber(courses.counts[place] ?? 0),
        ]),
      }}
      empty={isEmpty ? { title: t.months.emptyTitle, text: t.months.empty } : null}
      isTable={isTable}
      onTable={setTable}
    >
      <MonthsChart
        months={students.labels.map(formatMonth)}
        main={{ name: t.months.enrolments, counts: students.counts }}
        side={{ name: t.months.courses, counts: courses.counts }}
        running={t.months.running}
      />
    </ChartFrame>
  );
}

interface ChartsProps {
  role: PortalRole;
  data: DashboardData;
  months: DashboardSeries;
}

/** Who the students are, and how many came lately. */
export function Charts({ role, data, months }: ChartsProps) {
  const gender = genderParts(data);
  const age = ageParts(role, data);
  const region = regionParts(data);
  return (
    <div className={classes.charts}>
      <EnrolmentChart months={months} />
      <PartsChart name="gender" parts={gender}>
        <DonutChart parts={gender} />
      </PartsChart>
      <PartsChart name="age" parts={age}>
        <ColumnChart parts={age} />
      </PartsChart>
      <PartsChart name="region" parts={region}>
        <BarChart parts={region} />
      </PartsChart>
    </div>
  );
}

const titles = [t.months.title, t.gender.title, t.age.title, t.region.title];

/** The same on its way, as large as it will be. */
export const ChartSkeletons = () => (
  <div className={classes.charts}>
    {titles.map((title) => (
      <ChartSkeleton key={title} title={title} />
    ))}
  </div>
);
