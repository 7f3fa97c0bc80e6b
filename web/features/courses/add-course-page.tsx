import { PageHeader } from '#web/ui/page-header.tsx';

export function AddCoursePage() {
  return <PageHeader title="Add Course" />;
}
