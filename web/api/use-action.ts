import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/call';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { newActionKey, send } from './client.ts';
import { ApiError } from './errors.ts';

interface Attempt<C extends Call> {
  input: CallInput<C>;
  key: string;
}

/**
 * A call that changes something, as a user action.
 * `run` resolves with the answer or throws ApiError; `refreshes` names the reads that are stale afterwards.
 * When an attempt got no answer, trying the same input again carries the same key, so nothing is done twice.
 */
export function useAction<C extends Call>(call: C, options: { refreshes?: readonly Call[] } = {}) {
  const client = useQueryClient();
  const open = useRef<{ text: string; key: string } | null>(null);

  const mutation = useMutation<CallOutput<C>, Error, Attempt<C>>({
    mutationFn: ({ input, key }) => send(call, input, { idempotencyKey: key }),
    onSuccess: async () => {
      const refreshes = options.refreshes ?? [];
      await Promise.all(refreshes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
    },
  });

  /** `seen`: what the person saw when deciding. A toggle pressed again on changed ground is a new action. */
  const run = async (input: CallInput<C>, seen = ''): Promise<CallOutput<C>> => {
    const text = JSON.stringify([input, seen]);
    const key = open.current?.text === text ? open.current.key : newActionKey();
    open.current = { text, key };
    try {
      const answer = await mutation.mutateAsync({ input, key });
      open.current = null;
      return answer;
    } catch (error) {
      if (!(error instanceof ApiError && error.isPassing)) open.current = null;
      throw error;
    }
  };

  return { run, isPending: mutation.isPending, error: mutation.error, reset: mutation.reset };
}
