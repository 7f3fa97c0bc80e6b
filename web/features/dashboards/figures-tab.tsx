import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { CohortPanel } from '#web/features/figures/cohorts.tsx';
import classes from '#web/features/figures/figures.module.css';
import { MoneyPanels } from '#web/features/figures/money.tsx';
import { TrendPanels } from '#web/features/figures/trends.tsx';
import { WeekPanel } from '#web/features/figures/week-figures.tsx';
import { session } from '#web/lib/session.ts';
import { Charts, ChartSkeletons } from './charts.tsx';
import type { Figures } from './dashboard.tsx';
import { FailedFigures } from './failed-figures.tsx';

interface FiguresTabProps {
  role: PortalRole;
  figures: Figures;
}

function Composition({ role, figures: { data, error, refetch } }: FiguresTabProps) {
  if (data) return <Charts role={role} data={data.data} months={data.months} />;
  if (!error) return <ChartSkeletons />;
  return <FailedFigures error={error} onRetry={() => void refetch()} />;
}

/** Who the students are, then how the courses are doing, this week first. */
export function FiguresTab({ role, figures }: FiguresTabProps) {
  return (
    <div className={classes.panels}>
      <Composition role={role} figures={figures} />
      {/* An admin who looks at somebody else's dashboard would read their own figures here. */}
      {session.role === role ? (
        <>
          <WeekPanel />
          <TrendPanels />
          <CohortPanel />
          <MoneyPanels />
        </>
      ) : null}
    </div>
  );
}
