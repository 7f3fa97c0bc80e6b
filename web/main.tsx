import './lib/browser/trusted-types.ts';
import '@fontsource-variable/source-sans-3/wght.css';
import '@fontsource/source-serif-4/600.css';
import '@mantine/core/styles.layer.css';
import 'virtual:theme-variables.css';
import './theme/tokens.css';
import './theme/base.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './layout/providers.tsx';
import { listenForBack } from './lib/address/back-closes.ts';
import { removeFirstPaint } from './lib/browser/remove-first-paint.ts';
import { keepPlace, takePlace } from './lib/address/left-behind.ts';
import { onLeave, onSessionEnd, watchOtherTabs } from './lib/session.ts';
import { forgetTyped } from './lib/address/typed-views.ts';
import { paths } from './paths.ts';
import { createPortalRouter, keepDollarSegments } from './routes.tsx';
import { language } from './texts/language.ts';
import { colourScheme } from './theme/colour-scheme.ts';

document.documentElement.lang = language;
// Few see it, and the others need not fetch it.
if (matchMedia('(forced-colors: active)').matches) void import('./theme/forced-colours.css');
// Heads in the script of the language; English needs neither.
if (language === 'te') void import('@fontsource/noto-serif-telugu/600.css');
if (language === 'hi') void import('@fontsource/noto-serif-devanagari/600.css');
colourScheme.start();
keepDollarSegments(window);
listenForBack(() => router.history);
const router = createPortalRouter();

onLeave(forgetTyped);
onSessionEnd((reason) => {
  keepPlace(router.state.location.href);
  void router.navigate({ to: paths.login, search: { reason }, replace: true });
  // What is stored for work without a network goes, also when the session ended before a page was shown. The tab of a
  // sign-out has removed it itself; by now the next session may have written its own.
  if (reason === 'ended') {
    void import('./calls/kept-queries.ts').then(({ forgetKept }) => forgetKept()).catch(() => undefined);
  }
});
watchOtherTabs(window, () => {
  const place = takePlace();
  if (place) router.history.replace(place);
  // Another person signed in in another tab. Nothing of the former person may stay on this screen.
  else location.assign(paths.home);
});

const root = document.getElementById('root')!;
removeFirstPaint(root);
createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
