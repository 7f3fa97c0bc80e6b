import { PageHeader } from '#web/ui/page-header.tsx';

export function MyCoursesPage() {
  return <PageHeader title="My courses" />;
}
