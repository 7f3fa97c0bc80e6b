import { provider } from '@gurukul/contract/provider';
import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { query } from '#web/calls/client.ts';

const SetupSteps = lazy(async () => ({ default: (await import('./setup-steps.tsx')).SetupSteps }));

/** For account admins, until somebody has called a roll or has hidden the steps. */
export function SetupOnDashboard() {
  const setup = useQuery({
    ...query(provider.get_setup, {}),
    // Most providers have had their first hour: nothing brings it back.
    staleTime: ({ state: { data } }) => (data?.data.has_roll ? 'static' : 0),
  });
  const data = setup.data?.data;
  if (!data || data.dismissed || data.has_roll) return null;
  return (
    <Suspense>
      <Box mb="lg">
        <SetupSteps setup={data} />
      </Box>
    </Suspense>
  );
}
