import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '#web/api/query-client.ts';
import { colorSchemeManager, theme } from '#web/theme/theme.ts';
import { LinkProvider } from '#web/ui/link.tsx';
import { OverlayHost } from '#web/ui/overlay-host.tsx';
import { routerLink } from './router-link.tsx';

export function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        deduplicateInlineStyles
      >
        <OverlayHost />
        <LinkProvider value={routerLink}>{children}</LinkProvider>
      </MantineProvider>
    </QueryClientProvider>
  );
}
