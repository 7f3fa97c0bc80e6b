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
 * A call that changes something, as a user action: `action` says what one is. `run` resolves with the answer or throws
 * ApiError. Afterwards all that was read is stale: what is on the page is read anew at once, and a success is told when
 * the page shows it. The rest is read anew when it is shown. A query that no change concerns has the stale time 'static'.
 * `leavesPage`: the caller leads to another page and reads anew there.
 */
export function useAction<C extends Call>(call: C, { leavesPage = false } = {}) {
  const client = useQueryClient();
  const [act] = useState(() => action(call));

  const mutation = useMutation<CallOutput<C>, Error, Wish<C>>({
    mutationFn: ({ input, seen }) => act(input, seen),
    onSuccess: async () => (leavesPage ? undefined : client.invalidateQueries()),
    // Somebody else may have been quicker, or it was done and only the answer was lost.
    onError: () => {
      if (!leavesPage) void client.invalidateQueries();
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
