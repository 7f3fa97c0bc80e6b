import { ApiError } from '#web/calls/errors.ts';
import { texts } from '#web/texts/texts.ts';
import { FailedState } from '#web/ui/feedback/states.tsx';
import { Panel } from '#web/ui/panel.tsx';

interface FailedFiguresProps {
  error: Error;
  onRetry: () => void;
}

/** In place of figures that did not come. */
export function FailedFigures({ error, onRetry }: FailedFiguresProps) {
  const isFinal = error instanceof ApiError && (error.isFinal || error.status === 404);
  return (
    <Panel>
      {isFinal ? (
        <FailedState title={texts.ui.notForYouTitle} message={texts.ui.notForYou} />
      ) : (
        <FailedState message={error.message} onRetry={onRetry} />
      )}
    </Panel>
  );
}
