import { attendance } from '@gurukul/contract/attendance';
import { dashboards } from '@gurukul/contract/dashboards';
import type { Roll } from '@gurukul/contract/shared/roll';
import { useQuery } from '@tanstack/react-query';
import { query } from '#web/calls/client.ts';
import { RollsDue } from '#web/features/attendance/rolls-due.tsx';
import { session } from '#web/lib/session.ts';
import { Dashboard } from './dashboard.tsx';

const isOpen = ({ students }: Roll) => students.some(({ attendance_status: status }) => status === null);

/** What the teacher comes home to: on a phone, one tap away from the roll that is to be called. */
export function TeacherDashboardPage() {
  const figures = useQuery(query(dashboards.teacher_dashboard, { user_id: session.uid }));
  const isTeaching = session.role === 'teacher';
  // The same question as that of the panel, which asks it only once.
  const rolls = useQuery({ ...query(attendance.get_rolls, {}), enabled: isTeaching });
  const hasRolls = isTeaching && rolls.data?.data.length !== 0;
  return (
    <Dashboard
      of="teacher"
      figures={figures}
      areRollsFirst={isTeaching && (rolls.data?.data.some(isOpen) ?? false)}
      first={hasRolls ? <RollsDue /> : null}
      isFirstPending={isTeaching && rolls.isPending}
    />
  );
}
