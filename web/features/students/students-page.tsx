import { PageHeader } from '#web/ui/page-header.tsx';

export function StudentsPage() {
  return <PageHeader title="Students" />;
}
