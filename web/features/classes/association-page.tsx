import { PageHeader } from '#web/ui/page-header.tsx';

export function AssociationPage() {
  return <PageHeader title="Classes and Teacher Association" />;
}
