import { WaitingActions } from '#web/features/approvals/waiting-actions.tsx';
import { SetupOnDashboard } from '#web/features/setup/setup-on-dashboard.tsx';
import { UnseenAlarms } from './unseen-alarms.tsx';

/** What an account admin has to know first: alarms, what waits for their approval, and the first steps. */
export const AdminNotices = () => (
  <>
    <UnseenAlarms />
    <WaitingActions />
    <SetupOnDashboard />
  </>
);
