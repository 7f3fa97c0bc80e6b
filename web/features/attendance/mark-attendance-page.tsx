import { PageHeader } from '#web/ui/page-header.tsx';

export function MarkAttendancePage() {
  return <PageHeader title="Mark Attendance" />;
}
