import { dashboards } from '@gurukul/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { Dashboard } from './dashboard.tsx';
import { DayStrip } from './day-strip.tsx';

/** What the course admin comes home to. */
export function CourseAdminDashboardPage() {
  const figures = useQuery(query(dashboards.course_admin_dashboard, { uid: session.uid }));
  return <Dashboard of="courseadmin" figures={figures} Strip={DayStrip} />;
}
