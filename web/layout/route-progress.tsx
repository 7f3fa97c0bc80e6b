import { useRouterState } from '@tanstack/react-router';
import classes from './route-progress.module.css';

/** A thin line under the browser's edge while the next page is on its way. Pages announce themselves by their title. */
export function RouteProgress() {
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  return <div aria-hidden className={classes.line} data-loading={isLoading || undefined} />;
}
