import { dashboards } from '@gurukul/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { WaitingActions } from '#web/features/approvals/waiting-actions.tsx';
import { SetupOnDashboard } from '#web/features/setup/setup-on-dashboard.tsx';
import { session } from '#web/lib/session.ts';
import { UnseenAlarms } from './unseen-alarms.tsx';
import { Dashboard } from './dashboard.tsx';

/** What the account admin comes home to. */
export function AdminDashboardPage() {
  const figures = useQuery(query(dashboards.admin_dashboard, { uid: session.uid }));
  return (
    <>
      <UnseenAlarms />
      <WaitingActions />
      <SetupOnDashboard />
      <Dashboard of="admin" figures={figures} />
    </>
  );
}
