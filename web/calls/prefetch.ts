/** In milliseconds. An older answer belongs to a page that was opened, put aside and opened again. */
const freshMs = 30_000;

/**
 * The answer that `first-paint.ts` asked for before the portal's scripts were loaded. The first caller with the same
 * request in the same session gets it, once. Null if there is none.
 */
export function takePrefetched(url: string, token: string): Promise<Response> | null {
  const prefetched = globalThis.prefetched;
  if (!prefetched) return null;
  if (prefetched.token !== token || Date.now() - prefetched.since > freshMs) {
    forgetPrefetched();
    return null;
  }
  const answer = prefetched.answers.get(url) ?? null;
  prefetched.answers.delete(url);
  return answer;
}

/** Call before a change: the prefetched answers are stale then. */
export function forgetPrefetched(): void {
  globalThis.prefetched = undefined;
}

/** Lets the caller stop waiting, as `fetch` would. */
export async function orGivenUp(
  answer: Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  if (!signal) return answer;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
