import { texts } from '#web/texts/texts.ts';
import { LoadingState } from '#web/ui/feedback/loading-state.tsx';

export function PagePending() {
  return <LoadingState label={texts.shell.loadingPage} />;
}
