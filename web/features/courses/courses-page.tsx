import { PageHeader } from '#web/ui/page-header.tsx';

export function CoursesPage() {
  return <PageHeader title="All courses" />;
}
