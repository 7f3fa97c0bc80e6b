import type { PortalRole } from '@gurukul/contract/shared/roles';
import { Charts, ChartSkeletons } from './charts.tsx';
import type { Figures } from './dashboard.tsx';
import { FailedFigures } from './failed-figures.tsx';

interface FiguresTabProps {
  role: PortalRole;
  figures: Figures;
}

/** How the role's courses are doing. Who the students are comes last. */
export function FiguresTab({ role, figures: { data, error, refetch } }: FiguresTabProps) {
  if (data) return <Charts role={role} data={data.data} months={data.months} />;
  if (!error) return <ChartSkeletons />;
  return <FailedFigures error={error} onRetry={() => void refetch()} />;
}
