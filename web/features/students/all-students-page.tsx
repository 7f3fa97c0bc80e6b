import { PageHeader } from '#web/ui/page-header.tsx';

export function AllStudentsPage() {
  return <PageHeader title="All Students" />;
}
