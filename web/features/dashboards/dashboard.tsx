import { dashboards, type DashboardData, type DashboardSeries } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/roles';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { ApiError } from '#web/calls/errors.ts';
import { session } from '#web/lib/session.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { StatCards } from '#web/ui/stat-cards.tsx';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { Charts, ChartSkeletons } from './charts.tsx';
import classes from './dashboard.module.css';
import { statCount, statsOf } from './stats.ts';
import { Today } from './today.tsx';
import { useArrived } from './use-arrived.ts';

const t = dashboardsTexts;

/** By the reader's clock. */
export function greeting(): string {
  const hour = new Date().getHours();
  if (hour < 12) return t.greetings.morning;
  return hour < 17 ? t.greetings.day : t.greetings.evening;
}

const places = [0, 1, 2, 3, 4];

function FiguresSkeleton({ role }: { role: PortalRole }) {
  return (
    <>
      <output>
        <VisuallyHidden>{texts.ui.loading}</VisuallyHidden>
      </output>
      <div className={classes.cards} data-count={statCount[role]}>
        {places.slice(0, statCount[role]).map((place) => (
          <Skeleton key={place} className={classes.card} />
        ))}
      </div>
      <ChartSkeletons />
    </>
  );
}

/** What a dashboard's call gives, as it comes from the query. */
export interface Figures {
  readonly data: { readonly data: DashboardData; readonly months: DashboardSeries } | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface FiguresPanelsProps {
  role: PortalRole;
  figures: Figures;
}

function FiguresPanels({ role, figures: { data, error, refetch } }: FiguresPanelsProps) {
  if (data) {
    return (
      <>
        <StatCards label={t.figures} stats={statsOf(role, data.data)} />
        <Charts role={role} data={data.data} months={data.months} />
      </>
    );
  }
  if (!error) return <FiguresSkeleton role={role} />;
  const isFinal = error instanceof ApiError && (error.isFinal || error.status === 404);
  return (
    <Panel>
      {isFinal ? (
        <FailedState title={texts.ui.notForYouTitle} message={texts.ui.notForYou} />
      ) : (
        <FailedState message={error.message} onRetry={() => void refetch()} />
      )}
    </Panel>
  );
}

interface DashboardProps {
  /** The role of the dashboard. */
  of: PortalRole;
  figures: Figures;
  /** Shown above Today, because it is more urgent. */
  first?: ReactNode;
  /** Whether rolls that nobody has called are in it. */
  areRollsFirst?: boolean;
  /** Whether that is still on its way. */
  isFirstPending?: boolean;
}

/** First the open tasks, then the figures and charts of the role's courses. */
export function Dashboard(props: DashboardProps) {
  const { of: role, figures, first, areRollsFirst = false, isFirstPending = false } = props;
  const today = useQuery(query(dashboards.get_today, {}));
  const [greeted] = useState(greeting);
  const hasArrived = useArrived(today.isPending || isFirstPending);
  return (
    <>
      <PageHeader title={texts.shell.dashboardTitles[role]} lead={`${greeted} ${t.lead[role]}`} />
      {hasArrived ? (
        <>
          <div className={classes.top}>
            {first}
            <Today
              role={session.role ?? role}
              groups={today.data?.data}
              has={today.data?.has}
              areRollsAbove={areRollsFirst}
              error={today.error}
              onRetry={() => void today.refetch()}
            />
          </div>
          <FiguresPanels role={role} figures={figures} />
        </>
      ) : (
        <>
          <Skeleton className={classes.topSkeleton} />
          <FiguresSkeleton role={role} />
        </>
      )}
    </>
  );
}
