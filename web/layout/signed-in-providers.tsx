import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useSyncExternalStore, type ReactNode } from 'react';
import { queryClient } from '#web/calls/query-client.ts';
import { colourScheme } from '#web/theme/colour-scheme.ts';
import { theme } from '#web/theme/theme.ts';

/** Providers for the kit's components and for requests to the server. The pages before sign-in work without them. */
export function SignedInProviders({ children }: { children: ReactNode }) {
  const scheme = useSyncExternalStore(colourScheme.subscribe, colourScheme.current);
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        // They stand in a style sheet of the build.
        withCssVariables={false}
        deduplicateInlineStyles
      >
        {children}
      </MantineProvider>
    </QueryClientProvider>
  );
}
