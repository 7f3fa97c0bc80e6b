import { audit } from '@gurukul/contract/audit';
import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/call';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { session, whyEnded } from '#web/lib/session.ts';
import { action } from './action.ts';
import { ApiError } from './errors.ts';

interface Wish<C extends Call> {
  input: CallInput<C>;
  seen: string | undefined;
}

const isOfEndedSession = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && !session.isSignedIn && whyEnded() !== null;

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

  const run = async (input: CallInput<C>, seen?: string): Promise<CallOutput<C>> => {
    try {
      return await mutation.mutateAsync({ input, seen });
    } catch (error) {
      if (!isOfEndedSession(error)) throw error;
      // The page is left, and why is said where that leads: there is nobody here to tell it again.
      return new Promise(() => undefined);
    }
  };

  return { run, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
