import type { DashboardData, DashboardSeries } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { formatMonth, formatNumber } from '#web/lib/format/format.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { BarChart } from '#web/ui/chart/bars.tsx';
import { ColumnChart } from '#web/ui/chart/columns.tsx';
import { DonutChart } from '#web/ui/chart/donut.tsx';
import { ChartFrame, ChartSkeleton, partsTable } from '#web/ui/chart/frame.tsx';
import { MonthsChart } from '#web/ui/chart/months.tsx';
import { sumOf } from '#web/ui/chart/part.ts';
import classes from './charts.module.css';
import { ageParts, chartNames, genderParts, regionParts, type ChartName } from './parts.ts';

const t = dashboardsTexts;

/** Whether a chart is read as a table is kept in the address, under the chart's name. */
function useAsTable(name: string): [boolean, (isTable: boolean) => void] {
  const [view, setView] = useSearchParam(name);
  return [view === 'table', (isTable) => setView(isTable ? 'table' : '')];
}

export interface ChartsProps {
  role: PortalRole;
  data: DashboardData;
  months: DashboardSeries;
}

interface ChartProps extends ChartsProps {
  name: ChartName;
  /** In a dialog, which has its title. */
  isBare?: boolean;
}

function drawingOf(name: Exclude<ChartName, 'months'>, { role, data }: ChartsProps) {
  if (name === 'gender') return { parts: genderParts(data), Drawing: DonutChart };
  if (name === 'age') return { parts: ageParts(role, data), Drawing: ColumnChart };
  return { parts: regionParts(data), Drawing: BarChart };
}

function PartsChart({ name, isBare, ...figures }: ChartProps & { name: Exclude<ChartName, 'months'> }) {
  const [isTable, setTable] = useAsTable(name);
  const { title } = t[name];
  const { parts, Drawing } = drawingOf(name, figures);
  return (
    <ChartFrame
      title={title}
      isBare={isBare}
      table={partsTable(title, t.students, parts)}
      empty={sumOf(parts) === 0 ? { title: t.noStudentsTitle, text: t.noStudents } : null}
      isTable={isTable}
      onTable={setTable}
    >
      <Drawing parts={parts} />
    </ChartFrame>
  );
}

function EnrolmentChart({ months: { students, courses }, isBare }: Pick<ChartProps, 'months' | 'isBare'>) {
  const [isTable, setTable] = useAsTable('months');
  const isEmpty = [...students.counts, ...courses.counts].every((count) => count === 0);
  return (
    <ChartFrame
      title={t.months.title}
      isBare={isBare}
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

/** One of the charts. */
export const Chart = ({ name, ...rest }: ChartProps) =>
  name === 'months' ? <EnrolmentChart {...rest} /> : <PartsChart {...rest} name={name} />;

/** Who the students are, and how many came lately. */
export const Charts = (figures: ChartsProps) => (
  <div className={classes.charts}>
    {chartNames.map((name) => (
      <Chart key={name} name={name} {...figures} />
    ))}
  </div>
);

/** The same on its way, as large as it will be. */
export const ChartSkeletons = () => (
  <div className={classes.charts}>
    {chartNames.map((name) => (
      <ChartSkeleton key={name} title={t[name].title} />
    ))}
  </div>
);
