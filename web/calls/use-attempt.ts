import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/calls/call';
import { useState } from 'react';
import { action } from './action.ts';

/** `useAction` for the pages before sign-in, where no other answer can become stale. */
export function useAttempt<C extends Call>(call: C) {
  const [act] = useState(() => action(call));
  const [isPending, setPending] = useState(false);

  const run = async (input: CallInput<C>, seen?: string): Promise<CallOutput<C>> => {
    setPending(true);
    try {
      return await act(input, seen);
    } finally {
      setPending(false);
    }
  };

  return { run, isPending };
}
