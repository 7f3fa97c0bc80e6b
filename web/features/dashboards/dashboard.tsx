import { dashboards, type DashboardData, type DashboardSeries } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { useSearchParam } from '#web/lib/address/address-search.ts';
import { session } from '#web/lib/session.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { texts } from '#web/texts/texts.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { StatCards } from '#web/ui/stat-cards.tsx';
import classes from './dashboard.module.css';
import type { DayStrip } from './day-strip.tsx';
import { FailedFigures } from './failed-figures.tsx';
import { statsOf } from './stats.ts';
import { Today } from './today.tsx';
import { useArrived } from './use-arrived.ts';

const FiguresTab = lazy(async () => ({ default: (await import('./figures-tab.tsx')).FiguresTab }));
const WithoutConsent = lazy(async () => ({
  default: (await import('./without-consent.tsx')).WithoutConsent,
}));
const SmallCharts = lazy(async () => ({ default: (await import('./small-charts.tsx')).SmallCharts }));

const t = dashboardsTexts;

/** By the reader's clock. */
export function greeting(): string {
  const hour = new Date().getHours();
  if (hour < 12) return t.greetings.morning;
  return hour < 17 ? t.greetings.day : t.greetings.evening;
}

/** What a dashboard's call gives, as it comes from the query. */
export interface Figures {
  readonly data: { readonly data: DashboardData; readonly months: DashboardSeries } | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface DashboardProps {
  /** The role of the dashboard. */
  of: PortalRole;
  figures: Figures;
  /** What somebody has to know first. */
  notices?: ReactNode;
  /** What shows the meetings of the day above Today. */
  Strip?: typeof DayStrip;
  /** What shows the open tasks in place of Today. */
  day?: ReactNode;
  /** Whether one of the two is still on its way. */
  isPending?: boolean;
}

/** The totals of the role, the open tasks and the charts; the other figures behind a link of the section. */
export function Dashboard(props: DashboardProps) {
  const { of: role, figures } = props;
  const [greeted] = useState(greeting);
  const [tab] = useSearchParam('tab');
  return (
    <>
      <PageHeader title={texts.shell.dashboardTitles[role]} lead={`${greeted} ${t.lead[role]}`} />
      {tab === 'figures' ? (
        <Suspense fallback={<LoadingState />}>
          <FiguresTab role={role} figures={figures} />
        </Suspense>
      ) : (
        <Now {...props} />
      )}
    </>
  );
}

function Now({ of: role, figures, notices, Strip, day, isPending = false }: DashboardProps) {
  const today = useQuery(query(dashboards.get_today, {}));
  const hasArrived = useArrived(today.isPending || isPending);
  const { data, error, refetch } = figures;
  return (
    <>
      {error && !data ? (
        <FailedFigures error={error} onRetry={() => void refetch()} />
      ) : (
        <StatCards label={t.figures} stats={statsOf(role, data?.data)} isLoading={!data} />
      )}
      <div className={classes.split}>
        {hasArrived ? (
          <div className={classes.main}>
            {notices}
            {day ?? (
              <>
                {Strip && today.data?.has?.classes !== false ? <Strip groups={today.data?.data} /> : null}
                <Today
                  role={session.role ?? role}
                  groups={today.data?.data}
                  older={today.data?.older}
                  has={today.data?.has}
                  error={today.error}
                  onRetry={() => void today.refetch()}
                />
                {today.data?.without_consent ? (
                  <Suspense>
                    <WithoutConsent count={today.data.without_consent} />
                  </Suspense>
                ) : null}
              </>
            )}
          </div>
        ) : (
          <Skeleton className={classes.mainSkeleton} />
        )}
        {/* After the lines: nobody waits for a line because of a chart. */}
        <div className={classes.charts}>
          {hasArrived && data ? (
            <Suspense>
              <SmallCharts role={role} data={data.data} months={data.months} />
            </Suspense>
          ) : null}
        </div>
      </div>
    </>
  );
}
