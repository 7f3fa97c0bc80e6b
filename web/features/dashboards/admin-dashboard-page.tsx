import { access } from '@gurukul/contract/access';
import { approvals } from '@gurukul/contract/approvals';
import { dashboards } from '@gurukul/contract/dashboards';
import { provider } from '@gurukul/contract/provider';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { Dashboard } from './dashboard.tsx';
import { DayStrip } from './day-strip.tsx';

/** On most days there are none, and nothing of them is loaded. */
const AdminNotices = lazy(async () => ({ default: (await import('./admin-notices.tsx')).AdminNotices }));

/** What the account admin comes home to. */
export function AdminDashboardPage() {
  const figures = useQuery(query(dashboards.admin_dashboard, { uid: session.uid }));
  // What stands above the lines is known before they are shown, and pushes none of them away.
  const alarms = useQuery(query(access.get_alarms, {}));
  const deeds = useQuery(query(approvals.get_deeds, {}));
  const setup = useQuery({
    ...query(provider.get_setup, {}),
    // Most providers have had their first hour: nothing brings it back.
    staleTime: ({ state: { data } }) => (data?.data.has_roll ? 'static' : 0),
  });
  const steps = setup.data?.data;
  const isNoted =
    Boolean(alarms.data?.unseen) ||
    Boolean(deeds.data?.waiting) ||
    (steps !== undefined && !steps.dismissed && !steps.has_roll);
  return (
    <Dashboard
      of="admin"
      figures={figures}
      Strip={DayStrip}
      notices={
        isNoted ? (
          <Suspense>
            <AdminNotices />
          </Suspense>
        ) : null
      }
      isPending={[alarms, deeds, setup].some((one) => one.isPending)}
    />
  );
}
