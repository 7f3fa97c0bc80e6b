import { audit } from '@gurukul/contract/audit';
import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/call';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { action } from './action.ts';

interface Wish<C extends Call> {
  input: CallInput<C>;
  seen: string | undefined;
}

/**
 * A call that changes something, as a user action: `action` says what one is.
 * `run` resolves with the answer or throws ApiError; `refreshes` names the reads that are stale afterwards.
 */
export function useAction<C extends Call>(call: C, options: { refreshes?: readonly Call[] } = {}) {
  const client = useQueryClient();
  const [act] = useState(() => action(call));

  const mutation = useMutation<CallOutput<C>, Error, Wish<C>>({
    mutationFn: ({ input, seen }) => act(input, seen),
    onSuccess: async () => {
      // The timelines tell of everything that is done.
      const refreshes = [...(options.refreshes ?? []), audit.get_timeline, audit.get_bin];
      await Promise.all(refreshes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
  });

  const run = (input: CallInput<C>, seen?: string): Promise<CallOutput<C>> =>
    mutation.mutateAsync({ input, seen });

  return { run, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
