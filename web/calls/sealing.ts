import { accounts } from '@gurukul/contract/accounts';
import type { Call, CallInput, CallOutput } from '@gurukul/contract/shared/calls/call';
import { useState } from 'react';
import { canSeal, sealTo } from '#web/lib/browser/seal.ts';
import { texts } from '#web/texts/texts.ts';
import { send } from './client.ts';
import { ApiError, messageOf, refusedWith } from './errors.ts';
import { useAttempt } from './use-attempt.ts';

export type Seal = (password: string) => Promise<string>;

/** The password could not be encrypted, so nothing was sent. */
export class CannotSeal extends ApiError {}

let knownKey: Promise<string> | null = null;

const fetchKey = async () => (await send(accounts.sealing_key, {})).public_key;

const seal: Seal = async (password) => {
  if (!canSeal()) throw new CannotSeal({ status: 400, message: texts.errors.httpsNeeded });
  try {
    knownKey ??= fetchKey();
    return await sealTo(await knownKey, password);
  } catch (cause) {
    knownKey = null;
    throw new CannotSeal({ status: 0, message: messageOf(cause) }, cause);
  }
};

/** Sends encrypted passwords. Retries once with a fresh key if the server no longer knows the first one. */
async function withFreshKey<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!refusedWith(error, 'stale_seal')) throw error;
    knownKey = null;
    return run();
  }
}

/** `useAttempt` for calls that carry passwords: `run(async (seal) => ({ password: await seal(text) }))`. */
export function useSealedAction<C extends Call>(call: C) {
  const action = useAttempt(call);
  const [isPending, setPending] = useState(false);

  const run = async (inputOf: (seal: Seal) => Promise<CallInput<C>>): Promise<CallOutput<C>> => {
    setPending(true);
    try {
      return await withFreshKey(async () => action.run(await inputOf(seal)));
    } finally {
      setPending(false);
    }
  };

  return { run, isPending };
}
