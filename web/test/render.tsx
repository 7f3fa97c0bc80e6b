import '@mantine/core/styles.layer.css';
import '../theme/tokens.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { queryClient } from '../calls/query-client.ts';
import { theme } from '../theme/theme.ts';
import { OverlayHost, overlaysFrom, wantOverlays } from '../ui/feedback/overlay-host.tsx';

overlaysFrom(async () => import('../layout/overlays.tsx'));

let mounted: { root: Root; host: HTMLElement } | null = null;

/** Shows a component in the test's browser, with the kit's surroundings. */
export function render(children: ReactNode) {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  mounted = { root, host };
  wantOverlays();
  root.render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} env="test">
        <OverlayHost />
        {children}
      </MantineProvider>
    </QueryClientProvider>,
  );
}

export function unmount() {
  mounted?.root.unmount();
  mounted?.host.remove();
  mounted = null;
}
