import type { ReactNode } from 'react';
import { LinkProvider } from '#web/ui/link.tsx';
import { OverlayHost, overlaysFrom } from '#web/ui/feedback/overlay-host.tsx';
import { routerLink } from './router-link.tsx';

overlaysFrom(async () => import('./overlays.tsx'));

/** What every page stands in, also those outside; signed-in pages stand in the kit besides. */
export const Providers = ({ children }: { children: ReactNode }) => (
  <LinkProvider value={routerLink}>
    <OverlayHost />
    {children}
  </LinkProvider>
);
