import { PageHeader } from '#web/ui/page-header.tsx';

export function ImportStudentsPage() {
  return <PageHeader title="Import students" />;
}
