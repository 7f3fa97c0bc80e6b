import { useState } from 'react';
import { dashboardsTexts } from '#web/texts/dashboards.ts';
import { texts } from '#web/texts/texts.ts';
import { Dialog } from '#web/ui/feedback/dialog.tsx';
import { Chart, type ChartsProps } from './charts.tsx';
import type { ChartName } from './parts.ts';

interface ChartDialogProps extends ChartsProps {
  /** The one that is open. */
  name: ChartName | undefined;
  onClose: () => void;
}

/** One chart of the dashboard, large. */
export function ChartDialog({ name, onClose, ...figures }: ChartDialogProps) {
  // While it closes it still shows what it showed.
  const [shown, setShown] = useState(name);
  if (name && name !== shown) setShown(name);
  return (
    <Dialog
      isInAddress
      opened={name !== undefined}
      onClose={onClose}
      title={shown ? dashboardsTexts[shown].title : ''}
      size="xl"
      closeButtonProps={{ 'aria-label': texts.ui.close }}
    >
      {shown ? <Chart {...figures} name={shown} isBare /> : null}
    </Dialog>
  );
}
