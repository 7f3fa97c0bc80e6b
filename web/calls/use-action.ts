import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/calls/call';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { session, whyEnded } from '#web/lib/session.ts';
import { useIsHeld } from '#web/lib/use-busy.ts';
import { action } from './action.ts';
import { ApiError } from './errors.ts';

interface Wish<C extends Call> {
  input: CallInput<C>;
  seen: string | undefined;
}

interface ActionOptions<C extends Call> {
  readonly leavesPage?: boolean;
  readonly onSend?: (key: string, input: CallInput<C>) => void;
}

const isOfEndedSession = (error: unknown) =>
  error instanceof ApiError && error.status === 401 && !session.isSignedIn && whyEnded() !== null;

/**
 * A call that changes something, as a user action (see `action`). `run` resolves with the answer or throws ApiError.
 * Afterwards all queries are stale. Those on the page are read again at once, and `run` resolves when the page shows
 * them. The others are read again when they are shown. A query that no change concerns has the stale time 'static'.
 * With `leavesPage` the caller opens another page, which reads again.
 */
export function useAction<C extends Call>(call: C, { leavesPage = false, onSend }: ActionOptions<C> = {}) {
  const client = useQueryClient();
  const [act] = useState(() => action(call, onSend));
  const isHeld = useIsHeld();

  const mutation = useMutation<CallOutput<C>, Error, Wish<C>>({
    mutationFn: ({ input, seen }) => act(input, seen),
    onSuccess: async () => (leavesPage ? undefined : client.invalidateQueries()),
    // Somebody else may have been faster, or the change was made and only its answer was lost.
    onError: () => {
      if (!leavesPage) void client.invalidateQueries();
    },
  });

  const run = async (input: CallInput<C>, seen?: string): Promise<CallOutput<C>> => {
    try {
      return await mutation.mutateAsync({ input, seen });
    } catch (error) {
      if (!isOfEndedSession(error)) throw error;
      // The page is left, and the next page says why: nobody is here to read it a second time.
      return new Promise(() => undefined);
    }
  };

  return { run, isPending: mutation.isPending && !isHeld, error: mutation.error, reset: mutation.reset };
}
