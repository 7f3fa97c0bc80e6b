import { PageHeader } from '#web/ui/page-header.tsx';

export function AttendanceReportPage() {
  return <PageHeader title="Attendance Report" />;
}
