import './lib/trusted-types.ts';
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource-variable/source-serif-4/wght.css';
import '@mantine/core/styles.layer.css';
import './theme/tokens.css';
import './theme/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { Providers } from './layout/providers.tsx';
import { onSessionEnd, session, watchOtherTabs } from './lib/session.ts';
import { paths } from './paths.ts';
import { createPortalRouter, keepDollarSegments } from './routes.tsx';
import { language } from './texts/language.ts';
import { wantOverlays } from './ui/overlay-host.tsx';

document.documentElement.lang = language;
keepDollarSegments(window);
const router = createPortalRouter();
// Who works here may lose the network any moment, and has to be told so.
if (session.isSignedIn) wantOverlays();

onSessionEnd((reason) => {
  queryClient.clear();
  void router.navigate({ to: paths.login, search: { reason }, replace: true });
});
// Somebody else signed in beside us: nothing of the former person may stay on this screen.
watchOtherTabs(window, () => location.assign(paths.home));

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
