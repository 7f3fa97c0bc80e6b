import { dashboards } from '@gurukul/contract/dashboards';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { session } from '#web/lib/session.ts';
import { Dashboard } from './dashboard.tsx';
import { useDay, YourDay } from './your-day.tsx';

/** What the teacher comes home to: on a phone, one tap away from the roll that is to be called. */
export function TeacherDashboardPage() {
  const figures = useQuery(query(dashboards.teacher_dashboard, { user_id: session.uid }));
  const isTeaching = session.role === 'teacher';
  const day = useDay(isTeaching);
  return (
    <Dashboard
      of="teacher"
      figures={figures}
      {...(isTeaching && { day: <YourDay day={day} /> })}
      isPending={day.isPending}
    />
  );
}
