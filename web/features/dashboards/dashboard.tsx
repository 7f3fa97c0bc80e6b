import { dashboards, type DashboardData, type DashboardSeries } from '@gurukul/contract/dashboards';
import type { PortalRole } from '@gurukul/contract/shared/calls/roles';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState, type ReactNode } from 'react';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { texts } from '#web/texts/texts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageTabs } from '#web/ui/page-tabs.tsx';
import { StatCards } from '#web/ui/stat-cards.tsx';
import classes from './dashboard.module.css';
import { FailedFigures } from './failed-figures.tsx';
import { statCount, statsOf } from './stats.ts';
import { Today } from './today.tsx';
import { useArrived } from './use-arrived.ts';

const FiguresTab = lazy(async () => ({ default: (await import('./figures-tab.tsx')).FiguresTab }));

const t = dashboardsTexts;

/** By the reader's clock. */
export function greeting(): string {
  const hour = new Date().getHours();
  if (hour < 12) return t.greetings.morning;
  return hour < 17 ? t.greetings.day : t.greetings.evening;
}

const places = [0, 1, 2, 3, 4];

function CardsSkeleton({ role }: { role: PortalRole }) {
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
    </>
  );
}

/** What a dashboard's call gives, as it comes from the query. */
export interface Figures {
  readonly data: { readonly data: DashboardData; readonly months: DashboardSeries } | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface CardsProps {
  role: PortalRole;
  figures: Figures;
}

function Cards({ role, figures: { data, error, refetch } }: CardsProps) {
  if (data) return <StatCards label={t.figures} stats={statsOf(role, data.data)} />;
  if (!error) return <CardsSkeleton role={role} />;
  return <FailedFigures error={error} onRetry={() => void refetch()} />;
}

interface DashboardProps {
  /** The role of the dashboard. */
  of: PortalRole;
  figures: Figures;
  /** What shows the open tasks in place of Today. */
  day?: ReactNode;
  /** Whether that is still on its way. */
  isDayPending?: boolean;
}

/** First the open tasks and the totals of the role's courses; the figures in a tab of their own. */
export function Dashboard(props: DashboardProps) {
  const { of: role, figures } = props;
  const [greeted] = useState(greeting);
  return (
    <>
      <PageHeader title={texts.shell.dashboardTitles[role]} lead={`${greeted} ${t.lead[role]}`} />
      <PageTabs
        label={texts.shell.dashboardTitles[role]}
        tabs={[
          {
            name: 'now',
            label: t.today.title,
            content: <TodayTab {...props} />,
          },
          { name: 'figures', label: t.figures, content: <FiguresTab role={role} figures={figures} /> },
        ]}
      />
    </>
  );
}

function TodayTab({ of: role, figures, day, isDayPending = false }: DashboardProps) {
  const today = useQuery(query(dashboards.get_today, {}));
  const hasArrived = useArrived(today.isPending || isDayPending);
  if (!hasArrived) {
    return (
      <>
        <Skeleton className={classes.topSkeleton} />
        <CardsSkeleton role={role} />
      </>
    );
  }
  return (
    <>
      <div className={classes.top}>
        {day ?? (
          <Today
            role={session.role ?? role}
            groups={today.data?.data}
            has={today.data?.has}
            error={today.error}
            onRetry={() => void today.refetch()}
          />
        )}
      </div>
      <Cards role={role} figures={figures} />
    </>
  );
}
